import { expect, test } from "vitest";
import { scaleFor, speakerOf } from "./rank";
import { editsBetween } from "./terms";

test.each([
  ["recieve", "receive", 1],
  ["alergic", "allergic", 1],
  ["household", "houseboat", 3],
  ["lamp", "lamp", 0],
  ["", "ab", 2],
])("%j and %j differ by %i edits", (one, other, edits) => {
  expect(editsBetween(one, other)).toBe(edits);
  expect(editsBetween(other, one)).toBe(edits);
});

test("scaleFor adapts the scale of meaning to a question, and ignores the similarity that most texts share", () => {
  const own = { far: 0.25, near: 0.85 };
  expect(scaleFor([0.85, 0.3], false, own)).toEqual(own);
  expect(scaleFor([], false, own).far).toBe(0.25);
  // If no text is close, the upper bound moves down towards the closest text.
  expect(scaleFor([0.5], false, own).near).toBeCloseTo(0.745);
  // If all results are close and the list was cut, the lower bound rises, but at most to half of the model's
  // scale.
  expect(scaleFor([0.6, 0.45], true, own).far).toBeCloseTo(0.3);
  expect(scaleFor([0.8, 0.45], true, own).far).toBeCloseTo(0.45);
});

test("speakerOf parses the speaker at the beginning of a text", () => {
  expect(speakerOf("Melanie: Hey")).toEqual(["melanie"]);
  expect(speakerOf("[1:56 pm on 8 May, 2023] Ann Marie: Hey")).toEqual(["ann", "marie"]);
  expect(speakerOf("Ann (8 May): Hey")).toEqual(["ann"]);
  expect(speakerOf("See https://a.test: it works")).toEqual([]);
  expect(speakerOf("12:30 is fine")).toEqual([]);
  expect(speakerOf(null)).toEqual([]);
});
