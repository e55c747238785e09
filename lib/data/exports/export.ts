import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { field, isRecord } from "@/lib/shared/chat/parts";
import { AppError } from "@/lib/shared/errors";
import type { Leftovers } from "@/lib/shared/imports/left";
import type { Product } from "@/lib/shared/imports/products";
import { type Archive, openArchive } from "./archive";
import { readChatGptConversation } from "./chatgpt";
import { readClaudeConversation } from "./claude";
import { cleanText, list, type SourceConversation, type SourceMemory } from "./conversation";
import { type JsonElement, jsonElements } from "./json-elements";

const LIST = /(?:^|\/)conversations(?:[-_]\d+)?\.jsonl?$/;
/** Files with data about the account, which are not imported. */
const ABOUT_ACCOUNT =
  /(?:^|\/)(?:chat\.html|export_manifest\.json|user(?:_settings|s)?\.json|message_feedback\.json|model_comparisons\.json|shared_conversations\.json|library_files\.json|conversation_asset_file_names\.json|memories\.json|projects\.json|group_chats\.json|shopping\.json|sora\.json)$/;
/** Maximum bytes of a list of memories or projects, and of all conversations. */
const MAX_SMALL_BYTES = 100_000_000;
const MAX_LIST_BYTES = 8_000_000_000;
/** After this many bytes, other work of the process gets its turn. */
const PAUSE_BYTES = 1_000_000;

/** A file of the archive that a message refers to. */
export type ExportedFile = { path: string; size: number; name: string };

/** An opened export of one product. */
export type Export = {
  product: Product;
  /** Yields the conversations one by one, each id once. */
  conversations(): AsyncGenerator<SourceConversation>;
  /** Memories and instructions that the export lists by themselves. */
  memories(): Promise<SourceMemory[]>;
  fileOf(reference: string): ExportedFile | undefined;
  readFile: Archive["read"];
  /** Files that no list of the export is. */
  filePaths(): string[];
  close(): void;
};

/** Opens an export. Throws an AppError if no product that is known has made the file. */
export async function openExport(path: string, leftovers: Leftovers, now = Date.now()): Promise<Export> {
  const archive = await openArchive(path, leftovers);
  try {
    const lists = [...archive.entries.keys()].filter((name) => LIST.test(name)).toSorted();
    const product = await productOf(archive, lists);
    if (!product)
      throw new AppError(
        "invalid",
        "This is not an export of ChatGPT or Claude: it has no conversations.json. Choose the zip file from the email.",
      );
    const files = fileIndex(archive, await assetNames(archive));
    return {
      product,
      conversations: () => conversationsOf(archive, { lists, product, leftovers, now }),
      memories: () => memoriesOf(archive),
      fileOf: (reference) => files.get(keyOf(reference)),
      readFile: archive.read,
      filePaths: () =>
        [...archive.entries.keys()].filter((name) => !LIST.test(name) && !ABOUT_ACCOUNT.test(name)),
      close: archive.close,
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function productOf(archive: Archive, lists: readonly string[]): Promise<Product | null> {
  for (const name of lists)
    for await (const element of elementsIn(archive, name)) {
      if (!("value" in element) || !isRecord(element.value)) continue;
      const [one] = Array.isArray(element.value.conversations)
        ? element.value.conversations
        : [element.value];
      if (!isRecord(one)) continue;
      if (isRecord(one.mapping)) return "chatgpt";
      if (Array.isArray(one.chat_messages)) return "claude";
    }
  const has = (name: string) => [...archive.entries.keys()].some((path) => path.split("/").at(-1) === name);
  if (has("users.json") && (has("memories.json") || has("projects.json"))) return "claude";
  return has("user.json") && lists.length > 0 ? "chatgpt" : null;
}

async function* elementsIn(archive: Archive, name: string): AsyncGenerator<JsonElement> {
  const stream = await archive.read(name);
  try {
    yield* jsonElements(limited(stream));
  } finally {
    stream.destroy();
  }
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const piece of bytes) {
    total += piece.length;
    if (total > MAX_LIST_BYTES)
      throw new AppError("too_large", "The list of conversations is larger than 8 GB.");
    yield piece;
  }
}

type Reading = { lists: readonly string[]; product: Product; leftovers: Leftovers; now: number };

async function* conversationsOf(
  archive: Archive,
  { lists, product, leftovers, now }: Reading,
): AsyncGenerator<SourceConversation> {
  const read = product === "chatgpt" ? readChatGptConversation : readClaudeConversation;
  const seen = new Set<string>();
  let bytes = 0;
  for (const name of lists) {
    let nth = 0;
    for await (const element of elementsIn(archive, name)) {
      nth++;
      bytes += element.size;
      if (bytes > PAUSE_BYTES) {
        bytes = 0;
        await setImmediate();
      }
      if ("problem" in element) {
        leftovers.add(element.problem, `${name}, ${nth}`);
        continue;
      }
      for (const value of valuesOf(element.value)) {
        const conversation = read(value, leftovers, now);
        if (conversation === null) continue;
        if (seen.has(conversation.id)) leftovers.add("duplicate", conversation.title || conversation.id);
        else {
          seen.add(conversation.id);
          yield conversation;
        }
      }
    }
  }
}

const valuesOf = (value: unknown): unknown[] =>
  isRecord(value) && Array.isArray(value.conversations) && !isRecord(value.mapping)
    ? value.conversations
    : [value];

async function smallJson(archive: Archive, name: string): Promise<unknown> {
  const path = [...archive.entries.keys()].find((one) => one.split("/").at(-1) === name);
  if (path === undefined || (archive.entries.get(path) ?? 0) > MAX_SMALL_BYTES) return undefined;
  try {
    return JSON.parse((await buffer(await archive.read(path))).toString("utf8"));
  } catch {
    return undefined;
  }
}

async function assetNames(archive: Archive): Promise<ReadonlyMap<string, string>> {
  const names = await smallJson(archive, "conversation_asset_file_names.json");
  if (!isRecord(names)) return new Map();
  return new Map(
    Object.entries(names).flatMap(([path, name]) =>
      typeof name === "string" ? [[path.split("/").at(-1) ?? path, cleanText(name)]] : [],
    ),
  );
}

const ASSET_ID = /^file[-_][A-Za-z0-9]{6,}/;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const keyOf = (reference: string) => ASSET_ID.exec(reference)?.[0] ?? reference.toLowerCase();

/** The files of the archive by each id that messages may refer to them with: the start of the name, a UUID, the name. */
function fileIndex(archive: Archive, names: ReadonlyMap<string, string>): Map<string, ExportedFile> {
  const files = new Map<string, ExportedFile>();
  for (const [path, size] of archive.entries) {
    if (LIST.test(path) || ABOUT_ACCOUNT.test(path)) continue;
    const base = path.split("/").at(-1) ?? path;
    const id = ASSET_ID.exec(base)?.[0];
    const own = id === undefined ? base : base.slice(id.length).replace(/^-/, "");
    const file = { path, size, name: names.get(base) ?? (own.startsWith(".") ? `${id}${own}` : own || base) };
    for (const key of [id, base.toLowerCase(), ...(path.match(UUID) ?? []).map((one) => one.toLowerCase())])
      if (key !== undefined && !files.has(key)) files.set(key, file);
  }
  return files;
}

/** Reads `memories.json` and `projects.json` in the forms that exports have had. */
async function memoriesOf(archive: Archive): Promise<SourceMemory[]> {
  const [memories, projects] = [
    await smallJson(archive, "memories.json"),
    await smallJson(archive, "projects.json"),
  ];
  const names = new Map(
    list(projects).map((one) => [field(one, "uuid") ?? "", cleanText(field(one, "name"))]),
  );
  const found: SourceMemory[] = [];
  const add = (kind: SourceMemory["kind"], value: unknown, title = "") => {
    const text = cleanText(value).trim();
    if (text !== "") found.push({ kind, title, text });
  };
  for (const one of Array.isArray(memories) ? memories : [memories]) {
    if (typeof one === "string") add("memory", one);
    if (!isRecord(one)) continue;
    add("memory", one.conversations_memory);
    for (const text of [one.content, one.memory, one.text]) add("memory", text);
    const own = isRecord(one.project_memories) ? Object.entries(one.project_memories) : [];
    for (const [id, text] of own) add("project", text, names.get(id) ?? "");
  }
  for (const one of list(projects)) {
    if (!isRecord(one) || one.is_starter_project === true) continue;
    add("project", one.prompt_template, cleanText(one.name));
  }
  return found;
}

export const memoryKey = ({ kind, text }: SourceMemory): string =>
  createHash("sha256").update(`${kind} ${text}`).digest("hex");
