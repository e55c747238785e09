import { expect, test } from "vitest";
import { spokenPieces } from "./pieces";

test("pieces contain the whole text, end with sentences, and the first one is short", () => {
  const sentence = "The dough rests for twelve hours, and then it goes into the oven. ";
  const pieces = spokenPieces(sentence.repeat(80));
  expect(pieces.join(" ")).toBe(sentence.repeat(80).trim());
  expect(pieces[0]?.length).toBeLessThanOrEqual(300);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1_500);
  expect(pieces.every((piece) => piece.endsWith("."))).toBe(true);
});

test("a text without any end is cut between characters", () => {
  const pieces = spokenPieces("🍞".repeat(900));
  expect(pieces.join("")).toBe("🍞".repeat(900));
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  expect(spokenPieces("  \n ")).toEqual([]);
  expect(spokenPieces("Hello.")).toEqual(["Hello."]);
});
