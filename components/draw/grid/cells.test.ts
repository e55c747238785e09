import { expect, it } from "vitest";
import { editableText, isSame, isWhole, keyText, lineOf, numberOf } from "./cells";

it("lineOf returns one line, also for bytes and truncated text", () => {
  const cells = [null, "", "x", 2.5, { $integer: "9007199254740993" }, { $text: "Once", length: 900 }];
  expect(cells.map(lineOf)).toEqual(["", "", "x", "2.5", "9007199254740993", "Once"]);
  expect([{ $blob: "AAA=" }, { $size: 41_250 }].map(lineOf)).toEqual(["2 bytes", "41.3 KB"]);
});

it("editableText returns the complete cell, never a part or bytes", () => {
  expect([null, "x", 2.5, { $integer: "9007199254740993" }].map(editableText)).toEqual([
    "",
    "x",
    "2.5",
    "9007199254740993",
  ]);
  expect([{ $text: "Once", length: 900 }, { $blob: "AA==" }, { $size: 3 }].map(editableText)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([{ $text: "Once", length: 900 }, { $blob: "AA==" }].map(isWhole)).toEqual([false, true]);
});

it("numberOf returns the written number, without loss for integers", () => {
  const written = ["7", "-2.50", "1,024.5", "+3", " 1e3 ", "−4", ".5", "9223372036854775807"];
  expect(written.map(numberOf)).toEqual([
    7,
    -2.5,
    1024.5,
    3,
    1000,
    -4,
    0.5,
    { $integer: "9223372036854775807" },
  ]);
});

it("numberOf returns undefined if digits would be lost or it is no number", () => {
  const written = ["", "many", "9223372036854775808", "1,2", "1.2.3", "1e999", "0x10", "--1"];
  expect(written.map(numberOf)).toEqual(written.map(() => undefined));
});

it("keyText does not depend on the order of columns", () => {
  expect(keyText({ a: 1, b: "x" })).toBe(keyText({ b: "x", a: 1 }));
  expect(keyText({ a: 1 })).not.toBe(keyText({ a: "1" }));
  expect([isSame({ $integer: "1" }, { $integer: "1" }), isSame(1, "1"), isSame(null, null)]).toEqual([
    true,
    false,
    true,
  ]);
});
