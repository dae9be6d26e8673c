use super::Context;
use crate::findings::Findings;

pub(super) fn check(_ctx: &Context, _out: &mut Findings) {}
