import { describe, expect, it } from "vitest";
import { formatSplit, parseSplit } from "./split";

describe("the split of chat and canvas", () => {
  it("is unchanged after formatting and parsing", () => {
    for (const split of [
      { width: 500, show: "both" },
      { width: 360, show: "chat" },
      { width: 560, show: "canvas" },
    ] as const)
      expect(parseSplit(formatSplit(split))).toEqual(split);
  });

  it("falls back to the defaults without a valid cookie", () => {
    for (const text of [undefined, "", "wide", "432", "432.neither", "432.both; path=/"])
      expect(parseSplit(text)).toEqual({ width: 432, show: "both" });
  });

  it("limits the width of the chat", () => {
    expect(parseSplit("100.both").width).toBe(360);
    expect(parseSplit("999.both").width).toBe(560);
    expect(formatSplit({ width: 431.6, show: "both" })).toBe("432.both");
  });
});
