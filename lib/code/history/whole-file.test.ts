import { randomUUID } from "node:crypto";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST } from "@/app/api/import/route";
import * as schema from "@/drizzle/schema";
import { makeAgentFrom } from "@/lib/agent/roster/make";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { runQuery } from "@/lib/data/documents/query";
import { execute } from "@/lib/data/sqlite/index";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { testRequest } from "@/lib/platform/http/test-request";
import { FILE_PLACE, isPart, KINDS } from "@/lib/shared/kinds";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readSettings } from "@/lib/store/agents/settings";
import { listPins } from "@/lib/store/conversations/pins";
import { sql } from "@/lib/store/db";
import { readConversation } from "@/lib/store/loop/conversations";
import { listSubagents } from "@/lib/store/loop/subagents";
import { storeFact } from "@/lib/store/memory/memories";
import { TABLES } from "@/lib/store/tables";
import { cutBytes } from "./cut-bytes";
import { exportAgent } from "./export";
import { importAgent, previewImport } from "./import";
import { SECTIONS } from "./sections";
import { newAgent, user } from "./testing/agents";
import {
  bytesOf,
  type File,
  importFile,
  SECRET,
  setting,
  TALK,
  textOf,
  wholeAgent,
} from "./testing/whole-agent";

fakeCompiler();
fakeSandbox();

let space: Awaited<ReturnType<typeof lab>>;
let agentId: string;
let text: string;
let copyId: string;
beforeAll(async () => {
  space = await lab();
  agentId = await wholeAgent();
  text = await textOf(agentId);
});
afterAll(() => space.close());

const plain = (json: string) => json.replaceAll(/"createdAt":"[^"]*"/g, "");

test("TABLES says for every table of an agent where an agent file has its rows, or why not", () => {
  const tables = Object.values(schema)
    .filter((one) => is(one, PgTable))
    .filter((one) => "agentId" in getTableColumns(one) || getTableName(one) === "agents")
    .map((one) => getTableName(one));
  const listed = Object.entries(TABLES).filter(([, { file }]) => file !== undefined);
  expect(listed.map(([name]) => name).sort()).toEqual(tables.sort());
});

test("a full agent's file has a field for every exported kind and table", () => {
  const file = JSON.parse(text);
  const fields = Object.values(TABLES).flatMap(({ file: field }) => {
    if (field === undefined || typeof field === "object") return [];
    return [isPart(field) ? FILE_PLACE[field].field : field];
  });
  for (const field of [
    ...fields,
    ...Object.keys(SECTIONS),
    ...Object.values(FILE_PLACE).map((one) => one.field),
  ])
    expect(Array.isArray(file[field]) ? file[field][0] : file[field], field).toBeDefined();
  const ELSEWHERE: Record<string, string> = {
    collection: "collections",
    database: "database",
    model_family: "settings",
  };
  for (const kind of KINDS)
    expect(isPart(kind) || Object.hasOwn(SECTIONS, ELSEWHERE[kind] ?? ""), kind).toBe(true);
  expect(text).not.toContain(SECRET);
});

test("importAgent recreates the same agent in another workspace, with the same export", async () => {
  ({ id: copyId } = await makeAgentFrom({ name: "Copy", from: agentId }));
  await sql()`delete from agents where id = ${agentId}`;
  const empty = await newAgent();
  const preview = await importFile(text, previewImport, empty);
  const done = await importFile(text, importAgent, empty);
  expect(done.changes).toEqual(preview.changes);
  const again = await textOf(empty);
  expect(plain(again)).toBe(plain(text));
  expect(await importFile(text, importAgent, empty)).toMatchObject({ at: null, changes: [] });
  const [found] = (
    await runQuery(
      { operation: "find", collection: "ai_visits", filter: { who: "Bo" } },
      { agentId: empty, by: user },
    )
  ).rows as { n: unknown }[];
  expect(found?.n).toEqual({ $numberLong: "9007199254740993" });
  expect(
    await execute({ agentId: empty, sql: "SELECT body FROM notes WHERE notes MATCH 'danube'" }),
  ).toMatchObject({ rows: [["a walk by the Danube"]] });
  expect((await readSettings(copyId)).toolsets.web).toEqual({ mode: "on", instructions: "Be brief" });
});

test("exportAgent exports conversations only on request, closed, with their web origins and without permissions", async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportAgent(copyId, "all", new Date(0))) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).not.toContain("Danube lies");
  expect(JSON.parse(Buffer.concat(pieces).toString()).conversations).toBeUndefined();

  const id = await newAgent();
  // The first import used the original ids, so these are different.
  const done = await importFile(text, importAgent, id);
  expect(done.changes).toContainEqual(
    expect.objectContaining({ kind: "conversation", detail: "3 conversations with 7 messages" }),
  );
  const rows = await sql()<
    { id: string; title: string; approved: string[]; web: string[]; next: string | null }[]
  >`
    select id, title, to_json(approved_tools) as approved, to_json(read_web) as web, continued_by as next
    from conversations where agent_id = ${id} and origin = 'chat' order by title`;
  expect(rows).toEqual([
    { id: expect.not.stringMatching(TALK.second), title: "Rome", approved: [], web: [], next: null },
    { id: expect.any(String), title: "Ulm", approved: [], web: ["https://a.example"], next: rows[0]?.id },
  ]);
  const rome = await readConversation(id, rows[0]?.id ?? "");
  expect(rome).toMatchObject({ asks: [], run: null });
  expect(rome?.messages.at(-1)?.parts).toMatchObject([
    {},
    { text: "Let me", state: "done" },
    { toolCallId: "q", state: "output-available", output: { action: "cancelled" } },
    { toolCallId: "w", state: "output-error", errorText: expect.stringMatching(/not completed/) },
  ]);
  const ulm = rows[1]?.id ?? "";
  const [subagent, ...others] = await listSubagents({ agentId: id, conversationId: ulm });
  expect(others).toEqual([]);
  expect(subagent).toMatchObject({
    ...{ agent: { id }, isSelf: true, messageId: "b", toolCallId: "t", title: "Count the towers" },
    ...{ status: "failed", error: "The day is over.", tokens: 1_000, cost: 0.02, steps: 1 },
    parts: [{}, { text: "One, and high." }],
  });
  const task = (await readConversation(id, subagent?.conversationId ?? ""))?.messages[0];
  expect(task?.metadata.helper).toMatchObject({ agentId: id, conversationId: ulm });
  expect((await searchOf(id, "danube")).map((one) => one.id)).toEqual([rows[1]?.id]);
  const { conversations } = JSON.parse(await textOf(id));
  const without = (list: { title: string }[]) =>
    JSON.stringify(list.toSorted((a, b) => a.title.localeCompare(b.title))).replaceAll(
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      "",
    );
  expect(without(conversations)).toBe(without(JSON.parse(text).conversations));
  expect(await importFile(text, importAgent, id)).toMatchObject({ at: null, changes: [] });
  await sql()`update conversations set deleted_at = now() where agent_id = ${id} and title = 'Rome'`;
  expect((await importFile(text, importAgent, id)).changes).toMatchObject([{ kind: "conversation" }]);
  expect(await readConversation(id, rows[0]?.id ?? "")).not.toBeNull();
});

const searchOf = async (id: string, word: string) =>
  sql()<{ id: string }[]>`
    select distinct conversation_id as id from messages where agent_id = ${id} and body like ${`%${word}%`} and active`;

test("many messages are exported compressed and imported unchanged", async () => {
  const id = await newAgent();
  const talk = randomUUID();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${talk}, ${id}, 'Long', '')`;
  await sql()`
    insert into messages (conversation_id, id, agent_id, role, parent_id, parts)
    select ${talk}, n::text, ${id}, case n % 2 when 1 then 'user' else 'assistant' end, nullif(n - 1, 0)::text,
      json_build_array(json_build_object('type', 'text', 'text', n || repeat(md5(n::text), 150)))
    from generate_series(1, 2000) n`;
  const whole = await textOf(id);
  expect(JSON.parse(whole).conversations).toMatchObject([
    { bytes: expect.any(String) },
    { bytes: expect.any(String) },
  ]);
  await sql()`delete from agents where id = ${id}`;
  const other = await newAgent();
  await importFile(whole, importAgent, other);
  expect(plain(await textOf(other))).toBe(plain(whole));
});

test("importAgent imports a changed pinned surface with its versions", async () => {
  const [from, to] = [await newAgent(), await newAgent()];
  const conversation = randomUUID();
  const call = (title: string, toolMetadata?: object) => ({
    ...{
      type: "tool-render_blocks",
      toolCallId: "c",
      state: "output-available",
      output: { action: "shown" },
    },
    ...{ input: { title, blocks: [], wait: false }, ...(toolMetadata && { toolMetadata }) },
  });
  await sql()`
    insert into conversations (id, agent_id, title, identity, pinned_surface) values (${conversation}, ${from}, 'Week', '', 'a/c')`;
  for (const [id, role, parts] of [
    ["u", "user", [{ type: "text", text: "Show the week" }]],
    ["a", "assistant", [call("Week")]],
    ["b", "assistant", [call("Week, with Sunday", { changes: { sheet: "a/c", wrote: {} } })]],
  ] as const)
    await sql()`
      insert into messages (conversation_id, id, agent_id, role, parts)
      values (${conversation}, ${id}, ${from}, ${role}, ${JSON.stringify(parts)}::json)`;
  await importFile(await textOf(from), importAgent, to);
  expect(await listPins(to)).toMatchObject([
    {
      from: { title: "Week" },
      surface: { title: "Week, with Sunday", versions: [{ id: "a/c" }, { id: "b/c" }] },
    },
  ]);
});

test("importAgent drops permissions of a file unless the user accepts them", async () => {
  const id = await newAgent();
  const file: File = {
    ...JSON.parse(text),
    ...setting("tool:write", { policy: "allow", timeoutSeconds: 5 }),
  };
  const permissive = {
    ...file,
    settings: [...(file.settings as object[]), { key: "toolset:code", value: { packages: true } }],
  };
  const { changes } = await importFile(permissive, previewImport, id);
  expect(changes.filter(({ allows }) => allows)).toMatchObject([
    { name: "tool:write", title: "Tool write", detail: "policy: allow, timeoutSeconds: 5" },
    { name: "toolset:code", title: "Toolset code", detail: "packages: true" },
  ]);
  const { text: bare, blobSizes: blobs } = await cutBytes(bytesOf(JSON.stringify(permissive)));
  await importAgent(id, JSON.parse(Buffer.from(bare).toString()), undefined, blobs, "ask");
  const { tools, toolsets } = await readSettings(id);
  expect([tools.write, toolsets.code]).toEqual([{ timeoutSeconds: 5 }, undefined]);
  await changeSetting(id, "tool:write", { policy: "deny" }, "agent");
  await importAgent(id, JSON.parse(Buffer.from(bare).toString()), undefined, blobs, "ask");
  expect((await readSettings(id)).tools.write?.policy).toBe("deny");
  await importFile(permissive, importAgent, id);
  expect((await readSettings(id)).tools.write?.policy).toBe("allow");
});

test('POST /api/import keeps the policy "allow" of a tool only with rights=file', async () => {
  const id = await newAgent();
  const body = { ...JSON.parse(text), ...setting("tool:write", { policy: "allow" }) };
  const send = async (rights: string) =>
    (await POST(testRequest(`/api/import?agent=${id}${rights}`, { method: "POST", body }))).status;
  expect(await send("")).toBe(200);
  expect((await readSettings(id)).tools.write?.policy).toBeUndefined();
  expect(await send("&rights=file")).toBe(200);
  expect((await readSettings(id)).tools.write?.policy).toBe("allow");
});

test("importAgent imports pins and expiries of facts without shortening existing ones", async () => {
  const whole: File = JSON.parse(text);
  const id = await newAgent();
  await storeFact(id, { layer: "short", content: "Is in Rome" }, user);
  const before = await endOf(id);
  await importFile(text, importAgent, id);
  expect(await endOf(id)).toBe(before);
  expect(JSON.parse(await textOf(id)).retention.blocks).toEqual(["persona"]);
  expect(await importFile(text, importAgent, id)).toMatchObject({ at: null, changes: [] });
  // If an imported expiry is in the past or far in the future, the fact expires after 14 days, like a new fact.
  for (const expiresAt of ["2020-01-01T00:00:00.000Z", "9999-01-01T00:00:00.000Z"]) {
    const other = await newAgent();
    const facts = whole.retention.facts.map((one) => ({ ...one, expiresAt }));
    await importFile({ ...whole, retention: { blocks: [], facts } }, importAgent, other);
    const days = (Date.parse(await endOf(other)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
  }
});

const endOf = async (id: string) =>
  (
    await sql()<{ at: string }[]>`
    select to_json(expires_at)#>>'{}' as at from memories where agent_id = ${id} and layer = 'short'`
  )[0]?.at ?? "";
