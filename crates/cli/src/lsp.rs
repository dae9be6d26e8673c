//! `lsp`: the language server, for every editor that supports the protocol. Everything goes over standard input and
//! output.

mod actions;
mod answers;
mod capabilities;
mod checker;
mod client;
mod commands;
mod documents;
mod findings;
mod lines;
mod questions;
mod records;
mod repair;
mod rpc;
mod rules;
mod server;
mod session;
mod shapes;
mod wire;
mod workspace;

use std::{
    collections::{HashSet, VecDeque},
    io,
    sync::mpsc::{self, Receiver, TryRecvError},
    thread,
};

use serde_json::Value;

use self::{
    rpc::Incoming,
    server::{End, Server},
    wire::MessageReader,
};
use super::{Status, Trouble, address};

/// Serves one editor until it disconnects.
pub(super) fn run() -> Result<Status, Trouble> {
    let (sender, received) = mpsc::channel();
    // Messages are read while others are handled: a request can be canceled while it waits.
    thread::spawn(move || {
        let mut reader = MessageReader::new(io::stdin().lock());
        while let Ok(Some(frame)) = reader.next() {
            if sender.send(rpc::read(frame)).is_err() {
                return;
            }
        }
    });
    let mut server = Server::new(io::stdout().lock());
    let end = serve(&mut server, &received);
    Ok(if end.is_clean { Status::Clean } else { Status::Findings })
}

/// How many messages are in an input, each read as the server reads it.
#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn count_messages(input: &[u8]) -> usize {
    let mut reader = MessageReader::new(input);
    let mut next = || reader.next().ok().flatten();
    std::iter::from_fn(|| next().map(rpc::read)).count()
}

fn serve(server: &mut Server<impl io::Write>, received: &Receiver<Incoming>) -> End {
    let mut queue = Queue::default();
    loop {
        let is_open = queue.fill(received);
        if let Some((message, is_cancelled)) = queue.next() {
            if let Some(end) = server.handle(message, is_cancelled) {
                return end;
            }
        } else if !is_open {
            return server.end();
        } else if !server.send_due() {
            match received.recv() {
                Ok(message) => queue.add(message),
                Err(_) => return server.end(),
            }
        }
    }
}

/// Messages that are waiting.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<Incoming>,
    /// The ids of canceled requests.
    cancelled: HashSet<Value>,
}

impl Queue {
    /// Adds what has arrived; false if nothing will follow.
    fn fill(&mut self, received: &Receiver<Incoming>) -> bool {
        loop {
            match received.try_recv() {
                Ok(message) => self.add(message),
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
    }

    fn add(&mut self, message: Incoming) {
        match message {
            Incoming::Notification { method, params } if method == "$/cancelRequest" => {
                self.cancelled.extend(params.get("id").cloned());
            }
            _ => self.waiting.push_back(message),
        }
    }

    /// The next message, and whether it is a request that was canceled.
    fn next(&mut self) -> Option<(Incoming, bool)> {
        let message = self.waiting.pop_front();
        let is_cancelled = match &message {
            Some(Incoming::Request { id, .. }) => self.cancelled.remove(id),
            Some(_) => false,
            None => {
                // The remaining cancellations came too late.
                self.cancelled.clear();
                false
            }
        };
        message.map(|it| (it, is_cancelled))
    }
}
