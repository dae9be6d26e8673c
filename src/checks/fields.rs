//! Keys that are missing, keys under another name, and keys that the format does not know.

use super::{envelope, foreign, misnamed, missing};
use crate::detect::EnvelopeKind;
use crate::findings::Findings;
use crate::query::Context;
use crate::rules;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    envelope::missing(ctx, out);
    ctx.each_read(out, |on, out| {
        let is_mixed = ctx.detection.envelope == EnvelopeKind::Mixed && on.is_root();
        misnamed::check(on, out);
        if is_mixed {
            envelope::mixed(on, out);
        } else {
            foreign::unknown(on, out);
        }
        // The fields that a mixed object lacks are part of its own finding.
        if !is_mixed || out.is_off(&rules::HALF_ENVELOPE) {
            missing::check(on, is_mixed, out);
        }
        foreign::unexpected(on, out);
    });
}
