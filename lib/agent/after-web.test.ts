import { expect, test, vi } from "vitest";
import { toolsets } from "@/lib/tools/index";
import { afterWeb, mayAsk } from "./after-web";

vi.mock("@/lib/compile/index", () => ({ describeRuntime: () => "" }));

const tools = toolsets.flatMap((toolset) =>
  Object.entries(toolset.tools).map(([name, tool]) => ({ name, tool, toolset: toolset.id })),
);
const of = (name: string, input: unknown, readWeb = ["https://a.test"], wanted: "ask" | "deny" = "ask") => {
  const found = tools.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return afterWeb({ ...found, policy: "allow", afterWeb: wanted }, input, "agent", readWeb);
};

test("of the built-in tools, those may ask after reading the web that change the agent or act outside", () => {
  expect(tools.filter(({ tool }) => mayAsk(tool)).map(({ name }) => name)).toEqual([
    "create_ui_component",
    "update_ui_component",
    "delete_ui_component",
    "set_state",
    "delete_state",
    "db_sql",
    "edit_system_prompt",
    "edit_learned_notes",
    "create_tool",
    "update_tool",
    "delete_tool",
    "enable_tool",
    "disable_tool",
    "run_sandbox_code",
    "fetch_url",
  ]);
});

test.each([
  ["db_sql", { sql: "DROP TABLE a" }, { sql: "SELECT 1" }],
  ["db_sql", { sql: "INSERT INTO a VALUES (1)" }, { sql: "SELECT 'insert into a'" }],
  ["fetch_url", { url: "https://a.test", method: "POST" }, { url: "https://a.test", method: "GET" }],
])("%s asks by its input", async (name, acts, reads) => {
  expect([await of(name, acts), await of(name, reads)]).toEqual(["ask", "allow"]);
  expect([await of(name, acts, ["https://a.test"], "deny"), await of(name, acts, [])]).toEqual([
    "deny",
    "allow",
  ]);
});
