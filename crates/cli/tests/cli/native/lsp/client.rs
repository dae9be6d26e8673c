//! A client of the protocol, as small as one can be.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::run::Folder;

/// Nothing takes as long, not even on a machine that does many other things.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Client {
    pub(super) folder: Folder,
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    /// What came while something else was awaited.
    aside: Vec<Value>,
    n_requests: i64,
    /// The answer to `initialize`.
    pub(super) capabilities: Value,
}

impl Client {
    /// A server that knows nothing yet.
    pub(super) fn raw(folder: Folder) -> Self {
        let mut command = folder.command(&["lsp"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let input = child.stdin.take();
        let mut from = BufReader::new(child.stdout.take().unwrap());
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut from) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self { folder, child, input, output, aside: Vec::new(), n_requests: 0, capabilities: Value::Null }
    }

    /// A server that knows the capabilities of the client.
    pub(super) fn with(folder: Folder, capabilities: Value) -> Self {
        Self::set_up(folder, capabilities, Value::Null)
    }

    pub(super) fn set_up(folder: Folder, capabilities: Value, options: Value) -> Self {
        let mut client = Self::raw(folder);
        let params =
            json!({"processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options});
        client.capabilities = client.request("initialize", params)["capabilities"].clone();
        client.notify("initialized", json!({}));
        client
    }

    /// A server with a client that can do little.
    pub(super) fn plain(files: &[(&str, &str)]) -> Self {
        Self::with(Folder::with(files), json!({}))
    }

    pub(super) fn uri(&self, name: &str) -> String {
        format!("file://{}", self.folder.path(name).display())
    }

    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub(super) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request; its id.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.n_requests += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.n_requests, "method": method, "params": params}));
        self.n_requests
    }

    /// The result of a request, which must not fail.
    pub(super) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let mut answer = self.answer(&json!(id));
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].take()
    }

    /// The code of the error that answers a request, and its message.
    pub(super) fn refused(&mut self, method: &str, params: Value) -> (i64, String) {
        let id = self.ask(method, params);
        let answer = self.answer(&json!(id));
        let error = &answer["error"];
        assert!(error.is_object(), "{method}: {answer}");
        (error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned())
    }

    /// The answer to a request.
    pub(super) fn answer(&mut self, id: &Value) -> Value {
        self.find(|it| it.get("method").is_none() && it["id"] == *id)
    }

    /// The next request or notification of a kind.
    pub(super) fn incoming(&mut self, method: &str) -> Value {
        self.find(|it| it["method"] == method)["params"].clone()
    }

    /// The next findings about a file.
    pub(super) fn published(&mut self, name: &str) -> Value {
        let uri = self.uri(name);
        self.find(|it| it["method"] == "textDocument/publishDiagnostics" && it["params"]["uri"] == *uri)["params"]
            .clone()
    }

    fn find(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.aside.iter().position(&is_wanted) {
            return self.aside.remove(at);
        }
        loop {
            let message = self.output.recv_timeout(PATIENCE).expect("a message");
            if is_wanted(&message) {
                return message;
            }
            self.aside.push(message);
        }
    }

    /// What the server sent without being asked, up to the answer to a request that is sent now.
    pub(super) fn unasked(&mut self) -> Vec<Value> {
        self.refused("agent-response/nothing", Value::Null);
        std::mem::take(&mut self.aside)
    }

    pub(super) fn open(&mut self, name: &str, text: &str) {
        let document = json!({"uri": self.uri(name), "languageId": "json", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces the whole text.
    pub(super) fn replace(&mut self, name: &str, version: i64, text: &str) {
        let document = json!({"uri": self.uri(name), "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [{"text": text}]}));
    }

    pub(super) fn about(&self, name: &str) -> Value {
        json!({"uri": self.uri(name)})
    }

    /// The actions for a range.
    pub(super) fn actions(&mut self, name: &str, range: &Value, only: Value) -> Vec<Value> {
        let mut context = json!({"diagnostics": []});
        if !only.is_null() {
            context["only"] = only;
        }
        let params = json!({"textDocument": self.about(name), "range": range, "context": context});
        self.request("textDocument/codeAction", params).as_array().unwrap().clone()
    }

    /// Says goodbye; the exit status.
    pub(super) fn leave(mut self) -> i32 {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.exit_status()
    }

    /// Ends the input; the exit status.
    pub(super) fn hang_up(mut self) -> i32 {
        self.input = None;
        self.exit_status()
    }

    pub(super) fn exit_status(&mut self) -> i32 {
        self.child.wait().unwrap().code().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok()?,
            _ if line.trim_end().is_empty() => break,
            _ => panic!("a header {line:?}"),
        }
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).expect("JSON"))
}

/// The text after the edits of a workspace edit, which changes one file.
pub(super) fn edited(text: &str, edit: &Value, uri: &str) -> String {
    let edits = match edit["changes"].get(uri) {
        Some(edits) => edits.clone(),
        None => edit["documentChanges"][0]["edits"].clone(),
    };
    let mut edits = edits.as_array().unwrap_or_else(|| panic!("{edit}")).clone();
    edits.sort_by_key(|it| {
        let start = &it["range"]["start"];
        std::cmp::Reverse((start["line"].as_u64(), start["character"].as_u64()))
    });
    let mut out = text.to_owned();
    for it in edits {
        let (from, to) = (utf16(text, &it["range"]["start"]), utf16(text, &it["range"]["end"]));
        out.replace_range(from..to, it["newText"].as_str().unwrap());
    }
    out
}

/// The byte at a position in UTF-16, counted plainly.
pub(super) fn utf16(text: &str, at: &Value) -> usize {
    let line = usize::try_from(at["line"].as_u64().unwrap()).unwrap();
    let start = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
    let mut left = at["character"].as_u64().unwrap();
    for (idx, ch) in text[start..].char_indices() {
        if left == 0 {
            return start + idx;
        }
        left -= ch.len_utf16() as u64;
    }
    text.len()
}
