import { globSync, readFileSync } from "node:fs";
import { eq, sql as raw } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agents } from "@/drizzle/schema";
import { addAgent } from "./agents/agent-making";
import { resolveAgent } from "./agents/agents";
import { putComponent } from "./agents/components";
import { marksOf } from "./agents/jobs";
import { db, sql } from "./db";
import { context } from "./loop/run-context";
import { originsOf, written } from "./origins";
import { partOf, valuesTable } from "./sql-fragments";
import { testDatabase } from "./testing/database";

let database: Awaited<ReturnType<typeof testDatabase>>;
let first: string;
let second: string;
beforeAll(async () => {
  database = await testDatabase();
  first = await resolveAgent();
  second = await addAgent({ name: "Second" });
});
afterAll(() => database.drop());

test("a value refers to columns of the calling statement, even if the called function uses the same name", async () => {
  const [row] = await sql()<{ inner: string }[]>`
    select (select given.value from ${valuesTable({ value: sql()`name` })}, (values ('helper')) t(name)) as inner
    from (values ('caller')) t(name)`;
  expect(row?.inner).toBe("caller");
});

test("the context of a run includes only components of its own agent", async () => {
  const content = { description: "", code: "", props_schema: null };
  for (const [agent, name] of [
    [first, "First"],
    [second, "SecretOfSecond"],
  ] as const)
    await putComponent(agent, name, 0, { content, author: "person", cause: null });
  const contextOf = async (agent: string) => {
    const id = crypto.randomUUID();
    const run = crypto.randomUUID();
    await sql()`insert into conversations (id, agent_id, title, identity) values (${id}, ${agent}, '', '')`;
    await sql()`
      insert into runs (id, agent_id, conversation_id, message_id, status) values (${run}, ${agent}, ${id}, 'm', 'running')`;
    const [row] = await sql()<{ components: { name: string }[] }[]>`
      select ${context()} from runs r join conversations c on c.id = r.conversation_id where r.id = ${run}`;
    return row?.components.map(({ name }) => name);
  };
  expect(await contextOf(first)).toEqual(["First"]);
  expect(await contextOf(second)).toEqual(["SecretOfSecond"]);
});

test.each([[["marked", "plain"]], [["plain", "marked"]]])(
  "marksOf returns each job's own origins: %s",
  async (order) => {
    const ids = Object.fromEntries(order.map((name) => [name, crypto.randomUUID()]));
    for (const name of order)
      await sql()`
      insert into revisions (agent_id, kind, name, version, content, author, live, origins)
      values (${first}, 'job', ${ids[name] ?? ""}, 1, '{}', 'agent', true, ${written(name === "marked" ? ["https://a.test"] : [])})`;
    expect(await marksOf(first, Object.values(ids))).toEqual([
      { kind: "job", name: ids.marked, origins: ["https://a.test"] },
    ]);
  },
);

test("originsOf resolves a bare column name in the calling statement, not in revisions", async () => {
  const [row] = await sql()<{ origins: unknown }[]>`
    select (${originsOf(first, "job", sql()`name`)}) as origins from (values ('no such job')) ids(name)`;
  expect(row?.origins).toBeNull();
});

test("partOf embeds a drizzle expression with its parameters in the right places", async () => {
  const own = db().select({ name: agents.name }).from(agents).where(eq(agents.id, raw`caller.id`));
  const part = (end: string) => partOf(raw`(${own}) || ${end}::text`);
  const rows = await sql()`
    select ${1}::int as before, ${part("!")} as name, ${part("?")} as other, ${2}::int as after
    from (values (${second}::uuid)) caller(id)`;
  expect([...rows]).toEqual([{ before: 1, name: "Second!", other: "Second?", after: 2 }]);
});

/**
 * All functions of lib that take an SQL fragment. Functions with the kind "values table" read tables, whose
 * columns could capture those of the fragment, and must use `valuesTable`. The others only insert the
 * fragment into an expression, or into a statement in the same file.
 */
const HELPERS: Record<string, "values table" | "expression" | "own statement"> = {
  "data/documents/candidates.ts exactly": "expression",
  "data/documents/group.ts accumulated": "expression",
  "data/documents/group.ts isExact": "expression",
  "data/documents/group.ts isKey": "expression",
  "store/agents/agent-tools.ts authoredTools": "values table",
  "store/agents/components.ts componentsOf": "values table",
  "store/agents/components.ts named": "values table",
  "store/agents/jobs.ts promptJobs": "values table",
  "store/agents/settings.ts effectiveSettings": "values table",
  "store/agents/settings.ts over": "expression",
  "store/agents/settings.ts settingOf": "values table",
  "store/agents/settings.ts settingsOf": "values table",
  "store/data/document-history.ts rewind": "own statement",
  "store/data/documents.ts countDocuments": "own statement",
  "store/data/documents.ts findIds": "own statement",
  "store/hot/changes.ts withNeighbours": "own statement",
  "store/hot/conversations.ts fromUser": "own statement",
  "store/hot/conversations.ts neighbour": "own statement",
  "store/hot/conversations.ts newest": "own statement",
  "store/hot/conversations.ts shownOf": "own statement",
  "store/hot/document-history.ts changedElsewhere": "own statement",
  "store/hot/document-history.ts deleteTouched": "own statement",
  "store/hot/document-history.ts insertTouched": "own statement",
  "store/hot/document-history.ts insertTouchedKeys": "own statement",
  "store/hot/document-history.ts keepBefore": "own statement",
  "store/hot/document-history.ts statesOf": "own statement",
  "store/hot/document-views.ts among": "expression",
  "store/hot/documents.ts bodiesAfter": "own statement",
  "store/hot/documents.ts firstBodies": "own statement",
  "store/hot/jobs.ts putBack": "expression",
  "store/hot/memory-blocks.ts columns": "expression",
  "store/hot/model-calls.ts recorded": "own statement",
  "store/hot/pins.ts later": "own statement",
  "store/hot/pins.ts surfaces": "own statement",
  "store/loop/branches.ts startRun": "expression",
  "store/loop/budgets.ts dayColumns": "expression",
  "store/loop/budgets.ts fits": "expression",
  "store/loop/budgets.ts startOf": "expression",
  "store/loop/budgets.ts today": "own statement",
  "store/loop/run-context.ts promptColumns": "expression",
  "store/loop/steps.ts renewed": "own statement",
  "store/members/visible.ts andOfVisible": "expression",
  "store/members/visible.ts andVisible": "expression",
  "store/members/visible.ts authorOf": "expression",
  "store/memory/memory-prompt.ts blockOf": "expression",
  "store/memory/memory-prompt.ts promptMemory": "values table",
  "store/message-queries.ts subagentsBelow": "values table",
  "store/origins.ts newestLast": "expression",
  "store/origins.ts originsOf": "values table",
  "store/search/search.ts of": "own statement",
  "store/search/search.ts ofAgents": "expression",
};

const HELPER = /(?:const|function) (\w+)(?: = (?:async )?)?\(([^)]*)\)/g;

test("HELPERS lists all functions that take an SQL fragment, and those with tables use valuesTable", () => {
  const found: Record<string, string> = {};
  for (const path of globSync("lib/**/*.ts", { exclude: ["lib/**/*.test.ts", "lib/**/testing/**"] })) {
    const source = readFileSync(path, "utf8");
    if (!/import (?:type )?\{[^}]*\bSql\b[^}]*\} from "(?:\.\.?|@\/lib\/store)\/sql-fragments"/.test(source))
      continue;
    for (const [, name = "", parameters = ""] of source.matchAll(HELPER))
      if (/: (?:string \| )?Sql\b/.test(parameters)) found[`${path.slice(4)} ${name}`] = source;
  }
  expect(Object.keys(found).sort()).toEqual(Object.keys(HELPERS));
  for (const [helper, kind] of Object.entries(HELPERS))
    if (kind === "values table")
      expect(found[helper], helper).toMatch(/\$\{valuesTable\(|named\(|effectiveSettings\(/);
});
