import type { UIMessage } from "ai";
import { expect, test } from "vitest";
import type { Part } from "./parts";
import { rowsOf } from "./rows";
import { foldTries } from "./tries";

let calls = 0;
const call = (name: string, input: object = {}): Part => ({
  type: `tool-${name}`,
  toolCallId: `${++calls}`,
  state: "output-available",
  input,
  output: {},
});
const failed = (name: string, input: object = {}): Part => ({
  type: `tool-${name}`,
  toolCallId: `${++calls}`,
  state: "output-error",
  input,
  errorText: "No.",
});
const text = (text: string): Part => ({ type: "text", text });

/**
 * Returns each row as text. A call is shown with the number of failed attempts folded into it; "!" marks a
 * failed call.
 */
function folded(...parts: Part[]) {
  const message: UIMessage = { id: "m", role: "assistant", parts };
  return foldTries(rowsOf(message)).map((row) => {
    if (row.kind === "text") return row.text;
    const tools = row.kind === "tools" ? row.tools : "tool" in row ? [row.tool] : [];
    return tools
      .map((tool) => `${tool.toolName}${tool.state === "output-error" ? "!" : ""} ${tool.tries.length}`)
      .join(", ");
  });
}

test("foldTries folds a failed call into a later successful one of the same tool, even across text", () => {
  expect(
    folded(failed("db_sql"), text("Again."), failed("db_sql"), text("And again."), call("db_sql")),
  ).toEqual(["Again.", "And again.", "db_sql 2"]);
});

test("foldTries removes folded attempts from a card and keeps other failed calls", () => {
  expect(folded(call("db_schema"), failed("db_sql"), failed("web_search"), call("db_sql"))).toEqual([
    "db_schema 0, web_search! 0, db_sql 1",
  ]);
});

test("foldTries folds failed attempts into a surface that waits for the user", () => {
  const waiting: Part = {
    type: "tool-render_blocks",
    toolCallId: "waits",
    state: "input-available",
    input: {},
  };
  expect(folded(failed("render_blocks"), waiting)).toEqual(["render_blocks 1"]);
  expect(folded(failed("render_and_wait", { code: "x" }), call("render_and_wait", { code: "y" }))).toEqual([
    "render_and_wait 1",
  ]);
});

test("foldTries folds a failed creation into an update of the same component only", () => {
  const create = () => failed("create_ui_component", { name: "board" });
  expect(folded(create(), call("update_ui_component", { name: "board" }))).toEqual(["update_ui_component 1"]);
  expect(folded(create(), call("create_ui_component", { name: "chart" }))).toEqual([
    "create_ui_component! 0, create_ui_component 0",
  ]);
});

test("foldTries keeps failed calls if no later call succeeded, had the same target and was approved", () => {
  expect(folded(call("db_sql"), failed("db_sql"))).toEqual(["db_sql 0, db_sql! 0"]);
  expect(folded(failed("fetch_url", { url: "https://a" }), call("fetch_url", { url: "https://b" }))).toEqual([
    "fetch_url! 0, fetch_url 0",
  ]);
  const asked: Part = {
    type: "tool-db_sql",
    toolCallId: "asked",
    state: "approval-requested",
    input: {},
    approval: { id: "a" },
  };
  expect(folded(failed("db_sql"), asked)).toEqual(["db_sql! 0", "db_sql 0"]);
});
