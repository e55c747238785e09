import { expect, test } from "vitest";
import { namedUsesOf } from "./queries";

test("the queries and keys that the code names are found", async () => {
  const js = `import { useQuery, useTable as table, useAgentState, callTool } from "easel";
const a = useQuery("select 1");
const b = useQuery("select * from t where id = ?", [1]);
const c = table("guests", { orderBy: "id", where: "name = ?", params: [x] });
const d = table("plain");
const e = useAgentState("tab", 1);
callTool("send", {});`;
  expect(await namedUsesOf(js)).toEqual({
    queries: [
      "select 1",
      "select * from t where id = ?",
      'SELECT * FROM "guests" WHERE name = ? ORDER BY id',
      'SELECT * FROM "plain"',
    ],
    state: ["tab"],
    callsTool: true,
    asksModel: false,
    isOpen: false,
  });
});

test("computed queries are reported", async () => {
  for (const call of [
    "useQuery(sql)",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code under test has a template
    "useQuery(`select ${a}`)",
    "useTable(name)",
    "useTable('a', { orderBy })",
    "run(useQuery)",
  ])
    expect((await namedUsesOf(`import { useQuery, useTable } from "easel";\n${call};`)).isOpen, call).toBe(
      true,
    );
});
