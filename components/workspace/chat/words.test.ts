import { describe, expect, it } from "vitest";
import { duration } from "@/components/ui/kit/duration";
import { formatChars, valueText } from "@/components/ui/kit/value-text";
import { describeUsage, usageTitle } from "./messages/describe-usage";
import { actionFor } from "./notice-actions";

it("formats durations with suitable precision", () => {
  expect([7.4, 214, 1_900, 6_000, 12_400, 59_960, 125_000, 12_000_000].map(duration)).toEqual([
    "7 ms",
    "214 ms",
    "1.9 s",
    "6 s",
    "12 s",
    "1 min 0 s",
    "2 min 5 s",
    "3 h 20 min",
  ]);
});

describe("usage of an answer", () => {
  const usage = { inputTokens: 980, outputTokens: 224, cachedTokens: 300, cost: 0.00421 };
  it("is formatted briefly and in full", () => {
    expect(describeUsage(usage, "openai/gpt-5.2")).toBe("1,204 tokens, $0.0042, gpt-5.2");
    expect(usageTitle(usage, "openai/gpt-5.2")).toBe(
      "980 tokens read, 300 cached; 224 written; openai/gpt-5.2",
    );
  });
  it("omits unknown values and zero cost", () => {
    expect(describeUsage(null, "gateway/anthropic/claude")).toBe("anthropic/claude");
    expect(describeUsage({ inputTokens: 1, outputTokens: 0, cost: 0 }, null)).toBe("1 token");
    expect(describeUsage({ inputTokens: 0, outputTokens: 0 }, undefined)).toBe("");
    expect(describeUsage({ ...usage, cost: 1.5 }, null)).toBe("1,204 tokens, $1.50");
  });
});

describe("action of a notice", () => {
  const way = (code: string, kind: "error" | "limit" | "stopped" = "error") =>
    actionFor({ kind, code, message: "" });
  it("matches the error", () => {
    for (const code of [
      "rate_limited",
      "provider_down",
      "timed_out",
      "stream_cut",
      "unreachable",
      "internal",
    ])
      expect(way(code)).toEqual({ kind: "again" });
    expect(way("bad_key")).toMatchObject({ href: "/settings/models", label: "Check the key" });
    for (const code of ["unknown_model", "out_of_credit"])
      expect(way(code)).toMatchObject({ href: "/settings/models", label: "Choose another model" });
    expect(way("context_too_long")).toMatchObject({ href: "/", label: "New conversation" });
    expect(way("refused")).toEqual({ kind: "edit" });
    for (const code of ["limit_steps", "limit_cost"])
      expect(way(code, "limit")).toMatchObject({ label: "Go on" });
    expect(way("answer_too_long")).toMatchObject({ text: "Go on" });
  });
  it("is missing after the user stopped the run", () => {
    expect(way("stopped", "stopped")).toBeUndefined();
  });
});

describe("value", () => {
  it("is shown as plain text if it is a string, also as the only argument", () => {
    expect(valueText("a\nb")).toBe("a\nb");
    expect(valueText({ sql: "select\n1" })).toBe("select\n1");
  });
  it("is shown as JSON otherwise", () => {
    expect(valueText({ key: "sales" })).toBe('{\n  "key": "sales"\n}');
    expect(valueText(undefined)).toBe("nothing");
    expect(valueText(null)).toBe("null");
  });
  it("has its size in characters, rounded", () => {
    expect([12, 1_500, 25_000, 7_840_000].map(formatChars)).toEqual([
      "12 characters",
      "1.5 thousand characters",
      "25 thousand characters",
      "7.8 million characters",
    ]);
  });
});
