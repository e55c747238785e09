import { expect, it } from "vitest";
import { editableText } from "@/components/draw/grid/cells";
import { typed } from "./typed";

const number = (text: string, was: Parameters<typeof typed>[1] = 1) => typed(text, was, true);

it("typed text in a cell with a number becomes a number, without loss for integers", () => {
  expect(["7", "-2.50", "1,024.5", "+3", " 1e3 ", "−4"].map((text) => number(text))).toEqual(
    [7, -2.5, 1024.5, 3, 1000, -4].map((cell) => ({ cell })),
  );
  expect(number("9223372036854775807")).toEqual({ cell: { $integer: "9223372036854775807" } });
  expect(number("9223372036854775808")).toEqual({ cell: 9223372036854776000 });
});

it("empty text becomes NULL in a cell with a number, and an empty string in a cell with a string", () => {
  expect([number(""), typed("", "x", false), typed("", null, false)]).toEqual([
    { cell: null },
    { cell: "" },
    { cell: null },
  ]);
});

it("a cell with a string stays a string, even with digits or in a column with numbers", () => {
  expect([typed("007", "x", false), typed("5", "4", true), typed("5", null, false)]).toEqual([
    { cell: "007" },
    { cell: "5" },
    { cell: "5" },
  ]);
});

it("words are rejected in a numeric column and accepted in any other", () => {
  expect(number("many")).toEqual({ problem: expect.stringContaining("a number") });
  expect(number("many", null)).toEqual({ problem: expect.any(String) });
  expect(typed("many", 1, false)).toEqual({ cell: "many" });
});

it("unchanged text keeps the cell's value, and a blob cannot be edited", () => {
  const large = { $integer: "9223372036854775807" };
  expect(typed(editableText(large) ?? "", large, true)).toEqual({ cell: large });
  expect(editableText({ $blob: "AA==" })).toBeUndefined();
});
