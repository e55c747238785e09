import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

const folders: string[] = [];

/** Writes a zip archive to a new folder, which `deleteArchives` deletes. Returns its path. */
export async function writeArchive(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "easel-export-"));
  folders.push(folder);
  const path = join(folder, "export.zip");
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  await finished(zip.outputStream.pipe(createWriteStream(path)));
  return path;
}

/** Deletes the archives that this process has written. */
export async function deleteArchives(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
}

/** Returns numbers from 0 to 1 that the seed decides. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS =
  "dough oven flour bread price table invoice garden train winter letter market river note plan".split(" ");

/** A 1 × 1 pixel image. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const uuidOf = (random: () => number): string => {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

const sentence = (random: () => number, words: number): string =>
  Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");

const START = Date.UTC(2024, 0, 1) / 1_000;

type Size = { seed: number; conversations: number; messages: number; words?: number };

type ChatGptNode = { id: string; parent: string | null; children: string[]; message: unknown };

/** A conversation of ChatGPT: every fifth answer exists in two versions, and tools, thoughts and images occur. */
export function chatGptConversation(random: () => number, nth: number, messages: number, words = 40) {
  const start = START + nth * 3_600;
  const mapping: Record<string, ChatGptNode> = {};
  let last: string | null = null;
  let count = 0;
  const add = (message: unknown, parent = last): string => {
    const id = uuidOf(random);
    count++;
    mapping[id] = { id, parent, children: [], message };
    if (parent !== null) mapping[parent]?.children.push(id);
    last = id;
    return id;
  };
  add(null);
  const say = (role: string, content: object, more: object = {}) => ({
    ...{
      id: uuidOf(random),
      author: { role, name: null, metadata: {} },
      content,
      weight: 1,
      recipient: "all",
    },
    ...{ create_time: start + count * 10, metadata: {}, ...more },
  });
  const text = (length: number) => ({ content_type: "text", parts: [sentence(random, length)] });
  for (let at = 0; at < messages; at += 2) {
    const question = add(say("user", text(words / 4)));
    if (at % 6 === 2)
      add(
        say("assistant", {
          content_type: "thoughts",
          thoughts: [{ summary: "Thinking", content: sentence(random, 9) }],
        }),
      );
    if (at % 10 === 4) {
      add(
        say(
          "assistant",
          { content_type: "code", language: "python", text: "print(6 * 7)" },
          { recipient: "python" },
        ),
      );
      add(
        say(
          "tool",
          { content_type: "execution_output", text: "42" },
          { author: { role: "tool", name: "python" } },
        ),
      );
    }
    const first = add(say("assistant", text(words), { metadata: { model_slug: "gpt-5" } }));
    if (at % 10 === 8) {
      last = question;
      add(say("assistant", text(words)), question);
    } else last = first;
  }
  const id = uuidOf(random);
  return {
    ...{ id, conversation_id: id, title: `${sentence(random, 3)} ${nth}`, current_node: last, mapping },
    ...{
      create_time: start,
      update_time: start + messages * 10,
      is_archived: false,
      is_starred: nth % 20 === 0,
    },
  };
}

/** A conversation of Claude with thoughts and tools. */
export function claudeConversation(random: () => number, nth: number, messages: number, words = 40) {
  const start = (START + nth * 3_600) * 1_000;
  const time = (at: number) => new Date(start + at * 10_000).toISOString();
  let parent = "00000000-0000-4000-8000-000000000000";
  const chat_messages = Array.from({ length: messages }, (_, at) => {
    const uuid = uuidOf(random);
    const text = sentence(random, at % 2 === 0 ? words / 4 : words);
    const content = [
      ...(at % 6 === 3 ? [{ type: "thinking", thinking: sentence(random, 9) }] : []),
      { type: "text", text },
    ];
    const message = {
      uuid,
      parent_message_uuid: parent,
      sender: at % 2 === 0 ? "human" : "assistant",
      text,
      content,
    };
    parent = uuid;
    return { ...message, created_at: time(at), updated_at: time(at), attachments: [], files: [] };
  });
  return {
    ...{
      uuid: uuidOf(random),
      name: `${sentence(random, 3)} ${nth}`,
      summary: "",
      account: { uuid: uuidOf(random) },
    },
    ...{ created_at: time(0), updated_at: time(messages), chat_messages },
  };
}

/** Writes an export with conversations of the same length. Returns the path of the archive. */
export async function generateExport(
  product: "chatgpt" | "claude",
  { seed, conversations, messages, words }: Size,
): Promise<string> {
  const random = seeded(seed);
  const make = product === "chatgpt" ? chatGptConversation : claudeConversation;
  const all = Array.from({ length: conversations }, (_, nth) =>
    JSON.stringify(make(random, nth, messages, words)),
  );
  return writeArchive({
    "conversations.json": `[${all.join(",")}]`,
    [product === "chatgpt" ? "user.json" : "users.json"]: "[]",
  });
}

/** Bytes that no compression makes smaller. */
export const noise = (bytes: number): Uint8Array => randomBytes(bytes);
