//! A transport whose input ends when every request is answered: a client may close its end of the pipe after its last
//! question.

use std::collections::HashSet;

use rmcp::{
    RoleServer,
    model::{ClientNotification, JsonRpcMessage, RequestId},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use tokio::sync::watch;

/// Remembers which requests are not answered yet.
pub(super) struct AnsweringTransport<T> {
    transport: T,
    open: watch::Sender<HashSet<RequestId>>,
}

impl<T> AnsweringTransport<T> {
    pub(super) fn new(transport: T) -> Self {
        Self { transport, open: watch::Sender::default() }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for AnsweringTransport<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let answered = match &message {
            JsonRpcMessage::Response(it) => Some(it.id.clone()),
            JsonRpcMessage::Error(it) => it.id.clone(),
            _ => None,
        };
        let open = self.open.clone();
        let sent = self.transport.send(message);
        async move {
            let outcome = sent.await;
            if let Some(id) = answered {
                open.send_modify(|it| _ = it.remove(&id));
            }
            outcome
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let message = self.transport.receive().await;
        match &message {
            Some(JsonRpcMessage::Request(it)) => self.open.send_modify(|open| _ = open.insert(it.id.clone())),
            // A request that is cancelled gets no answer.
            Some(JsonRpcMessage::Notification(it)) => {
                if let ClientNotification::CancelledNotification(it) = &it.notification
                    && let Some(id) = &it.params.request_id
                {
                    self.open.send_modify(|open| _ = open.remove(id));
                }
            }
            Some(_) => {}
            None => _ = self.open.subscribe().wait_for(HashSet::is_empty).await,
        }
        message
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.transport.close()
    }
}
