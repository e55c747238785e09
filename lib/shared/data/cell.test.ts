import { expect, test } from "vitest";
import { cell, cellText, fromCell, param, toCell, type Value } from "./cell";

const values: Value[] = [
  null,
  0n,
  -(2n ** 63n),
  2n ** 53n - 1n,
  2n ** 53n,
  0.1,
  -0,
  1e300,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  "",
  "a\0b",
  new Uint8Array(),
  Uint8Array.from({ length: 20_001 }, (_, index) => index),
];

test("a value survives a round trip through JSON", () => {
  for (const value of values) {
    const wire: unknown = JSON.parse(JSON.stringify(toCell(value)));
    expect(fromCell(cell.parse(wire))).toEqual(value);
  }
});

test("fromCell returns safe integers as INTEGER, and booleans as 1 and 0", () => {
  expect([fromCell(5), fromCell(5.5), fromCell(2 ** 60), fromCell(true), fromCell(false)]).toEqual([
    5n,
    5.5,
    2 ** 60,
    1n,
    0n,
  ]);
});

test("toCell converts NaN to NULL, and the schema of a parameter rejects invalid cells", () => {
  expect(toCell(Number.NaN)).toBeNull();
  for (const wrong of [undefined, {}, [], { $integer: "1.5" }, { $blob: "?" }, { $real: "NaN" }])
    expect(param.safeParse(wrong).success).toBe(false);
});

test("cellText displays large integers in full and blobs by size", () => {
  expect([toCell(2n ** 62n), toCell(new Uint8Array(4)), toCell(null), 1.5].map(cellText)).toEqual([
    "4611686018427387904",
    "4 bytes",
    "NULL",
    "1.5",
  ]);
});
