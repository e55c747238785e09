import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { AGENT_FILE_BYTES } from "@/lib/shared/import";
import * as files from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { cutBytes } from "./cut-bytes";
import { importAgent } from "./import";
import { newAgent } from "./testing/agents";
import { bytesOf, type File, importFile, setting, textOf, wholeAgent } from "./testing/whole-agent";

fakeCompiler();
fakeSandbox();

let space: Awaited<ReturnType<typeof lab>>;
let agentId: string;
let text: string;
beforeAll(async () => {
  space = await lab();
  agentId = await wholeAgent();
  text = await textOf(agentId);
});
afterAll(() => space.close());

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
const server = (over: object) => ({ servers: [{ id: "x", url: "https://x.example", ...over }] });
const ofTalk =
  (over: object) =>
  ({ conversations: [one] }: File) => ({
    conversations: [{ ...one, messages: [{ ...one?.messages[0], ...over }] }],
  });
const ofFirst = (file: File, over: object) => ({ files: [{ ...file.files[0], ...over }] });

const END = { id: randomUUID(), pinned: true, expiresAt: null };

const HOSTILE: [what: string, over: (file: File) => object, message: RegExp][] = [
  ["invalid base64", (file) => ofFirst(file, { bytes: "###" }), /files: its bytes are not base64/],
  ["base64 that ends early", (file) => ofFirst(file, { bytes: "abc" }), /files: its bytes are not base64/],
  ["a file without bytes", (file) => ofFirst(file, { bytes: undefined }), /files\[0\]\.bytes/],
  ["a file twice", (file) => ({ files: [file.files[0], file.files[0]] }), /files\[1\]: its id appears twice/],
  [
    "a file with an unknown field",
    (file) => ofFirst(file, { url: "/etc/passwd" }),
    /files\[0\]\.url: Unknown field/,
  ],
  [
    "a database that decompresses to 110 MB",
    () => ({ database: packed(zeros(110_000_000)) }),
    /database: A database can be at most/,
  ],
  [
    "a database that is not SQLite",
    () => ({ database: packed(Buffer.from("Hello")) }),
    /database: The file is not an Easel database/,
  ],
  [
    "a database that is not compressed",
    () => ({ database: { tables: [], bytes: "SGVsbG8=" } }),
    /database: The file is not an Easel database/,
  ],
  ["a database that is damaged", () => ({ database: packed(zeros(8_192)) }), /database: /],
  [
    "a database of large pages",
    () => ({ database: packed(sqlite("PRAGMA page_size = 65536", "CREATE TABLE a (b)")) }),
    /65536 bytes/,
  ],
  [
    "a database with a reserved name",
    () => ({ database: packed(sqlite("CREATE VIEW easel_origins AS SELECT 1")) }),
    /easel_origins/,
  ],
  ["a collection of the workspace", () => collection({ name: "messages" }), /collections\[0\]\.name/],
  [
    "a collection twice",
    () => ({ collections: [...collection({}).collections, ...collection({}).collections] }),
    /twice/,
  ],
  ["an invalid document", () => collection({ documents: [1] }), /collections\[0\]\.documents\[0\]/],
  [
    "a contact without a name",
    () => collection({ name: "contacts", documents: [{ _id: 1 }] }),
    /documents\[0\]: .*name/,
  ],
  [
    "documents that are not JSON",
    () => collection({ documents: undefined, bytes: packed(Buffer.from("{\n")).bytes }),
    /one document per line/,
  ],
  [
    "documents that decompress to 300 MB",
    () => collection({ documents: undefined, bytes: packed(Buffer.alloc(300_000_000, 32)).bytes }),
    /decompressed size exceeds the limit/,
  ],
  ["neither documents nor bytes", () => collection({ documents: undefined }), /documents or bytes/],
  ["a document twice", () => collection({ documents: [{ _id: 1 }, { _id: 1 }] }), /duplicate key/],
  ["a key of a provider", () => setting("provider:openai", { apiKey: "x" }), /not a setting of an agent/],
  ["an unknown setting", () => setting("__proto__", {}), /not a setting of an agent/],
  ["limits above the maximum", () => setting("limits", { steps: 1e9 }), /settings\[0\]\.value\.steps/],
  ["an oversized setting", () => setting("toolset:web", { instructions: "x".repeat(40_000) }), /too long/],
  [
    "a duplicate expiry of a fact",
    () => ({ retention: { blocks: [], facts: [END, END] } }),
    /retention\.facts\[1\]: the fact appears twice/,
  ],
  [
    "an invalid expiry of a fact",
    () => ({ retention: { blocks: [], facts: [{ ...END, id: "x" }] } }),
    /retention\.facts\[0\]\.id/,
  ],
  [
    "a conversation twice",
    ({ conversations: [one] }) => ({ conversations: [one, one] }),
    /conversations\[1\]\.id: .*twice/,
  ],
  [
    "a message without its parent",
    ofTalk({ parentId: "gone" }),
    /conversations\[0\]\.messages\[0\]\.parentId: no earlier message has this id/,
  ],
  ["an invalid part", ofTalk({ parts: ["x"] }), /conversations\[0\]\.messages\[0\]\.parts\[0\]/],
  [
    "an image on another server",
    ofTalk({ parts: [{ type: "file", url: "https://evil.example/x.png", mediaType: "image/png" }] }),
    /messages\[0\]\.parts\[0\]\.url: The file must be one of the agent's/,
  ],
  ["a system message", ofTalk({ role: "system" }), /conversations\[0\]\.messages\[0\]\.role/],
  [
    "a conversation with approved tools",
    ({ conversations: [one] }) => ({ conversations: [{ ...one, approvedTools: ["x"] }] }),
    /approvedTools: Unknown field/,
  ],
  [
    "packed messages without a conversation",
    () => ({ conversations: [packed(Buffer.from('{"message":{}}\n'))].map(({ bytes }) => ({ bytes })) }),
    /conversations\[0\]\.bytes\[0\]: no conversation precedes it/,
  ],
  [
    "packed messages that are not JSON",
    () => ({ conversations: [{ bytes: packed(Buffer.from("{\n")).bytes }] }),
    /conversations\[0\]\.bytes: .*one message per line/,
  ],
  ["a server with a key", () => server({ headers: { authorization: "x" } }), /cannot have headers/],
  ["a server with an invalid address", () => server({ url: "file:///etc/passwd" }), /servers\[0\]\.url/],
];

test.each(HOSTILE)("importAgent rejects a file with %s without changes", async (_, over, message) => {
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
  await expect(importFile(spoilt, importAgent, id)).rejects.toMatchObject({
    code: expect.stringMatching(/^(invalid|too_large|conflict)$/),
    message: expect.stringMatching(message),
  });
  const after = JSON.parse(await textOf(id));
  expect(after.collections ?? []).toEqual([]);
  expect({ tools: after.tools, state: after.state }).toEqual({ tools: [], state: [] });
  expect(JSON.parse(before).prompt).toBe(after.prompt);
});

test("importAgent rejects a hash instead of base64, and a file beyond the size limit", async () => {
  const id = await newAgent();
  const [secret] = (await files.list(agentId)).files;
  const file: File = JSON.parse(text);
  const stolen = JSON.stringify({ ...file, files: [{ ...file.files[0], bytes: "X" }] }).replace(
    '"bytes":"X"',
    `"b\\u0079tes":"${secret?.hash}"`,
  );
  await expect(importFile(stolen, importAgent, id)).rejects.toThrow(/must be the file as base64/);
  await expect(cutBytes(bytesOf(" ".repeat(AGENT_FILE_BYTES + 1), 1_000_000))).rejects.toMatchObject({
    code: "too_large",
  });
});

test("importAgent leaves the facts of another agent with the same ids unchanged", async () => {
  const id = await newAgent();
  const [theirs] = await sql()<
    { id: string }[]
  >`select id from memories where agent_id = ${agentId} and layer = 'long'`;
  const file: File = JSON.parse(await textOf(agentId, "live"));
  const changed = JSON.stringify(file).replaceAll("Lives in Ulm", "Lives in Rome");
  await importFile(changed, importAgent, id);
  const rows = await sql()<{ id: string; content: string; agent: string }[]>`
    select id, content, agent_id as agent from memories
    where agent_id in (${id}, ${agentId}) and layer = 'long' order by content`;
  expect(rows).toEqual([
    { id: expect.not.stringMatching(theirs?.id ?? ""), content: "Lives in Rome", agent: id },
    { id: theirs?.id, content: "Lives in Ulm", agent: agentId },
  ]);
  expect(await importFile(changed, importAgent, id)).toMatchObject({ at: null, changes: [] });
});
