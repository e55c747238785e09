import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdCompressSync } from "node:zlib";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as schema from "@/drizzle/schema";
import { makeAgent } from "@/lib/agents/make";
import * as blobs from "@/lib/blobs/blobs";
import { runQuery } from "@/lib/documents/query";
import { createJob } from "@/lib/schedule/jobs";
import { AGENT_FILE_BYTES } from "@/lib/shared/import";
import { FILE_PLACE, isPart, KINDS } from "@/lib/shared/kinds";
import { execute } from "@/lib/sqlite/index";
import { lab } from "@/lib/sqlite/testing/lab";
import { changeAgent } from "@/lib/store/agents";
import { visit } from "@/lib/store/away";
import { createBoard } from "@/lib/store/boards";
import { readConversation } from "@/lib/store/conversations";
import { sql } from "@/lib/store/db";
import * as files from "@/lib/store/files";
import { writeText } from "@/lib/store/identity";
import { addMcpServers } from "@/lib/store/mcp-servers";
import { changeFact, storeFact } from "@/lib/store/memories";
import { pinBlock } from "@/lib/store/memory-blocks";
import { changeSetting, readSettings } from "@/lib/store/settings";
import { cutBytes } from "./cut-bytes";
import { exportAgent } from "./export";
import { importAgent, previewImport } from "./import";
import { SECTIONS } from "./sections";
import { TABLES_OF_AGENT } from "./tables";
import { fullAgent, newAgent, person } from "./testing/agents";

vi.mock(
  "@/lib/authored/compile/index",
  async () => (await import("@/lib/authored/components/testing/lab")).compiler,
);
vi.mock(
  "@/lib/authored/components/gate",
  async () => (await import("@/lib/authored/components/testing/lab")).gates,
);
vi.mock("@/lib/sandbox/index", () => ({ runInSandbox: async () => ({}), checkSyntax: async () => {} }));

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

const SECRET = "sk-1234567890abcdef";
const PICTURE = Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010806000000", "hex");

/** Of everything that a file holds, something. */
async function wholeAgent(): Promise<string> {
  const id = await fullAgent();
  await writeText(id, "db_schema", () => "ai_visits: who came", person);
  const { id: home } = await storeFact(id, { layer: "long", content: "Lives in Ulm" }, person);
  await changeFact(id, home, { pinned: true }, person);
  await storeFact(id, { layer: "short", content: "Is in Rome" }, person);
  await sql()`update memories set expires_at = now() + interval '3 days' where agent_id = ${id} and layer = 'short'`;
  await pinBlock(id, { label: "persona", isArchival: false }, true);
  await createJob(id, { name: "Morning", instruction: "Plan", cronExpression: "0 7 * * *" }, person);
  await createBoard(id, { name: "Kitchen", tiles: [] }, person);
  await changeAgent(id, { description: "Plans journeys", mark: "teal 🧭" });
  await changeSetting(id, "toolset:web", { mode: "on", instructions: "Be brief" }, "agent");
  await changeSetting(id, "provider:openai", { apiKey: SECRET }, "agent");
  // How things stand here is no part of it.
  await visit(id);
  const server = {
    transport: "http",
    command: null,
    args: [],
    env: null,
    oauth: null,
    enabled: true,
  } as const;
  await addMcpServers(id, [
    {
      ...server,
      id: "maps",
      title: "Maps",
      args: [],
      url: `https://maps.example/mcp?key=${SECRET}`,
      headers: SECRET,
    },
  ]);
  for (const statement of [
    "CREATE TABLE trip (id INTEGER PRIMARY KEY, place TEXT)",
    "INSERT INTO trip (place) VALUES ('Ulm'), ('Rome'), ('Gone')",
    "DELETE FROM trip WHERE place = 'Gone'",
    "CREATE VIRTUAL TABLE notes USING fts5(body)",
    "INSERT INTO notes VALUES ('a walk by the Danube')",
  ])
    await execute({ agentId: id, sql: statement });
  const by = { agentId: id, by: person };
  const many = Array.from({ length: 1_500 }, (_, n) => ({ _id: n, text: "\u2028 x".repeat(250) }));
  await runQuery({ operation: "insertMany", collection: "ai_many", data: many }, by);
  await runQuery(
    { operation: "createIndex", collection: "ai_visits", keys: { who: 1 }, options: { unique: true } },
    by,
  );
  const visits = [
    { who: "Ada", at: { $date: "2026-01-01T00:00:00Z" } },
    { who: "Bo", n: { $numberLong: "9007199254740993" } },
  ];
  await runQuery({ operation: "insertMany", collection: "ai_visits", data: visits }, by);
  await runQuery(
    { operation: "insertOne", collection: "contacts", data: { name: "Ada", phone: "+49 1" } },
    by,
  );
  for (const [name, bytes, origin] of [
    ["plan.md", Buffer.from("# Plan"), "upload"],
    ["map.png", PICTURE, "generated"],
  ] as const) {
    const kept = await blobs.put(bytes, 1_000);
    const mediaType = name === "plan.md" ? "text/markdown" : "image/png";
    await files.add(id, { ...kept, name, mediaType, origin });
  }
  await converse(id);
  return id;
}

const TALK = { first: randomUUID(), second: randomUUID(), run: randomUUID() };

/** Two conversations, of which one goes on in the other, with an earlier version of an answer, and what is under way and asked. */
async function converse(id: string): Promise<void> {
  const { first, second, run } = TALK;
  const said = (text: string) => [{ type: "text", text }];
  const call = (toolCallId: string, more: object) => ({
    ...{ type: "tool-ask_user", toolCallId, state: "input-available" },
    ...{ input: { question: "Where to?" }, ...more },
  });
  const waiting = [
    { type: "step-start" },
    { type: "text", text: "Let me", state: "streaming" },
    call("q", {}),
    { ...call("w", { approval: { id: "a" } }), type: "tool-write", state: "approval-responded" },
  ];
  await sql()`
    insert into conversations (id, agent_id, title, identity, approved_tools, read_web, read_through, pinned_at, ended_at, summary)
    values (${first}, ${id}, 'Ulm', 'Be terse', '{run_code}', '{https://a.example}', '{"https://a.example block persona"}', now(), now(), 'Of Ulm'),
      (${second}, ${id}, 'Rome', 'Be terse', '{}', '{}', '{}', null, null, null)`;
  await sql()`update conversations set continued_by = ${second} where id = ${first}`;
  const messages = [
    [first, "u", "user", null, true, said("Tell me of Ulm \u{1f600}")],
    [first, "a", "assistant", "u", false, said("Ulm.")],
    [
      first,
      "b",
      "assistant",
      "u",
      true,
      [
        ...said("Ulm lies by the Danube."),
        { type: "tool-x", toolCallId: "t", state: "output-available", input: {}, output: "\0" },
      ],
    ],
    [
      second,
      "u",
      "user",
      null,
      true,
      [...said("And Rome?"), { type: "file", url: `/api/files/${randomUUID()}`, mediaType: "image/png" }],
    ],
    [second, "a", "assistant", "u", true, waiting],
  ] as const;
  for (const [conversation, message, role, parent, active, parts] of messages)
    await sql()`
      insert into messages (conversation_id, id, agent_id, role, parent_id, active, parts, metadata)
      values (${conversation}, ${message}, ${id}, ${role}, ${parent}, ${active}, ${JSON.stringify(parts)}::json,
        ${role === "user" ? null : JSON.stringify({ model: "x/y" })}::json)`;
  await sql()`insert into runs (id, agent_id, conversation_id, message_id, status) values (${run}, ${id}, ${second}, 'a', 'waiting')`;
  await sql()`
    insert into asks (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, kind, input)
    values (${second}, 'a', 'q', ${id}, ${run}, 'ask_user', 'answer', '{}')`;
  await sql()`
    insert into sheets (conversation_id, message_id, tool_call_id, agent_id, entries, closed_at)
    values (${first}, 'b', 't', ${id}, '{"form:a": {"name": "Ada"}}', now())`;
}

async function textOf(id: string, extent: "all" | "live" = "all"): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportAgent(id, extent, new Date(0), { conversations: true })) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function* bytesOf(given: string, size = 65_536) {
  const bytes = Buffer.from(given);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function brought(given: string | object, act: typeof importAgent | typeof previewImport, id: string) {
  const { text, brought } = await cutBytes(
    bytesOf(typeof given === "string" ? given : JSON.stringify(given)),
  );
  const value: unknown = JSON.parse(Buffer.from(text).toString());
  return act === importAgent ? importAgent(id, value, undefined, brought) : previewImport(id, value, brought);
}

/** Without what is of the workspace. */
const plain = (given: string) => given.replaceAll(/"createdAt":"[^"]*"/g, "");

test("every table of an agent is in its file, or says why it is not", () => {
  const tables = Object.values(schema)
    .filter((one) => is(one, PgTable))
    .filter((one) => "agentId" in getTableColumns(one) || getTableName(one) === "agents")
    .map((one) => getTableName(one));
  expect(Object.keys(TABLES_OF_AGENT).sort()).toEqual(tables.sort());
});

test("every kind and every table that is in a file has a field, which the file of a whole agent has", () => {
  const file = JSON.parse(text);
  const fields = Object.values(TABLES_OF_AGENT).flatMap((held) => {
    if ("without" in held) return [];
    return [isPart(held.as) ? FILE_PLACE[held.as].field : held.as];
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

test("an agent's file makes the same agent in another workspace, which writes the same file", async () => {
  ({ id: copyId } = await makeAgent({ name: "Copy", from: agentId }));
  await sql()`delete from agents where id = ${agentId}`;
  const empty = await newAgent();
  const preview = await brought(text, previewImport, empty);
  const done = await brought(text, importAgent, empty);
  expect(done.changes).toEqual(preview.changes);
  const again = await textOf(empty);
  expect(plain(again)).toBe(plain(text));
  expect(await brought(text, importAgent, empty)).toMatchObject({ at: null, changes: [] });
  const [found] = (
    await runQuery(
      { operation: "find", collection: "ai_visits", filter: { who: "Bo" } },
      { agentId: empty, by: person },
    )
  ).rows as { n: unknown }[];
  expect(found?.n).toEqual({ $numberLong: "9007199254740993" });
  expect(
    await execute({ agentId: empty, sql: "SELECT body FROM notes WHERE notes MATCH 'danube'" }),
  ).toMatchObject({ rows: [["a walk by the Danube"]] });
  expect((await readSettings(copyId)).toolsets.web).toEqual({ mode: "on", instructions: "Be brief" });
});

type File = Record<string, unknown> & {
  collections: Record<string, unknown>[];
  files: Record<string, unknown>[];
  history: Record<string, unknown>[];
  facts: Record<string, unknown>[];
  conversations: (Record<string, unknown> & { messages: Record<string, unknown>[] })[];
  retention: { blocks: string[]; facts: object[] };
};

const sqlite = (...statements: string[]) => {
  const path = join(space.folder, `foreign-${randomUUID()}`);
  const db = new DatabaseSync(path, { defensive: false });
  for (const statement of statements) db.exec(statement);
  db.close();
  return readFileSync(path);
};
const packed = (bytes: Uint8Array) => ({ tables: [], bytes: zstdCompressSync(bytes).toString("base64") });
const zeros = (size: number) => Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(size)]);
const collection = (over: object) => ({
  collections: [{ name: "ai_x", indexes: [], documents: [], ...over }],
});
const setting = (key: string, value: unknown) => ({ settings: [{ key, value }] });
const server = (over: object) => ({ servers: [{ id: "x", url: "https://x.example", ...over }] });
const ofTalk =
  (over: object) =>
  ({ conversations: [one] }: File) => ({
    conversations: [{ ...one, messages: [{ ...one?.messages[0], ...over }] }],
  });
const ofFirst = (file: File, over: object) => ({ files: [{ ...file.files[0], ...over }] });

const END = { id: randomUUID(), pinned: true, expiresAt: null };

const HOSTILE: [what: string, over: (file: File) => object, message: RegExp][] = [
  ["bytes that are none", (file) => ofFirst(file, { bytes: "###" }), /files: its bytes are not base64/],
  ["base64 that ends early", (file) => ofFirst(file, { bytes: "abc" }), /files: its bytes are not base64/],
  ["a file without bytes", (file) => ofFirst(file, { bytes: undefined }), /files\[0\]\.bytes/],
  [
    "a file twice",
    (file) => ({ files: [file.files[0], file.files[0]] }),
    /files\[1\]: its id is there twice/,
  ],
  [
    "a file of a kind of its own",
    (file) => ofFirst(file, { url: "/etc/passwd" }),
    /files\[0\]\.url: Unknown field/,
  ],
  [
    "a database that unpacks without end",
    () => ({ database: packed(zeros(110_000_000)) }),
    /database: A database has at most/,
  ],
  [
    "a database that is a text",
    () => ({ database: packed(Buffer.from("Hello")) }),
    /database: It is no database/,
  ],
  [
    "a database that is not compressed",
    () => ({ database: { tables: [], bytes: "SGVsbG8=" } }),
    /database: It is no database/,
  ],
  ["a database that is damaged", () => ({ database: packed(zeros(8_192)) }), /database: /],
  [
    "a database of large pages",
    () => ({ database: packed(sqlite("PRAGMA page_size = 65536", "CREATE TABLE a (b)")) }),
    /65536 bytes/,
  ],
  [
    "a database with marks of its own",
    () => ({ database: packed(sqlite("CREATE VIEW easel_origins AS SELECT 1")) }),
    /easel_origins/,
  ],
  ["a collection of the workspace", () => collection({ name: "messages" }), /collections\[0\]\.name/],
  [
    "a collection twice",
    () => ({ collections: [...collection({}).collections, ...collection({}).collections] }),
    /twice/,
  ],
  ["a document that is none", () => collection({ documents: [1] }), /collections\[0\]\.documents\[0\]/],
  [
    "a contact without a name",
    () => collection({ name: "contacts", documents: [{ _id: 1 }] }),
    /documents\[0\]: .*name/,
  ],
  [
    "documents that are no JSON",
    () => collection({ documents: undefined, bytes: packed(Buffer.from("{\n")).bytes }),
    /a document a line/,
  ],
  [
    "documents that unpack without end",
    () => collection({ documents: undefined, bytes: packed(Buffer.alloc(300_000_000, 32)).bytes }),
    /more than there is room for/,
  ],
  ["neither documents nor bytes", () => collection({ documents: undefined }), /documents or bytes/],
  ["a document twice", () => collection({ documents: [{ _id: 1 }, { _id: 1 }] }), /duplicate key/],
  ["a key of a provider", () => setting("provider:openai", { apiKey: "x" }), /no setting of an agent's own/],
  ["an unknown setting", () => setting("__proto__", {}), /no setting of an agent's own/],
  ["limits beyond what may be set", () => setting("limits", { steps: 1e9 }), /settings\[0\]\.value\.steps/],
  ["a setting without end", () => setting("toolset:web", { instructions: "x".repeat(40_000) }), /too long/],
  [
    "an end of a fact twice",
    () => ({ retention: { blocks: [], facts: [END, END] } }),
    /retention\.facts\[1\]: it is there twice/,
  ],
  [
    "an end of a fact that is none",
    () => ({ retention: { blocks: [], facts: [{ ...END, id: "x" }] } }),
    /retention\.facts\[0\]\.id/,
  ],
  [
    "a conversation twice",
    ({ conversations: [one] }) => ({ conversations: [one, one] }),
    /conversations\[1\]\.id: .*twice/,
  ],
  [
    "a message without the one before it",
    ofTalk({ parentId: "gone" }),
    /conversations\[0\]\.messages\[0\]\.parentId: there is no such message/,
  ],
  ["a part that is none", ofTalk({ parts: ["x"] }), /conversations\[0\]\.messages\[0\]\.parts\[0\]/],
  [
    "a picture that is fetched where it is drawn",
    ofTalk({ parts: [{ type: "file", url: "https://evil.example/x.png", mediaType: "image/png" }] }),
    /messages\[0\]\.parts\[0\]\.url: A file is one of the agent's/,
  ],
  ["a message of a system", ofTalk({ role: "system" }), /conversations\[0\]\.messages\[0\]\.role/],
  [
    "a conversation that allows",
    ({ conversations: [one] }) => ({ conversations: [{ ...one, approvedTools: ["x"] }] }),
    /approvedTools: Unknown field/,
  ],
  [
    "packed messages of no conversation",
    () => ({ conversations: [packed(Buffer.from('{"message":{}}\n'))].map(({ bytes }) => ({ bytes })) }),
    /conversations\[0\]\.bytes\[0\]: no conversation stands before it/,
  ],
  [
    "packed messages that are no JSON",
    () => ({ conversations: [{ bytes: packed(Buffer.from("{\n")).bytes }] }),
    /conversations\[0\]\.bytes: .*a message a line/,
  ],
  ["a server with a key", () => server({ headers: { authorization: "x" } }), /brings no headers/],
  ["a server at no address", () => server({ url: "file:///etc/passwd" }), /servers\[0\]\.url/],
];

test.each(HOSTILE)("a file with %s is refused in words, and nothing changes", async (_, over, message) => {
  const id = await newAgent();
  const before = await textOf(id);
  const file: File = JSON.parse(text);
  const {
    collections: _c,
    database: _d,
    files: _f,
    servers: _s,
    settings: _t,
    profile: _p,
    retention: _r,
    conversations: _v,
    ...rest
  } = file;
  const spoilt = { ...rest, ...over(file) };
  await expect(brought(spoilt, importAgent, id)).rejects.toMatchObject({
    code: expect.stringMatching(/^(invalid|too_large|conflict)$/),
    message: expect.stringMatching(message),
  });
  const after = JSON.parse(await textOf(id));
  expect(after.collections ?? []).toEqual([]);
  expect({ tools: after.tools, state: after.state }).toEqual({ tools: [], state: [] });
  expect(JSON.parse(before).prompt).toBe(after.prompt);
});

test("what was said comes closed, with its marks and without what was allowed in it; it goes into a file only if asked", async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportAgent(copyId, "all", new Date(0))) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).not.toContain("Danube lies");
  expect(JSON.parse(Buffer.concat(pieces).toString()).conversations).toBeUndefined();

  const id = await newAgent();
  // The ids are those of the agent to which the file went before.
  const done = await brought(text, importAgent, id);
  expect(done.changes).toContainEqual(
    expect.objectContaining({ kind: "conversation", detail: "2 conversations with 5 messages" }),
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
    { toolCallId: "w", state: "output-error", errorText: expect.stringMatching(/not done/) },
  ]);
  expect((await searchOf(id, "danube")).map((one) => one.id)).toEqual([rows[1]?.id]);
  const { conversations } = JSON.parse(await textOf(id));
  const without = (list: { title: string }[]) =>
    JSON.stringify(list.toSorted((a, b) => a.title.localeCompare(b.title))).replaceAll(
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      "",
    );
  expect(without(conversations)).toBe(without(JSON.parse(text).conversations));
  expect(await brought(text, importAgent, id)).toMatchObject({ at: null, changes: [] });
  await sql()`update conversations set deleted_at = now() where agent_id = ${id} and title = 'Rome'`;
  expect((await brought(text, importAgent, id)).changes).toMatchObject([{ kind: "conversation" }]);
  expect(await readConversation(id, rows[0]?.id ?? "")).not.toBeNull();
});

const searchOf = async (id: string, word: string) =>
  sql()<{ id: string }[]>`
    select distinct conversation_id as id from messages where agent_id = ${id} and body like ${`%${word}%`} and active`;

test("many messages travel packed, and come as they were", async () => {
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
  await brought(whole, importAgent, other);
  expect(plain(await textOf(other))).toBe(plain(whole));
});

test("what a file allows without a question is asked about where the person does not take it", async () => {
  const id = await newAgent();
  const file: File = {
    ...JSON.parse(text),
    ...setting("tool:write", { policy: "allow", timeoutSeconds: 5 }),
  };
  const given = {
    ...file,
    settings: [...(file.settings as object[]), { key: "toolset:code", value: { packages: true } }],
  };
  const { changes } = await brought(given, previewImport, id);
  expect(changes.filter(({ allows }) => allows).map(({ name }) => name)).toEqual([
    "tool:write",
    "toolset:code",
  ]);
  const { text: bare, brought: blobs } = await cutBytes(bytesOf(JSON.stringify(given)));
  await importAgent(id, JSON.parse(Buffer.from(bare).toString()), undefined, blobs, "ask");
  const { tools, toolsets } = await readSettings(id);
  expect([tools.write, toolsets.code]).toEqual([{ timeoutSeconds: 5 }, undefined]);
  // What the person has said here stays.
  await changeSetting(id, "tool:write", { policy: "deny" }, "agent");
  await importAgent(id, JSON.parse(Buffer.from(bare).toString()), undefined, blobs, "ask");
  expect((await readSettings(id)).tools.write?.policy).toBe("deny");
  await brought(given, importAgent, id);
  expect((await readSettings(id)).tools.write?.policy).toBe("allow");
});

test("what is pinned and what ends comes with the facts; of what is here already nothing ends sooner", async () => {
  const whole: File = JSON.parse(text);
  const id = await newAgent();
  await storeFact(id, { layer: "short", content: "Is in Rome" }, person);
  const before = await endOf(id);
  await brought(text, importAgent, id);
  expect(await endOf(id)).toBe(before);
  expect(JSON.parse(await textOf(id)).retention.blocks).toEqual(["persona"]);
  expect(await brought(text, importAgent, id)).toMatchObject({ at: null, changes: [] });
  // One that has ended long ago lasts as if it were said now, and none lasts longer.
  for (const expiresAt of ["2020-01-01T00:00:00.000Z", "9999-01-01T00:00:00.000Z"]) {
    const other = await newAgent();
    const facts = whole.retention.facts.map((one) => ({ ...one, expiresAt }));
    await brought({ ...whole, retention: { blocks: [], facts } }, importAgent, other);
    const days = (Date.parse(await endOf(other)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
  }
});

const endOf = async (id: string) =>
  (
    await sql()<{ at: string }[]>`
    select to_json(expires_at)#>>'{}' as at from memories where agent_id = ${id} and layer = 'short'`
  )[0]?.at ?? "";

test("a file names no bytes that it has not brought, and is no larger than what is taken", async () => {
  const id = await newAgent();
  const [secret] = (await files.list(copyId)).files;
  const file: File = JSON.parse(text);
  const stolen = JSON.stringify({ ...file, files: [{ ...file.files[0], bytes: "X" }] }).replace(
    '"bytes":"X"',
    `"b\\u0079tes":"${secret?.hash}"`,
  );
  await expect(brought(stolen, importAgent, id)).rejects.toThrow(/has to be the file as base64/);
  await expect(cutBytes(bytesOf(" ".repeat(AGENT_FILE_BYTES + 1), 1_000_000))).rejects.toMatchObject({
    code: "too_large",
  });
});

test("a file with facts of another agent's ids leaves those as they are", async () => {
  const id = await newAgent();
  const [theirs] = await sql()<
    { id: string }[]
  >`select id from memories where agent_id = ${copyId} and layer = 'long'`;
  const file: File = JSON.parse(await textOf(copyId, "live"));
  const changed = JSON.stringify(file).replaceAll("Lives in Ulm", "Lives in Rome");
  await brought(changed, importAgent, id);
  const rows = await sql()<{ id: string; content: string; agent: string }[]>`
    select id, content, agent_id as agent from memories
    where agent_id in (${id}, ${copyId}) and layer = 'long' order by content`;
  expect(rows).toEqual([
    { id: expect.not.stringMatching(theirs?.id ?? ""), content: "Lives in Rome", agent: id },
    { id: theirs?.id, content: "Lives in Ulm", agent: copyId },
  ]);
  expect(await brought(changed, importAgent, id)).toMatchObject({ at: null, changes: [] });
});
