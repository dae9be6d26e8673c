//! Every question has an answer, on any text.

use agent_response::Options;
use agent_response::ide::{Opened, Place};

use super::{PAYLOAD, applied, envelope, text};

#[test]
fn any_question_has_an_answer_on_any_text() {
    let mut random = crate::random::Random::new(3);
    for _ in 0..300 {
        let opened = Opened::new(crate::json_texts::damaged(&mut random, &envelope(PAYLOAD)), Options::default());
        let pointers = std::iter::once(String::new()).chain(opened.documents().into_iter().map(|it| it.pointer));
        for pointer in pointers.collect::<Vec<_>>() {
            let view = opened.inside(&pointer).unwrap();
            let end = u32::try_from(view.text().len()).unwrap();
            let is_in = |it: &Place| {
                it.bytes.from <= it.bytes.to && it.bytes.to <= end && text(&view, it).len() <= view.text().len()
            };
            for _ in 0..8 {
                let mut offset = random.below(view.text().len() + 1);
                while !view.text().is_char_boundary(offset) {
                    offset -= 1;
                }
                let offset = u32::try_from(offset).unwrap();
                assert!(view.hover(offset).is_none_or(|it| is_in(&it.place)));
                for offer in view.complete(offset) {
                    let mut edits = offer.more.clone();
                    edits.push(offer.edit);
                    applied(view.text(), &edits);
                }
                assert!(view.definition(offset).iter().all(|it| is_in(&it.origin)));
                assert!(view.selection_ranges(&[offset])[0].iter().all(is_in));
            }
            assert!(view.folding().iter().all(|it| is_in(&it.place)));
            assert!(view.symbols().iter().all(|it| is_in(&it.place)));
            assert!(view.tokens().offsets.chunks(3).all(|it| it[0] < it[1] && it[1] <= end));
            let edits = view.format(&pointer, " ").unwrap();
            applied(view.text(), &edits);
        }
    }
}
