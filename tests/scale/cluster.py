"""A cluster of Spark on this machine: a master and workers, each a process of its own, and the processor time that they took."""

from __future__ import annotations

import atexit
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import agent_response
import pyspark
from agent_response import spark as ours
from pyspark.sql import SparkSession

HOME = Path(pyspark.__file__).parent
PATHS = os.pathsep.join(str(Path(it.__file__).parent.parent) for it in (agent_response, pyspark))
ENVIRONMENT = {
    **os.environ,
    "PYSPARK_PYTHON": sys.executable,
    "PYTHONPATH": PATHS,
    "SPARK_HOME": str(HOME),
    "SPARK_LOCAL_IP": "127.0.0.1",
    "SPARK_NO_DAEMONIZE": "1",
}


class Cluster:
    """A master and two workers with one core each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        atexit.register(self.end)
        self.log = folder / "log"
        self.processes.append(self._start("master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0"))
        self.wait_for("I have been elected leader", 1)
        found = re.search(r"spark://127\.0\.0\.1:\d+", self.log.read_text(errors="replace"))
        assert found
        self.url = found[0]
        self.workers = [self.add_worker(1), self.add_worker(2)]

    def add_worker(self, n_registered: int) -> subprocess.Popen[bytes]:
        """Another worker, once the master knows it."""
        options = ("--cores", "1", "--memory", "1g", "--webui-port", "0", "--host", "127.0.0.1", "--work-dir", str(self.folder / "work"))
        worker = self._start("worker.Worker", *options, self.url)
        self.processes.append(worker)
        self.wait_for("Registering worker", n_registered)
        return worker

    def wait_for(self, words: str, times: int) -> None:
        """Waits until the log has these words so many times."""
        for _ in range(1200):
            if self.log.read_text(errors="replace").count(words) >= times:
                return
            time.sleep(0.1)
        raise TimeoutError(f"{words}: {self.log.read_text(errors='replace')[-2000:]}")

    def session(self, **settings: str) -> SparkSession:
        """A session with the settings of the job."""
        os.environ.update({it: ENVIRONMENT[it] for it in ("PYSPARK_PYTHON", "SPARK_LOCAL_IP", "PYTHONPATH")})
        builder = SparkSession.builder.master(self.url)
        for name, value in (ours.SETTINGS | self.settings() | settings).items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        return session

    def settings(self) -> dict[str, str]:
        """Where things are."""
        return {
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.executor.memory": "700m",
            "spark.executorEnv.PYTHONPATH": PATHS,
            "spark.local.dir": str(self.folder / "local"),
            "spark.sql.warehouse.dir": str(self.folder / "warehouse"),
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
        }

    def submit(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """What `spark-submit` does with the job."""
        settings = [part for it in self.settings().items() for part in ("--conf", "=".join(it))]
        command = [str(HOME / "bin/spark-submit"), "--master", self.url, *settings, str(ours.__file__), *arguments]
        return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=600)

    def end(self) -> None:
        """Ends the processes that were started here."""
        atexit.unregister(self.end)
        for it in reversed(self.processes):
            it.terminate()
        for it in self.processes:
            try:
                it.wait(20)
            except subprocess.TimeoutExpired:
                it.kill()
                it.wait()

    def _start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [str(HOME / "bin/spark-class"), f"org.apache.spark.deploy.{name}", *arguments]
        with self.log.open("ab") as log:
            return subprocess.Popen(command, env=ENVIRONMENT | {"SPARK_DAEMON_MEMORY": "512m"}, stdout=log, stderr=log)


def kill(process: subprocess.Popen[Any]) -> None:
    """Ends a process as if its machine were gone."""
    process.send_signal(signal.SIGKILL)
    process.wait()


def seconds() -> float:
    """The processor time of this process and all that it started, also of Java and the workers in Python, since they began."""
    pid = os.getpid()
    times: dict[int, float] = {}
    parents: dict[int, int] = {}
    for it in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = it.read_text().rsplit(") ", 1)[1].split()
        except OSError:
            continue  # it has ended
        parents[int(it.parent.name)] = int(fields[1])
        times[int(it.parent.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def is_below(it: int) -> bool:
        while it and it != pid:
            it = parents.get(it, 0)
        return it == pid

    return sum(time for it, time in times.items() if is_below(it))
