use super::Context;
use crate::findings::Findings;

pub(super) fn check(_ctx: &Context, _out: &mut Findings) {}

pub(super) fn unphased_name(_ctx: &Context, _out: &mut Findings) {}
