import { expect, test } from "vitest";
import { fromMemory } from "./recalled";

const call = (tool: string, input: object, output: unknown, state = "output-available") =>
  ({ type: `tool-${tool}`, toolCallId: `${tool}1`, state, input, output }) as never;

test("fromMemory returns recalled facts, and facts and blocks found by calls, without duplicates", () => {
  const recalled = [{ id: "a", foundBy: ["words"] }];
  const parts = [
    call("memory", { action: "recall" }, { memories: [{ id: "a" }, { id: "b", found_by: ["meaning"] }] }),
    call("memory", { action: "store" }, { memories: [{ id: "c" }] }),
    call(
      "search",
      { query: "x" },
      { results: [{ memory_id: "d", found_by: ["recency"] }, { label: "trip" }, {}] },
    ),
    call("recall", { operation: "read", label: "garden" }, { success: true }),
    call("recall", { operation: "read", label: "lost" }, "There is no entry", "output-error"),
    call("recall", { operation: "append", label: "other" }, { success: true }),
  ];
  expect(fromMemory({ metadata: { recalled }, parts })).toEqual({
    facts: [
      { id: "a", foundBy: ["words"] },
      { id: "b", foundBy: ["meaning"] },
      { id: "d", foundBy: ["recency"] },
    ],
    blocks: ["trip", "garden"],
  });
  expect(fromMemory({ metadata: { recalled: "x" }, parts: [call("search", {}, "garbage")] })).toEqual({
    facts: [],
    blocks: [],
  });
});
