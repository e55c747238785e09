import { readFile, writeFile } from "node:fs/promises";
import { buffer, text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { Leftovers } from "@/lib/shared/imports/left";
import type { SourceConversation, SourcePart } from "./conversation";
import { openExport } from "./export";
import {
  chatGptConversation,
  deleteArchives,
  generateExport,
  PNG,
  seeded,
  writeArchive,
} from "./testing/generate";

const NOW = Date.UTC(2026, 5, 1);

afterAll(deleteArchives);

async function read(path: string) {
  const leftovers = new Leftovers();
  const opened = await openExport(path, leftovers, NOW);
  const conversations: SourceConversation[] = [];
  for await (const one of opened.conversations()) conversations.push(one);
  const reasons = Object.fromEntries(leftovers.list().map(({ reason, count }) => [reason, count]));
  return { opened, conversations, reasons };
}

const kinds = (parts: readonly SourcePart[] = []) => parts.map(({ kind }) => kind);

type Said = { role: string; content: object; parent: string | null; more?: object };
const node = (id: string, { role, content, parent, more }: Said) => ({
  ...{ id, parent, children: [] },
  message: {
    author: { role, name: null },
    content,
    recipient: "all",
    create_time: 1_718_000_000,
    metadata: {},
    ...more,
  },
});
const plain = (...parts: unknown[]) => ({ content_type: "text", parts });
const chat = (id: string, nodes: ReturnType<typeof node>[], more: object = {}) => ({
  ...{ id, conversation_id: id, title: `Chat ${id}`, create_time: 1_718_000_000, update_time: 1_718_000_100 },
  ...{
    mapping: Object.fromEntries(nodes.map((one) => [one.id, one])),
    current_node: nodes.at(-1)?.id,
    ...more,
  },
});
const chatGpt = (chats: unknown, files: Record<string, string | Uint8Array> = {}) =>
  writeArchive({ "conversations.json": JSON.stringify(chats), "user.json": "{}", ...files });

test("generated exports of both products are read completely, and equally with the same seed", async () => {
  for (const product of ["chatgpt", "claude"] as const) {
    const size = { seed: 7, conversations: 20, messages: 20 };
    const { conversations, reasons, opened } = await read(await generateExport(product, size));
    expect(opened.product).toBe(product);
    expect(conversations).toHaveLength(20);
    expect(reasons).toEqual({});
    expect(conversations.every(({ messages }) => messages.filter(({ active }) => active).length === 20)).toBe(
      true,
    );
    expect((await read(await generateExport(product, size))).conversations).toEqual(conversations);
  }
});

test("branches of ChatGPT keep their versions, and the visible one is active", async () => {
  const { conversations } = await read(
    await chatGpt([
      chat("b", [
        node("u1", { role: "user", content: plain("First"), parent: null }),
        node("a1", { role: "assistant", content: plain("Old answer"), parent: "u1" }),
        node("a2", { role: "assistant", content: plain("New answer"), parent: "u1" }),
        node("u2", { role: "user", content: plain("Next"), parent: "a2" }),
      ]),
    ]),
  );
  const found = conversations[0]?.messages.map(({ id, parentId, active }) => [id, parentId, active]);
  expect(found).toEqual([
    ["u1", null, true],
    ["a1", "u1", false],
    ["a2", "u1", true],
    ["u2", "a2", true],
  ]);
});

test("thoughts, code, its output and tools of one answer are one message", async () => {
  const tool = (name: string) => ({ author: { role: "tool", name } });
  const { conversations, reasons } = await read(
    await chatGpt([
      chat("t", [
        node("s", { role: "system", content: plain(""), parent: null }),
        node("u", { role: "user", content: plain("Compute"), parent: "s" }),
        node("r", {
          ...{ role: "assistant", parent: "u" },
          content: { content_type: "thoughts", thoughts: [{ summary: "Plan", content: "Use code" }] },
        }),
        node("rr", {
          role: "assistant",
          parent: "r",
          content: { content_type: "reasoning_recap", content: "Thought for 2s" },
        }),
        node("c", {
          ...{ role: "assistant", parent: "rr", more: { recipient: "python" } },
          content: { content_type: "code", language: "python", text: "print(1)" },
        }),
        node("o", {
          role: "tool",
          parent: "c",
          content: { content_type: "execution_output", text: "1" },
          more: tool("python"),
        }),
        node("w", {
          ...{ role: "assistant", parent: "o", more: { recipient: "web.run" } },
          content: { content_type: "code", language: "json", text: '{"q":"bread"}' },
        }),
        node("q", {
          ...{ role: "tool", parent: "w", more: tool("web.run") },
          content: { content_type: "tether_quote", url: "https://a.example", title: "A", text: "Found" },
        }),
        node("n", { role: "assistant", parent: "q", content: { content_type: "new_thing", value: 3 } }),
        node("a", {
          ...{ role: "assistant", parent: "n", content: plain("It is 1\uE200cite\uE202turn0\uE201.") },
          more: { metadata: { content_references: [] } },
        }),
      ]),
    ]),
  );
  const answer = conversations[0]?.messages[1];
  expect(kinds(answer?.parts)).toEqual(["reasoning", "reasoning", "text", "text", "call", "text", "text"]);
  expect(answer?.parts[4]).toMatchObject({
    name: "web.run",
    input: { q: "bread" },
    output: expect.stringContaining("> Found"),
  });
  expect(answer?.parts[5]).toMatchObject({ text: expect.stringContaining("(new_thing)") });
  expect(answer?.parts[6]).toMatchObject({ text: "It is 1." });
  expect(reasons).toEqual({ unknown_kind: 1 });
});

test("images and attachments of ChatGPT refer to files of the archive, in the old and the new names", async () => {
  const { conversations, opened } = await read(
    await chatGpt(
      [
        chat("f", [
          node("u", {
            ...{ role: "user", parent: null },
            content: {
              content_type: "multimodal_text",
              parts: [
                { content_type: "image_asset_pointer", asset_pointer: "file-service://file-AbCdEf12" },
                { content_type: "image_asset_pointer", asset_pointer: "sediment://file_00000000abcd" },
                "What is this?",
              ],
            },
            more: { metadata: { attachments: [{ id: "file-Zz990011", name: "notes.pdf" }] } },
          }),
        ]),
      ],
      {
        "file-AbCdEf12-oven.png": PNG,
        "file_00000000abcd.dat": PNG,
        "file-Zz990011-notes.pdf": "%PDF",
        "conversation_asset_file_names.json": JSON.stringify({ "file_00000000abcd.dat": "bread.png" }),
      },
    ),
  );
  const files = conversations[0]?.messages[0]?.parts.flatMap((part) =>
    part.kind === "file" ? [part.reference] : [],
  );
  expect(files?.map((one) => opened.fileOf(one)?.name)).toEqual(["oven.png", "bread.png", "notes.pdf"]);
  const stream = await opened.readFile(opened.fileOf("file-AbCdEf12")?.path ?? "");
  expect(await buffer(stream)).toEqual(PNG);
});

test("memories and custom instructions are found, and are no messages", async () => {
  const { conversations } = await read(
    await chatGpt([
      chat("m", [
        node("i", {
          ...{ role: "user", parent: null },
          content: {
            content_type: "user_editable_context",
            user_profile: "Sentence\n```I bake.```",
            user_instructions: "",
          },
        }),
        node("c", {
          ...{ role: "assistant", parent: "i" },
          content: {
            content_type: "model_editable_context",
            model_set_context: "1. [2024-05-01]. Likes rye.\n2. [2024-06-01]. Has an oven.",
          },
        }),
        node("u", { role: "user", content: plain("Hello"), parent: "c" }),
        node("b", {
          role: "assistant",
          content: plain("User bakes on Saturdays."),
          parent: "u",
          more: { recipient: "bio" },
        }),
      ]),
    ]),
  );
  expect(conversations[0]?.memories.map(({ kind, text }) => [kind, text])).toEqual([
    ["instruction", "I bake."],
    ["memory", "Likes rye."],
    ["memory", "Has an oven."],
    ["memory", "User bakes on Saturdays."],
  ]);
  expect(conversations[0]?.messages[0]?.role).toBe("user");
});

test("canvas documents and artifacts have a version for each change, and each branch its own", async () => {
  const canvas = (name: string, input: object) => ({
    ...{ role: "assistant", more: { recipient: `canmore.${name}` } },
    content: { content_type: "code", text: JSON.stringify(input) },
  });
  const { conversations } = await read(
    await chatGpt([
      chat("c", [
        node("u", { role: "user", content: plain("Make a clock"), parent: null }),
        node("w", {
          parent: "u",
          ...canvas("create_textdoc", { name: "Clock", type: "code/react", content: "const a = 1;" }),
        }),
        node("x", {
          parent: "w",
          ...canvas("update_textdoc", {
            updates: [{ pattern: "a = 1", multiple: false, replacement: "a = 2" }],
          }),
        }),
      ]),
    ]),
  );
  const parts = conversations[0]?.messages[1]?.parts ?? [];
  expect(parts).toMatchObject([
    { kind: "artifact", type: "react", title: "Clock", version: 1, content: "const a = 1;" },
    { kind: "artifact", type: "react", version: 2, content: "const a = 2;" },
  ]);
});

test("a pattern that could compute without end is not applied, and is reported", async () => {
  const edit = { pattern: "(a+)+$", multiple: true, replacement: "b" };
  const { conversations, reasons } = await read(
    await chatGpt([
      chat("p", [
        node("u", { role: "user", content: plain("Hi"), parent: null }),
        node("w", {
          ...{ role: "assistant", parent: "u", more: { recipient: "canmore.create_textdoc" } },
          content: {
            content_type: "code",
            text: JSON.stringify({ name: "N", type: "document", content: "a".repeat(40) }),
          },
        }),
        node("x", {
          ...{ role: "assistant", parent: "w", more: { recipient: "canmore.update_textdoc" } },
          content: { content_type: "code", text: JSON.stringify({ updates: [edit] }) },
        }),
      ]),
    ]),
  );
  expect(kinds(conversations[0]?.messages[1]?.parts)).toEqual(["artifact", "call"]);
  expect(reasons).toEqual({ no_patch: 1 });
});

const claudeMessage = (
  uuid: string,
  parent: string,
  sender: string,
  content: object[],
  more: object = {},
) => ({
  ...{ uuid, parent_message_uuid: parent, sender, content, text: "", created_at: "2025-02-03T04:05:06Z" },
  ...{ attachments: [], files: [], ...more },
});
const ROOT = "00000000-0000-4000-8000-000000000000";
const claude = (chats: unknown, files: Record<string, string> = {}) =>
  writeArchive({ "conversations.json": JSON.stringify(chats), "users.json": "[]", ...files });

test("conversations of Claude have branches, thoughts, tools, artifacts, attachments and files", async () => {
  const artifact = (input: object) => ({ type: "tool_use", name: "artifacts", input });
  const { conversations, reasons } = await read(
    await claude([
      {
        ...{
          uuid: "c1",
          name: "Clock",
          created_at: "2025-02-03T04:05:06Z",
          updated_at: "2025-02-04T04:05:06Z",
        },
        is_starred: true,
        current_leaf_message_uuid: "a2",
        chat_messages: [
          claudeMessage("h1", ROOT, "human", [{ type: "text", text: "A clock" }], {
            attachments: [{ file_name: "notes.txt", extracted_content: "Tick" }],
            files: [{ file_name: "face.png", file_uuid: "8a8a8a8a-1111-4222-8333-444444444444" }],
          }),
          claudeMessage("a1", "h1", "assistant", [{ type: "text", text: "Another answer" }]),
          claudeMessage("a2", "h1", "assistant", [
            { type: "thinking", thinking: "Use SVG" },
            { type: "tool_use", name: "web_search", input: { query: "clock" } },
            { type: "tool_result", name: "web_search", content: [{ type: "text", text: "Result" }] },
            artifact({
              command: "create",
              id: "clock",
              type: "application/vnd.ant.react",
              title: "Clock",
              content: "one two",
            }),
            { type: "tool_result", name: "artifacts", content: [{ type: "text", text: "OK" }] },
            artifact({ command: "update", id: "clock", old_str: "two", new_str: "three" }),
            {
              type: "text",
              text: 'See <antArtifact identifier="d" type="application/vnd.ant.mermaid" title="Flow">\ngraph TD</antArtifact> end',
            },
            { type: "hologram", data: 1 },
          ]),
        ],
      },
    ]),
  );
  const [first, other, answer] = conversations[0]?.messages ?? [];
  expect(kinds(first?.parts)).toEqual(["text", "text_file", "file"]);
  expect([other?.active, answer?.active]).toEqual([false, true]);
  expect(kinds(answer?.parts)).toEqual([
    "reasoning",
    "call",
    "artifact",
    "artifact",
    "text",
    "artifact",
    "text",
    "text",
  ]);
  expect(answer?.parts[1]).toMatchObject({ name: "web_search", output: "Result" });
  expect(answer?.parts[3]).toMatchObject({ version: 2, content: "one three", title: "Clock" });
  expect(answer?.parts[5]).toMatchObject({ type: "mermaid", content: "graph TD" });
  expect(conversations[0]).toMatchObject({ isStarred: true });
  expect(reasons).toEqual({ unknown_kind: 1 });
});

test("memories and instructions of projects of Claude are listed", async () => {
  const { opened } = await read(
    await claude([], {
      "memories.json": JSON.stringify([
        { conversations_memory: "Bakes bread.", project_memories: { p1: "Uses rye." } },
      ]),
      "projects.json": JSON.stringify([
        { uuid: "p1", name: "Bakery", prompt_template: "Answer briefly.", docs: [] },
      ]),
    }),
  );
  expect(await opened.memories()).toEqual([
    { kind: "memory", title: "", text: "Bakes bread." },
    { kind: "project", title: "Bakery", text: "Uses rye." },
    { kind: "project", title: "Bakery", text: "Answer briefly." },
  ]);
});

test("readable parts of hostile conversations are read, and each problem has a reason", async () => {
  const cycle = [
    node("x", { role: "user", content: plain("One"), parent: "y" }),
    node("y", { role: "assistant", content: plain("Two"), parent: "x" }),
  ];
  const broken = { title: "No messages", mapping: {} };
  const { conversations, reasons } = await read(
    await chatGpt([
      chat("cycle", cycle),
      chat("orphan", [node("o", { role: "user", content: plain("Nul \u0000 and \ud800"), parent: "gone" })]),
      chat("future", [
        node("f", {
          role: "user",
          content: plain("Later"),
          parent: null,
          more: { create_time: 253_370_000_000 },
        }),
      ]),
      chat("future", [node("f", { role: "user", content: plain("Twice"), parent: null })]),
      broken,
      null,
      5,
      "text",
      { __proto__: { polluted: true }, mapping: { a: { message: { content: { parts: [{}] } } } }, id: "odd" },
    ]),
  );
  expect(conversations.map(({ id }) => id)).toEqual(["cycle", "orphan", "future", "odd"]);
  expect(conversations[1]?.messages[0]?.parts[0]).toEqual({ kind: "text", text: "Nul \uFFFD and \uFFFD" });
  expect(conversations[2]?.messages[0]?.createdAt).toBe(1_718_000_000_000);
  expect(reasons).toMatchObject({
    cycle: 1,
    missing_parent: 1,
    bad_date: 1,
    duplicate: 1,
    no_messages: 1,
    broken_json: 3,
  });
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("a message of 50 MB and a conversation of 20,000 messages in a row are read", async () => {
  const long = chat("long", [
    node("u", { role: "user", content: plain("x".repeat(50_000_000)), parent: null }),
  ]);
  const row = chatGptConversation(seeded(1), 1, 20_000, 4);
  const { conversations } = await read(await chatGpt([long, row]));
  const [part] = conversations[0]?.messages[0]?.parts ?? [];
  expect(part?.kind === "text" && part.text.length).toBe(50_000_000);
  expect(conversations[1]?.messages.filter(({ active }) => active)).toHaveLength(20_000);
});

test("names that lead out of the archive and nested lists without end are left out", async () => {
  const one = chat("a", [node("u", { role: "user", content: plain("Hi"), parent: null })]);
  const path = await writeArchive({
    "conversations.json": `[${JSON.stringify(one)},${'{"a":['.repeat(400)}${"]}".repeat(400)},7]`,
    "user.json": "{}",
    "aa/evil.txt": "x",
    "file-AbCdEf12-oven.png": PNG,
  });
  const bytes = await readFile(path);
  await writeFile(path, Buffer.from(bytes.toString("latin1").replaceAll("aa/evil", "../evil"), "latin1"));
  const { opened, conversations, reasons } = await read(path);
  expect(conversations).toHaveLength(1);
  expect(opened.filePaths()).toEqual(["file-AbCdEf12-oven.png"]);
  expect(reasons).toEqual({ unsafe_name: 1, too_deep: 1, broken_json: 1 });
});

test("lists in several files, without an archive, cut off, and of nothing", async () => {
  const one = (id: string) => chat(id, [node("u", { role: "user", content: plain("Hi"), parent: null })]);
  const parts = await writeArchive({
    "export/conversations-000.json": JSON.stringify([one("a")]),
    "export/conversations-001.json": `[${JSON.stringify(one("b"))},{"id":"c","mapp`,
  });
  const { conversations, reasons } = await read(parts);
  expect(conversations.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(reasons).toEqual({ cut_off: 1 });
  await expect(read(await writeArchive({ "readme.txt": "Hello" }))).rejects.toThrow("not an export");
  expect(await text(await (await read(parts)).opened.readFile("export/conversations-000.json"))).toContain(
    "mapping",
  );
});
