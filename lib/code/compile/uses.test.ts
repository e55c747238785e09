import { expect, test } from "vitest";
import { compile } from "./index";
import { usesOf } from "./uses";

const uses = async (source: string) => {
  const compiled = await compile(source);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return usesOf(compiled.bundle.js);
};

test("usesOf finds queries, tables and tools with literal names, with and without an import", async () => {
  const bare = `export default function Packing() {
    const { rows } = useQuery("select 1");
    const table = useTable('packing');
    return <button onClick={() => callAgentTool("weigh", { rows })}>{table.rows.length}</button>;
  }`;
  expect(await uses(bare)).toEqual({
    uses: [{ kind: "query" }, { kind: "table", name: "packing" }, { kind: "tool", name: "weigh" }],
    open: [],
  });
  const imported = `import { useTable as table, callAgentTool as run } from "easel";
    export default () => { table("a"); run(\`b\`, {}); return null; }`;
  expect(await uses(imported)).toEqual({
    uses: [{ kind: "table", name: "a" }, { kind: "tool", name: "b" }, { kind: "query" }],
    open: [],
  });
});

test("usesOf reports computed names as open, and adds the use query for a computed table", async () => {
  const computed = `export default ({ name }) => { useTable(name); const run = callAgentTool; return <p onClick={() => run("x")} />; }`;
  expect(await uses(computed)).toEqual({ uses: [{ kind: "query" }], open: ["table", "tool"] });
});

test("usesOf reports tables, tools and files as open if the module is imported as a whole or dynamically", async () => {
  const all = ["table", "tool", "file"];
  for (const source of [
    `import * as easel from "easel"; export default () => { easel["useTable"]("a"); return null; }`,
    `export default () => { importModule("easel"); return null; }`,
    `export default () => { import("easel"); return null; }`,
  ])
    expect((await uses(source)).open).toEqual(all);
});

test("usesOf ignores texts, comments and properties with the same name", async () => {
  const source = `import { useTable, callAgentTool } from "easel";
    const note = 'useTable("secret")'; const made = \`callAgentTool("wipe", \${note})\`; const menu = { useTable: 1 };
    export default () => <p title={made}>{menu.useTable}{useTable("packing").rows.length}{String(callAgentTool)}</p>;`;
  expect(await uses(source)).toEqual({
    uses: [{ kind: "table", name: "packing" }, { kind: "query" }],
    open: ["tool"],
  });
});

test("usesOf reports a use as open if it is passed on or called with more than a literal", async () => {
  for (const use of [
    "({ useTable })",
    "[useTable]",
    'useTable("a" + x)',
    "useTable(...x)",
    '(0, useTable)("a")',
  ]) {
    const { uses: named, open } = await uses(
      `import { useTable } from "easel"; export default ({ x }) => { const y = ${use}; return <p>{String(y)}</p>; }`,
    );
    expect({ use, named, open }).toEqual({ use, named: [{ kind: "query" }], open: ["table"] });
  }
  expect((await uses(`export { useFile } from "easel"; export default () => null;`)).open).toContain("file");
});

test("usesOf ignores a text or the component's own function with the name of an easel export", async () => {
  const source = `const useQuery = () => 1; export default () => <p>{useQuery()} useTable("a")</p>;`;
  expect(await uses(source)).toEqual({ uses: [], open: [] });
});

test("askModel is a use without a name, also if the prompt is computed", async () => {
  const code = 'import { askModel } from "easel"; askModel({ prompt: x, schema: {} });';
  expect(await usesOf(code)).toEqual({ uses: [{ kind: "model" }], open: [] });
});
