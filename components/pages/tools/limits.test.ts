import { expect, test } from "vitest";
import { limitTexts, readLimits } from "./limits";

const texts = (over: Partial<ReturnType<typeof limitTexts>> = {}) => ({ ...limitTexts(null), ...over });

test("reads empty fields as null", () => {
  expect(readLimits(texts())).toEqual({ limits: null });
  expect(readLimits(texts({ memoryMb: " " }))).toEqual({ limits: null });
});

test("parses formatted limits back to the same values", () => {
  const limits = { memoryMb: 16, wallMs: 2_000 };
  expect(limitTexts(limits)).toEqual({ memoryMb: "16", cpuMs: "", wallMs: "2,000" });
  expect(readLimits(limitTexts(limits))).toEqual({ limits });
  expect(readLimits(texts({ cpuMs: "5 000" }))).toEqual({ limits: { cpuMs: 5_000 } });
});

test.each(["65", "7", "1.5", "lots", "-8", "1e999"])(
  "rejects %s MB of memory with a message for the field",
  (memoryMb) => {
    expect(readLimits(texts({ memoryMb, cpuMs: "100" }))).toEqual({
      wrong: { memoryMb: "A whole number from 8 to 64 MB, or nothing" },
    });
  },
);
