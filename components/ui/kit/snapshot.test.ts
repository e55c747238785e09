import { expect, test } from "vitest";
import { sizeOf } from "./snapshot";

test("sizeOf keeps the full width of an element and limits the number of pixels", () => {
  expect(sizeOf(600, 400)).toEqual({ wide: 600, high: 400, seen: 400 });
  expect(sizeOf(1_200, 32)).toEqual({ wide: 1_200, high: 32, seen: 32 });
  expect(sizeOf(2_560, 32)).toEqual({ wide: 1_280, high: 16, seen: 32 });
  const { wide, high, seen } = sizeOf(1_200, 4_000);
  expect(seen).toBe(480);
  expect(wide * high).toBeCloseTo(640 * 480);
  expect(sizeOf(20_000, 1).high).toBe(1);
});
