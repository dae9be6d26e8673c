import assert from "node:assert/strict";
import { test } from "node:test";
import { type Marker, markerAt, step, toMarkers, toPayloadMarkers } from "../../src/adapters/markers.ts";
import { finding, reportOf } from "./samples-of.ts";

const place = ({ from, to }: Marker): [number, number] => [from, to];

test("a marker is where its finding is", () => {
  const markers = toMarkers(reportOf(finding({ from: 2, to: 5, severity: "warning" })), '{ "a": 1 }');
  assert.deepEqual(markers, [{ id: 0, from: 2, to: 5, severity: "warning" }]);
});

test("an empty place takes the character after it, whole when it is a pair of surrogates", () => {
  assert.deepEqual(toMarkers(reportOf(finding({ from: 1, to: 1 })), "a😀b").map(place), [[1, 3]]);
});

test("an empty place at the end, or before a line end, takes the character before it", () => {
  assert.deepEqual(toMarkers(reportOf(finding({ from: 2, to: 2 })), "ab").map(place), [[1, 2]]);
  assert.deepEqual(toMarkers(reportOf(finding({ from: 2, to: 2 })), "ab\nc").map(place), [[1, 2]]);
  assert.deepEqual(toMarkers(reportOf(finding({ from: 2, to: 2 })), "ab\r\nc").map(place), [[1, 2]]);
});

test("an empty place in an empty text stays empty", () => {
  assert.deepEqual(toMarkers(reportOf(finding({ from: 0, to: 0 })), "").map(place), [[0, 0]]);
});

test("a place outside the text is brought inside", () => {
  assert.deepEqual(toMarkers(reportOf(finding({ from: 1, to: 99 })), "abc").map(place), [[1, 3]]);
});

test("only findings inside the payload are marked there, by their place in it", () => {
  const range = { start: { line: 0, character: 3 }, end: { line: 0, character: 4 } };
  const inside = finding({ from: 20, to: 22, inner: [{ pointer: "/a", range, from: 3, to: 4 }] });
  const markers = toPayloadMarkers(reportOf(finding({ from: 0, to: 1 }), inside), '{"a":1}');
  assert.deepEqual(markers, [{ id: 1, from: 3, to: 4, severity: "error" }]);
});

test("the shortest marker that holds an offset is the one meant", () => {
  const markers = toMarkers(reportOf(finding({ from: 0, to: 9 }), finding({ from: 3, to: 5 })), "0123456789");
  assert.equal(markerAt(markers, 4)?.id, 1);
  assert.equal(markerAt(markers, 5)?.id, 1);
  assert.equal(markerAt(markers, 8)?.id, 0);
  assert.equal(markerAt(markers, 10), undefined);
});

test("steps go in order of place and round the end", () => {
  const markers = toMarkers(reportOf(finding({ from: 6, to: 7 }), finding({ from: 2, to: 3 })), "0123456789");
  assert.equal(step(markers, 0, 1)?.from, 2);
  assert.equal(step(markers, 2, 1)?.from, 6);
  assert.equal(step(markers, 6, 1)?.from, 2);
  assert.equal(step(markers, 2, -1)?.from, 6);
  assert.equal(step(markers, 6, -1)?.from, 2);
  assert.equal(step([], 0, 1), undefined);
});
