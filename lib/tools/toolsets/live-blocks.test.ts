import { expect, test, vi } from "vitest";
import * as live from "@/lib/data/documents/live";
import * as sqlite from "@/lib/data/sqlite/index";
import { replace } from "@/lib/ground/base/testing/replaced";
import { AppError } from "@/lib/shared/errors";
import { canvasTools } from "./canvas";
import type { ToolContext } from "./context";
import { checkedInput } from "./testing/checked-input";

const execute = vi.fn();
const tableOf = vi.fn();
replace(sqlite, { execute });
replace(live, { tableOf });

const context: ToolContext = {
  ...{
    agentId: "a",
    conversationId: "c",
    messageId: "m",
    runId: "r",
    toolCallId: "t",
    toolName: "render_blocks",
  },
  signal: new AbortController().signal,
  log: () => {},
  readWeb: () => {},
  readStored: () => {},
  origins: () => [],
};

const opened = (...blocks: object[]) => open({ blocks });

async function open(call: object, more: Partial<ToolContext> = {}): Promise<unknown> {
  const tool = canvasTools.tools.render_blocks;
  if (!tool?.pauses || !tool.open) throw new Error("It opens nothing");
  return tool.open(checkedInput(tool, call), { ...context, ...more });
}
const gives = (columns: string[], rows: unknown[][]) =>
  execute.mockResolvedValueOnce({ kind: "read", columns, rows, truncated: false });

const table = { type: "table", data: { sql: "SELECT 1", params: [true] } };
const chart = { type: "chart", chartType: "bar", data: { sql: "SELECT 1" } };

test("runs every query once, read-only, up to the block's row limit", async () => {
  gives(["a"], [[1]]);
  gives(["a", "b"], [["x", 1]]);
  expect(await opened({ type: "markdown", content: "x" }, table, chart)).toEqual({ shown: null });
  const rest = { signal: context.signal, onRead: expect.any(Function) };
  expect(execute.mock.calls).toEqual([
    [{ agentId: "a", sql: "SELECT 1", params: [true], mode: "read", maxRows: 10_000, ...rest }],
    [{ agentId: "a", sql: "SELECT 1", params: [], mode: "read", maxRows: 2_000, ...rest }],
  ]);
});

test("reports SQLite's error with the block's path", async () => {
  execute.mockRejectedValueOnce(new AppError("invalid", "no such table: sales"));
  await expect(opened({ type: "markdown", content: "x" }, table)).rejects.toThrow(
    "blocks[1].data.sql: no such table: sales",
  );
});

test("rejects a result that does not fit the chart, an unknown column and an invalid parameter", async () => {
  gives(["a"], [["x"]]);
  await expect(opened(chart)).rejects.toThrow(
    /^blocks\[0]\.data\.sql: The query does not fit a bar chart: .*Return /,
  );
  gives(["a", "b"], []);
  await expect(opened({ ...table, columns: ["a", "c"] })).rejects.toThrow(
    'blocks[0].columns[1].key "c" is not a column of the query, which returns a, b',
  );
  await expect(opened({ ...table, data: { sql: "SELECT ?", params: [{}] } })).rejects.toThrow(
    "blocks[0].data.params must be numbers, strings",
  );
});

test("runs a document query once, and accepts unknown fields of an empty collection", async () => {
  const data = { collection: "ai_a", pipeline: [{ $group: { _id: "$a", n: { $sum: 1 } } }] };
  const asked = [
    { ...table, data },
    { ...chart, data },
    { ...table, columns: ["b"], data: { collection: "ai_a" } },
  ];
  tableOf
    .mockResolvedValueOnce({ columns: ["_id", "n"], rows: [["x", 1]] })
    .mockResolvedValueOnce({ columns: ["_id", "n"], rows: [["x", 1]] })
    .mockResolvedValueOnce({ columns: [], rows: [] });
  expect(await opened(...asked)).toEqual({ shown: null });
  expect(tableOf).toHaveBeenCalledWith("a", data, {
    ...{ signal: context.signal, onRead: expect.any(Function) },
  });
  tableOf.mockRejectedValueOnce(new AppError("forbidden", "Access denied: 'x'"));
  await expect(opened({ ...table, data: { collection: "x" } })).rejects.toThrow(
    "blocks[0].data: Access denied",
  );
  tableOf.mockResolvedValueOnce({ columns: ["_id", "n"], rows: [["x", "y"]] });
  await expect(opened({ ...chart, data })).rejects.toThrow(
    /^blocks\[0]\.data: The query does not fit a bar chart/,
  );
  await expect(opened({ ...table, data: { collection: "ai_a" }, editable: true })).rejects.toThrow(
    "data: { sql }",
  );
});

test("warns about values that are not dates in date columns, and rejects a change of a surface that has them", async () => {
  const columns = [{ key: "due", label: "Due", kind: "date" }];
  const warned = async (data: unknown, ...values: unknown[]) => {
    if (values.length > 0)
      gives(
        ["due"],
        values.map((value) => [value]),
      );
    const opening = await open({ blocks: [{ type: "table", columns, data }], wait: false });
    return (opening as { result: { warnings?: string[] } }).result.warnings;
  };
  const rows = (...values: unknown[]) => values.map((due) => ({ due }));
  expect(await warned(rows("03.11.2026", "31.02.2026", "soon"))).toEqual([
    expect.stringContaining(
      'blocks[0].columns[0].kind: 2 of 3 values are not dates, such as "31.02.2026", so the column stays text.',
    ),
  ]);
  expect(await warned(rows("3/11/2026"))).toEqual([expect.stringContaining("is ambiguous")]);
  for (const days of [["03.11.2026", ""], ["2026-11-03", null], ["23/11/2026"], ["2026-11-03T08:00:00Z"], []])
    expect(await warned(rows(...days))).toBeUndefined();
  expect(await warned(table.data, "03.11.2026", 7)).toEqual([expect.stringContaining("1 of 2 values")]);
  const blocks = [{ type: "table", columns, data: rows("soon") }];
  const surface = async () => ({ id: "c", kind: "blocks" as const, input: { blocks } });
  await expect(open({ surface: "m.t", blocks }, { sheet: surface })).rejects.toThrow("1 of 1 values");
});
