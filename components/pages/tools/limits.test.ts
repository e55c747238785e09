import { expect, test } from "vitest";
import { limitInputs, readLimits } from "./limits";

const inputs = (over: Partial<ReturnType<typeof limitInputs>> = {}) => ({ ...limitInputs(null), ...over });

test("empty fields are read as null", () => {
  expect(readLimits(inputs())).toEqual({ limits: null });
  expect(readLimits(inputs({ memoryMb: " " }))).toEqual({ limits: null });
});

test("formatted limits are parsed to the same values", () => {
  const limits = { memoryMb: 16, wallMs: 2_000 };
  expect(limitInputs(limits)).toEqual({ memoryMb: "16", cpuMs: "", wallMs: "2,000" });
  expect(readLimits(limitInputs(limits))).toEqual({ limits });
  expect(readLimits(inputs({ cpuMs: "5 000" }))).toEqual({ limits: { cpuMs: 5_000 } });
});

test.each(["65", "7", "1.5", "lots", "-8", "1e999"])(
  "%s MB of memory are rejected with a message for the field",
  (memoryMb) => {
    expect(readLimits(inputs({ memoryMb, cpuMs: "100" }))).toEqual({
      wrong: { memoryMb: "Whole number, 8 to 64 MB, or empty" },
    });
  },
);
