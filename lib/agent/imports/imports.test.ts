import { createReadStream } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelImport, historyImportJob } from "@/lib/agent/background/history-imports";
import { deleteArchives, PNG, writeArchive } from "@/lib/data/exports/testing/generate";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { put } from "@/lib/ground/blobs/blobs";
import type { ImportChoice } from "@/lib/shared/imports/contract";
import { listComponents } from "@/lib/store/agents/components";
import { list as listFiles } from "@/lib/store/data/files";
import { addImport, changeImport, readImport } from "@/lib/store/data/imports";
import { sql } from "@/lib/store/db";
import { readConversation } from "@/lib/store/loop/conversations";
import { listFacts } from "@/lib/store/memory/fact-list";
import { searchConversations } from "@/lib/store/search/search";
import { memoriesToReview, reviewMemories } from "./memories";
import { piecesOf } from "./run";
import { planUndo, undoImport } from "./undo";

let space: Awaited<ReturnType<typeof lab>>;
let agentId: string;
beforeAll(async () => {
  space = await lab();
  agentId = space.agentId;
});
afterAll(async () => {
  await space.close();
  await deleteArchives();
});

const work = (id: string) => historyImportJob.work({ id }, new AbortController().signal);

async function upload(path: string): Promise<string> {
  const file = await put(createReadStream(path), 1_000_000_000);
  const { id } = await addImport(agentId, { name: "export.zip", ...file });
  await work(id);
  return id;
}

async function take(path: string, choice: ImportChoice = {}) {
  const id = await upload(path);
  await changeImport(id, ["ready"], { status: "waiting", choice });
  await work(id);
  return readImport(agentId, id);
}

type Said = { role: string; content: object; parent: string | null; more?: object };
const node = (id: string, { role, content, parent, more }: Said) => ({
  ...{ id, parent, children: [] },
  message: { author: { role }, content, recipient: "all", create_time: 1_718_000_000, metadata: {}, ...more },
});
const plain = (...parts: unknown[]) => ({ content_type: "text", parts });
const chat = (id: string, nodes: ReturnType<typeof node>[], time = 1_718_000_000) => ({
  ...{ id, conversation_id: id, title: `Chat ${id}`, create_time: time, update_time: time + nodes.length },
  ...{ mapping: Object.fromEntries(nodes.map((one) => [one.id, one])), current_node: nodes.at(-1)?.id },
});
const archive = (chats: unknown[], files: Record<string, string | Uint8Array> = {}) =>
  writeArchive({ "conversations.json": JSON.stringify(chats), "user.json": "{}", ...files });

const two = (id: string, answer = "An answer about sourdough") => [
  node(`${id}-u`, { role: "user", content: plain("A question about rye"), parent: null }),
  node(`${id}-a`, { role: "assistant", content: plain(answer), parent: `${id}-u` }),
];

async function found(word: string) {
  const { conversations } = await searchConversations(agentId, word);
  return conversations;
}

test("a conversation with branches, a file and a component is stored with its times and its origin", async () => {
  const code = "export default function Clock() { return <p>Tick</p>; }";
  const canvas = {
    content_type: "code",
    text: JSON.stringify({ name: "My clock", type: "code/react", content: code }),
  };
  const nodes = [
    node("u", {
      ...{ role: "user", parent: null },
      content: {
        content_type: "multimodal_text",
        parts: [
          "See zwieback",
          { content_type: "image_asset_pointer", asset_pointer: "file-service://file-AbCdEf12" },
        ],
      },
    }),
    node("old", { role: "assistant", content: plain("Old words"), parent: "u" }),
    node("new", { role: "assistant", content: plain("New words"), parent: "u" }),
    node("c", {
      role: "assistant",
      content: canvas,
      parent: "new",
      more: { recipient: "canmore.create_textdoc" },
    }),
  ];
  const done = await take(await archive([chat("first", nodes)], { "file-AbCdEf12-oven.png": PNG }));
  expect(done).toMatchObject({
    ...{ status: "done", product: "chatgpt" },
    survey: { conversations: 1, messages: 3, artifacts: 1, files: 1 },
    report: { conversations: 1, messages: 3, components: 1, files: 1, left: [] },
  });
  const [{ id } = { id: "" }] = await found("zwieback");
  const view = await readConversation(agentId, id);
  expect(view?.conversation).toMatchObject({ title: "Chat first", origin: "import" });
  expect(view?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(view?.messages[0]).toMatchObject({
    parts: [{ type: "text" }, { type: "file", filename: "oven.png", mediaType: "image/png" }],
    metadata: { createdAt: expect.stringContaining("2024-06-10") },
  });
  expect(view?.messages[1]).toMatchObject({
    parts: [{ text: "New words" }, { type: "tool-render_and_wait", input: { component: "My clock" } }],
    metadata: {
      versions: ["old", "new"],
      calls: { "import-1": { shown: { name: "My clock", version: 1 } } },
    },
  });
  const marked =
    await sql()`select metadata->>'imported' as product from messages where conversation_id = ${id}`;
  expect(new Set(marked.map(({ product }) => product))).toEqual(new Set(["chatgpt"]));
  const [row] = await sql()`select to_json(read_web) as read_web from conversations where id = ${id}`;
  expect(row?.read_web).toEqual(["import:chatgpt"]);
  expect(await listComponents(agentId)).toMatchObject([{ name: "My clock", origins: ["import:chatgpt"] }]);
  const { files } = await listFiles(agentId);
  expect(files).toMatchObject([{ name: "oven.png", conversationId: id, origins: ["import:chatgpt"] }]);
});

test("the same export again adds nothing, and a newer one only what is new", async () => {
  const before = [chat("same", two("same")), chat("grows", two("grows")), chat("gone", two("gone"))];
  const first = await take(await archive(before));
  expect(first.report).toMatchObject({ conversations: 3, same: 0 });
  expect((await take(await archive(before))).report).toMatchObject({
    conversations: 0,
    updated: 0,
    same: 3,
    messages: 0,
  });
  await sql()`update conversations set deleted_at = now() where title = 'Chat gone'`;
  const more = node("more", { role: "user", content: plain("A pumpernickel"), parent: "grows-a" });
  const newer = await archive([
    ...[chat("same", two("same")), chat("grows", [...two("grows"), more])],
    ...[chat("gone", [...two("gone"), { ...more, parent: "gone-a" }]), chat("fresh", two("fresh"))],
  ]);
  const second = await take(newer);
  expect(second.report).toMatchObject({ conversations: 1, updated: 1, same: 1 });
  expect(second.report?.left).toMatchObject([{ reason: "deleted", count: 1 }]);
  expect(await found("pumpernickel")).toMatchObject([{ title: "Chat grows" }]);
});

test("a conversation that the user continued is not changed by a newer export", async () => {
  await take(await archive([chat("mine", two("mine"))]));
  const [{ id } = { id: "" }] = await sql()<
    { id: string }[]
  >`select id from conversations where title = 'Chat mine'`;
  await sql()`insert into messages (conversation_id, id, agent_id, role, parent_id, parts) values (${id}, 'own', ${agentId}, 'user', 'mine-a', '[]')`;
  const more = node("more", { role: "user", content: plain("Unwanted"), parent: "mine-a" });
  const { report } = await take(await archive([chat("mine", [...two("mine"), more])]));
  expect(report).toMatchObject({
    updated: 0,
    left: [{ reason: "continued", names: [{ name: "Chat mine" }] }],
  });
  expect(await found("Unwanted")).toEqual([]);
});

test("only the chosen months are taken", async () => {
  const chats = [chat("may", two("may"), 1_714_600_000), chat("july", two("july"), 1_719_900_000)];
  const { report, survey } = await take(await archive(chats), { from: "2024-06", to: "2024-08" });
  expect(survey?.months).toEqual([
    ["2024-05", 1],
    ["2024-07", 1],
  ]);
  expect(report).toMatchObject({ conversations: 1 });
});

test("an interrupted import continues where it stopped, and a cancelled one stops", async () => {
  const chats = Array.from({ length: 250 }, (_, nth) => chat(`many-${nth}`, two(`many-${nth}`)));
  const id = await upload(await archive(chats));
  await changeImport(id, ["ready"], { status: "waiting", choice: {} });
  const killed = new AbortController();
  const running = historyImportJob.work({ id }, killed.signal);
  killed.abort(new Error("Killed"));
  await expect(running).rejects.toThrow("Killed");
  const count = async () => (await sql()`select from conversations where title like 'Chat many-%'`).length;
  expect(await count()).toBe(100);
  await cancelImport(agentId, id);
  await work(id);
  expect(await count()).toBe(100);
  await changeImport(id, ["cancelled"], { status: "waiting" });
  await work(id);
  expect(await count()).toBe(250);
  expect((await readImport(agentId, id)).report).toMatchObject({ conversations: 150, same: 100 });
});

test("undoing removes conversations, files and components, and keeps continued conversations", async () => {
  const done = await take(await archive([chat("undo-1", two("undo-1")), chat("undo-2", two("undo-2"))]));
  const [{ id: kept } = { id: "" }] = await sql()<
    { id: string }[]
  >`select id from conversations where title = 'Chat undo-2'`;
  await sql()`insert into messages (conversation_id, id, agent_id, role, parent_id, parts) values (${kept}, 'own', ${agentId}, 'user', 'undo-2-a', '[]')`;
  expect(await planUndo(agentId, done.id)).toMatchObject({ conversations: 1, continued: [{ id: kept }] });
  await undoImport(agentId, done.id, "keep");
  const left =
    await sql()`select title from conversations where title like 'Chat undo-%' and deleted_at is null`;
  expect(left.map(({ title }) => title)).toEqual(["Chat undo-2"]);
  const again = await take(await archive([chat("undo-1", two("undo-1"))]));
  expect(again.report).toMatchObject({ conversations: 1 });
});

test("the versions that an import and its undo write name the import", async () => {
  const [product, kind] = ["chatgpt", "component"];
  const [item] = await sql()<{ id: string; name: string }[]>`
    select import_id as id, target as name from imported_items where agent_id = ${agentId} and kind = ${kind} limit 1`;
  if (!item) throw new Error("No component was imported");
  await undoImport(agentId, item.id, "delete");
  const causes = await sql()`
    select cause from revisions where agent_id = ${agentId} and kind = ${kind} and name = ${item.name} order by version`;
  const { id } = item;
  expect(causes[0]?.cause).toEqual({ historyImport: { id, product } });
  expect(causes.at(-1)?.cause).toEqual({ historyImport: { id, product, isUndone: true } });
});

test("memories become facts only when the user accepts them, and known ones are marked", async () => {
  const context = {
    content_type: "model_editable_context",
    model_set_context: "1. [2024-05-01]. Likes rye bread.\n2. [2024-05-02]. Owns a mill.",
  };
  const nodes = [node("ctx", { role: "assistant", content: context, parent: null }), ...two("mem")];
  const { id, openMemories } = await take(await archive([chat("mem", nodes)]));
  expect(openMemories).toBe(2);
  expect((await listFacts(agentId)).facts).toEqual([]);
  const [rye, mill] = await memoriesToReview(agentId, id);
  expect(
    await reviewMemories(agentId, id, {
      accept: [{ id: rye?.id ?? "", content: "Likes rye." }],
      dismiss: [mill?.id ?? ""],
    }),
  ).toBe(1);
  const { facts } = await listFacts(agentId);
  expect(facts).toMatchObject([{ content: "Likes rye.", origins: ["import:chatgpt"] }]);
  expect(await memoriesToReview(agentId, id)).toEqual([]);
  const other = { ...context, model_set_context: "1. [2024-05-03]. Likes rye!" };
  const again = await take(
    await archive([
      chat("mem2", [node("ctx", { role: "assistant", content: other, parent: null }), ...two("mem2")]),
    ]),
  );
  expect(await memoriesToReview(agentId, again.id)).toMatchObject([{ known: { content: "Likes rye." } }]);
});

test("an artifact that lacks a file is kept as code, and the report names the file and libraries", async () => {
  const code =
    'import a from "no-such-package"; import X from "./no-such-file"; export default () => <X a={a} />;';
  const canvas = {
    content_type: "code",
    text: JSON.stringify({ name: "Lacking", type: "code/react", content: code }),
  };
  const nodes = [
    ...two("lack"),
    node("k", {
      role: "assistant",
      content: canvas,
      parent: "lack-a",
      more: { recipient: "canmore.create_textdoc" },
    }),
  ];
  const { report } = await take(await archive([chat("lack", nodes)]));
  expect(report?.left).toMatchObject([
    {
      reason: "does_not_compile",
      names: [{ name: "Lacking", detail: expect.stringContaining("no-such-file") }],
    },
    { reason: "missing_library", names: [{ name: "Lacking", detail: "no-such-package" }] },
  ]);
  const view = await readConversation(agentId, (await found("Lacking"))[0]?.id ?? "");
  expect(JSON.stringify(view?.messages)).toContain("```jsx");
});

test("a file that is no export fails with a reason", async () => {
  const id = await upload(await writeArchive({ "a.txt": "Hello" }));
  expect(await readImport(agentId, id)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("not an export"),
  });
});

test("long memories are split at paragraphs and lines", () => {
  expect(piecesOf("a\n\nb")).toEqual(["a\n\nb"]);
  const long = piecesOf(`${"a".repeat(1_500)}\n\n${"b".repeat(1_500)}\n${"c".repeat(4_500)}`);
  expect(long.map(({ length }) => length)).toEqual([1_500, 1_500, 2_000, 2_000, 500]);
});
