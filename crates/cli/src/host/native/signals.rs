//! Signals. A temporary file does not outlive the process, and exceeding the file size limit is an ordinary error.

use std::{
    io,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

pub(super) use machine::{before_end, begin};

/// The temporary file that exists, if any.
static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Creates, renames or removes the temporary file, which no signal can interrupt.
pub(super) fn with_temporary<T>(work: impl FnOnce(&mut Option<PathBuf>) -> io::Result<T>) -> io::Result<T> {
    machine::watch();
    let mut path = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
    *path = None;
    work(&mut path)
}

#[cfg(unix)]
mod machine {
    use std::{
        fs,
        sync::{Arc, Once, PoisonError, atomic::AtomicBool},
        thread,
    };

    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ},
        flag,
        iterator::Signals,
        low_level::emulate_default_handler,
    };

    /// With a handler that does nothing, writing beyond the file size limit fails instead of ending the process.
    pub(crate) fn begin() {
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }

    /// Removes the temporary file before a signal ends the process.
    pub(super) fn watch() {
        static STARTED: Once = Once::new();
        STARTED.call_once(|| {
            before_end(|| {
                let path = super::TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(path) = path.as_deref() {
                    let _ = fs::remove_file(path);
                }
                path
            });
        });
    }

    /// Does something before a signal ends the process; the result lives until then.
    pub(crate) fn before_end<R>(mut work: impl FnMut() -> R + Send + 'static) {
        let ending = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU].into_iter().filter(|it| !is_ignored(*it));
        let Ok(mut signals) = Signals::new(ending) else { return };
        thread::spawn(move || {
            for signal in signals.forever() {
                let _held = work();
                let _ = emulate_default_handler(signal);
            }
        });
    }

    /// Whether the process was started to survive a signal, as with `nohup`.
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|it| it.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|it| u64::from_str_radix(it.trim(), 16).ok()).unwrap_or_default();
        mask & (1 << (signal - 1)) != 0
    }
}

#[cfg(not(unix))]
mod machine {
    pub(crate) fn begin() {}

    pub(crate) fn before_end<R>(_: impl FnMut() -> R + Send + 'static) {}

    pub(super) fn watch() {}
}
