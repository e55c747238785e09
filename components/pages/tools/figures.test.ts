import { expect, test } from "vitest";
import type { ToolStats, ToolView } from "@/lib/shared/tools/view";
import { isTroubled, sumOf } from "./figures";

const tool = (stats?: Partial<ToolStats>): ToolView => ({
  name: "a",
  description: "",
  inputSchema: {},
  policy: "allow",
  enabled: true,
  pauses: false,
  ...(stats && { stats: { calls: 0, failures: 0, medianMs: null, lastAt: null, ...stats } }),
});

test("sumOf sums the stats of the tools, with the median of the most called one", () => {
  const tools = [
    tool({ calls: 100, failures: 3, medianMs: 20, lastAt: "2026-11-02" }),
    tool({ calls: 2, failures: 1, medianMs: 900, lastAt: "2026-11-20" }),
    tool(),
  ];
  expect(sumOf(tools)).toEqual({ calls: 102, failures: 4, medianMs: 20, lastAt: "2026-11-20" });
  expect(sumOf([])).toEqual({ calls: 0, failures: 0, medianMs: null, lastAt: null });
});

test("isTroubled flags a tool if more than 10% of its calls fail", () => {
  expect([1, 2].map((failures) => isTroubled({ calls: 10, failures, medianMs: 1, lastAt: null }))).toEqual([
    false,
    true,
  ]);
});
