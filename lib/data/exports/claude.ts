import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Leftovers } from "@/lib/shared/imports/left";
import {
  type ArtifactChange,
  artifactTypeOf,
  artifactTypeOfFile,
  type UnresolvedMessage,
  withArtifacts,
} from "./artifacts";
import {
  cleanText,
  cleanValue,
  fenced,
  list,
  type SourceConversation,
  type SourcePart,
  unknownText,
} from "./conversation";
import { isBadTime, timeOf } from "./times";
import { pathTo, type TreeNode, treeOf } from "./tree";

type Json = Record<string, unknown>;
type Node = TreeNode & { message: Json };

/** Reads a conversation of `conversations.json`. Returns null if it has no id or no messages. */
export function readClaudeConversation(
  value: unknown,
  leftovers: Leftovers,
  now = Date.now(),
): SourceConversation | null {
  if (!isRecord(value)) return null;
  const id = cleanText(value.uuid);
  const title = cleanText(value.name).trim();
  const name = title || id || "?";
  const nodes = nodesOf(list(value.chat_messages), name, leftovers);
  const createdAt = timeOf(value.created_at, now) ?? timeOf(value.updated_at, now) ?? now;
  for (const time of [value.created_at, value.updated_at])
    if (isBadTime(time, now)) leftovers.add("bad_date", name);
  const tree = treeOf(nodes);
  for (const { reason } of tree.problems) leftovers.add(reason, name);
  const leaf = field(value, "current_leaf_message_uuid");
  const last = [...nodes.keys()].at(-1) ?? null;
  const active = pathTo(nodes, leaf !== undefined && nodes.has(leaf) ? leaf : last);
  const messages: UnresolvedMessage[] = [];
  const stack = tree.roots
    .toReversed()
    .map((node) => ({ node, parentId: null as string | null, at: createdAt }));
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { message } = step.node;
    if (isBadTime(message.created_at, now)) leftovers.add("bad_date", name);
    const at = timeOf(message.created_at, now) ?? step.at;
    const parts = partsOf(message, (kind) => leftovers.add("unknown_kind", `${name}: ${kind}`));
    const role = field(message, "sender") === "human" ? "user" : "assistant";
    const own = {
      id: step.node.id,
      parentId: step.parentId,
      role,
      active: active.has(step.node.id),
      createdAt: at,
    } as const;
    if (parts.length > 0) messages.push({ ...own, parts });
    const parentId = parts.length > 0 ? own.id : step.parentId;
    for (const node of tree.childrenOf(step.node.id).toReversed()) stack.push({ node, parentId, at });
  }
  if (id === "" || messages.length === 0) {
    leftovers.add("no_messages", name);
    return null;
  }
  return {
    ...{ id, title, createdAt, updatedAt: Math.max(timeOf(value.updated_at, now) ?? createdAt, createdAt) },
    isStarred: value.is_starred === true,
    project:
      field(value, "project_uuid") ??
      (isRecord(value.project) ? (field(value.project, "uuid") ?? null) : null),
    messages: withArtifacts(messages, (key) => leftovers.add("no_patch", `${name}: ${key}`)),
    memories: [],
  };
}

/** The parent of a first message. */
const ROOTS = /^0{8}-0{4}-[04]0{3}-[08]0{3}-0{12}$/;

/** Older exports have no parents: each message then follows the one before it. */
function nodesOf(messages: readonly unknown[], name: string, leftovers: Leftovers): Map<string, Node> {
  const hasParents = messages.some((one) => typeof field(one, "parent_message_uuid") === "string");
  const nodes = new Map<string, Node>();
  let before: string | null = null;
  for (const [at, message] of messages.entries()) {
    if (!isRecord(message)) {
      leftovers.add("broken_json", name);
      continue;
    }
    const id = cleanText(message.uuid) || `message-${at}`;
    if (nodes.has(id)) {
      leftovers.add("duplicate", `${name}: ${id}`);
      continue;
    }
    const parent = field(message, "parent_message_uuid");
    const isRoot = parent === undefined || ROOTS.test(parent);
    nodes.set(id, { id, parent: hasParents ? (isRoot ? null : cleanText(parent)) : before, message });
    before = id;
  }
  return nodes;
}

type Parts = (SourcePart | ArtifactChange)[];

function partsOf(message: Json, onUnknown: (kind: string) => void): Parts {
  const blocks = list(message.content).filter(isRecord);
  const parts: Parts = blocks.length > 0 ? [] : textParts(message.text);
  for (const block of blocks) addBlock(parts, block, onUnknown);
  for (const one of list(message.attachments)) {
    const text = cleanText(field(one, "extracted_content"));
    const name = cleanText(field(one, "file_name")) || "attachment.txt";
    parts.push(text === "" ? { kind: "file", reference: name, name } : { kind: "text_file", name, text });
  }
  const files = [...list(message.files), ...list(message.files_v2)];
  const seen = new Set<string>();
  for (const one of files) {
    const name = cleanText(field(one, "file_name"));
    const reference = cleanText(field(one, "file_uuid")) || name;
    if (reference === "" || seen.has(reference)) continue;
    seen.add(reference);
    parts.push({ kind: "file", reference, name });
  }
  return parts;
}

function addBlock(parts: Parts, block: Json, onUnknown: (kind: string) => void): void {
  const kind = field(block, "type") ?? "";
  if (kind === "text") parts.push(...textParts(block.text));
  else if (kind === "thinking") {
    const text = cleanText(block.thinking);
    if (text.trim() !== "") parts.push({ kind: "reasoning", text });
  } else if (kind === "tool_use") parts.push(callOf(block));
  else if (kind === "tool_result") addResult(parts, block);
  else if (kind === "voice_note")
    parts.push(...textParts([block.title, block.text].map(cleanText).join("\n\n")));
  else if (kind === "image" && typeof block.file_uuid === "string")
    parts.push({ kind: "file", reference: cleanText(block.file_uuid), name: cleanText(block.file_name) });
  else if (kind !== "token_budget") {
    onUnknown(kind || "block");
    parts.push({ kind: "text", text: unknownText(kind || "block", block) });
  }
}

const TAG = /<antArtifact\b([^>]*)>([\s\S]*?)<\/antArtifact>/gi;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
const THOUGHTS = /<antThinking>([\s\S]*?)<\/antThinking>/gi;

/** Splits text at the artifacts that older conversations have in it. */
function textParts(value: unknown): Parts {
  const text = cleanText(value).replace(THOUGHTS, "");
  const parts: Parts = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const attributes = new Map(
      [...(match[1] ?? "").matchAll(ATTRIBUTE)].map(([, key = "", one = ""]) => [key, one]),
    );
    parts.push({ kind: "text", text: text.slice(end, match.index) });
    const type = attributes.get("type");
    parts.push({
      ...{ kind: "change", op: "write", key: attributes.get("identifier") ?? "artifact" },
      ...{ title: attributes.get("title"), type: type === undefined ? undefined : artifactTypeOf(type) },
      ...{ language: attributes.get("language"), content: (match[2] ?? "").replace(/^\n/, "") },
    });
    end = match.index + match[0].length;
  }
  parts.push({ kind: "text", text: text.slice(end) });
  return parts.filter((part) => part.kind !== "text" || part.text.trim() !== "");
}

function callOf(block: Json): SourcePart | ArtifactChange {
  const name = cleanText(block.name) || "tool";
  const input = isRecord(block.input) ? block.input : {};
  if (name === "artifacts") return artifactCall(input) ?? { kind: "call", name, input: cleanValue(input) };
  const path = cleanText(input.path);
  const type = artifactTypeOfFile(path);
  if (name === "create_file" && type && typeof input.file_text === "string")
    return {
      kind: "change",
      op: "write",
      key: path,
      title: titleOfFile(path),
      type,
      content: cleanText(input.file_text),
    };
  if (name === "str_replace" && type && typeof input.old_str === "string")
    return {
      kind: "change",
      op: "replace",
      key: path,
      from: cleanText(input.old_str),
      to: cleanText(input.new_str),
    };
  if ((name === "repl" || name === "analysis") && typeof input.code === "string")
    return { kind: "text", text: fenced(cleanText(input.code), "javascript") };
  return { kind: "call", name, input: cleanValue(input) };
}

const titleOfFile = (path: string): string =>
  (path.split("/").at(-1) ?? path).replace(/\.\w+$/, "").replaceAll(/[-_]+/g, " ");

function artifactCall(input: Json): ArtifactChange | null {
  const key = cleanText(input.id) || "artifact";
  const command = field(input, "command");
  if (command === "update" && typeof input.old_str === "string")
    return {
      kind: "change",
      op: "replace",
      key,
      from: cleanText(input.old_str),
      to: cleanText(input.new_str),
    };
  if (typeof input.content !== "string") return null;
  const type = field(input, "type");
  return {
    ...{ kind: "change", op: "write", key, content: cleanText(input.content) },
    ...{ title: cleanText(input.title), type: type === undefined ? undefined : artifactTypeOf(type) },
    language: field(input, "language"),
  };
}

/** Adds a result to the last call of its tool that has none. */
function addResult(parts: Parts, block: Json): void {
  const name = cleanText(block.name) || "tool";
  if (name === "artifacts") return;
  const content = list(block.content).filter(isRecord);
  const output =
    typeof block.content === "string"
      ? cleanText(block.content)
      : content
          .map((one) => cleanText(one.text) || (one.type === "image" ? "" : JSON.stringify(cleanValue(one))))
          .join("\n\n");
  const call = parts.findLast(
    (part) => part.kind === "call" && part.output === undefined && part.name === name,
  );
  const isChange = parts.some((part) => part.kind === "change");
  const result = { output, ...(block.is_error === true && { isError: true }) };
  if (call?.kind === "call") Object.assign(call, result);
  else if (name === "repl" || name === "analysis") parts.push({ kind: "text", text: fenced(output) });
  else if (!(isChange && (name === "create_file" || name === "str_replace")))
    parts.push({ kind: "call", name, input: {}, ...result });
  for (const one of content)
    if (one.type === "image" && typeof one.file_uuid === "string")
      parts.push({ kind: "file", reference: cleanText(one.file_uuid), name: "" });
}
