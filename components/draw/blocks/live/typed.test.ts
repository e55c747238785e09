import { expect, it } from "vitest";
import { editableText } from "@/components/draw/grid/cells";
import { typed } from "./typed";

const number = (text: string, was: Parameters<typeof typed>[1] = 1) => typed(text, was, true);

it("a number stays a number, whole ones without loss", () => {
  expect(["7", "-2.50", "1,024.5", "+3", " 1e3 ", "−4"].map((text) => number(text))).toEqual(
    [7, -2.5, 1024.5, 3, 1000, -4].map((cell) => ({ cell })),
  );
  expect(number("9223372036854775807")).toEqual({ cell: { $integer: "9223372036854775807" } });
  expect(number("9223372036854775808")).toEqual({ cell: 9223372036854776000 });
});

it("an empty number is NULL, an empty text a text", () => {
  expect([number(""), typed("", "x", false), typed("", null, false)]).toEqual([
    { cell: null },
    { cell: "" },
    { cell: null },
  ]);
});

it("a text stays a text, also one of digits, and where the column holds numbers as texts", () => {
  expect([typed("007", "x", false), typed("5", "4", true), typed("5", null, false)]).toEqual([
    { cell: "007" },
    { cell: "5" },
    { cell: "5" },
  ]);
});

it("words are no number, but may stand in a column that is not one of numbers", () => {
  expect(number("many")).toEqual({ problem: expect.stringContaining("numbers") });
  expect(number("many", null)).toEqual({ problem: expect.any(String) });
  expect(typed("many", 1, false)).toEqual({ cell: "many" });
});

it("what is left as it was is as it was, and a blob is not changed here", () => {
  const large = { $integer: "9223372036854775807" };
  expect(typed(editableText(large) ?? "", large, true)).toEqual({ cell: large });
  expect(editableText({ $blob: "AA==" })).toBeUndefined();
});
