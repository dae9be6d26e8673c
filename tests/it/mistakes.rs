//! The eleven kinds of mistakes, place by place.
