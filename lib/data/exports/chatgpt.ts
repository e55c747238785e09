import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Leftovers } from "@/lib/shared/imports/left";
import { type ArtifactChange, artifactTypeOf, withArtifacts } from "./artifacts";
import { attachmentsOf, inputOf, memoriesOfContext, partsOfContent, withCitations } from "./chatgpt-content";
import {
  cleanText,
  fenced,
  list,
  type SourceConversation,
  type SourceMemory,
  type SourcePart,
} from "./conversation";
import { isBadTime, timeOf } from "./times";
import { pathTo, type TreeNode, treeOf } from "./tree";

type Json = Record<string, unknown>;
type Node = TreeNode & { message: Json | null };

/** A message while its nodes are merged. Nodes of the assistant and its tools in a row are one message. */
type Draft = {
  id: string;
  parentId: string | null;
  role: "user" | "assistant";
  createdAt: number;
  nodes: string[];
  parts: (SourcePart | ArtifactChange)[];
};

/** Reads a conversation of `conversations.json`. Returns null if it has no id or no messages. */
export function readChatGptConversation(
  value: unknown,
  leftovers: Leftovers,
  now = Date.now(),
): SourceConversation | null {
  if (!isRecord(value)) return null;
  const id = cleanText(field(value, "conversation_id") ?? field(value, "id"));
  const title = cleanText(value.title).trim();
  const name = title || id;
  if (id === "" || !isRecord(value.mapping)) {
    leftovers.add("no_messages", name || "?");
    return null;
  }
  for (const time of [value.create_time, value.update_time])
    if (isBadTime(time, now)) leftovers.add("bad_date", name);
  const nodes = nodesOf(value.mapping);
  const tree = treeOf(nodes);
  for (const { reason } of tree.problems) leftovers.add(reason, name);
  const times = timesOf(value, now);
  const reading = new Reading(name, times.createdAt, leftovers, now);
  reading.walk(tree.roots, tree.childrenOf);
  const active = pathTo(nodes, currentNode(value, nodes));
  const drafts = reading.drafts.filter(({ parts }) => parts.length > 0);
  if (drafts.length === 0) {
    leftovers.add("no_messages", name);
    return null;
  }
  const project = field(value, "gizmo_id") ?? field(value, "conversation_template_id") ?? null;
  return {
    ...{ id, title, ...times, isStarred: value.is_starred === true },
    project: project?.startsWith("g-p-") ? cleanText(project) : null,
    messages: withArtifacts(
      reading
        .linked(drafts)
        .map(({ nodes: own, ...draft }) => ({ ...draft, active: own.some((one) => active.has(one)) })),
      (key) => leftovers.add("no_patch", `${name}: ${key}`),
    ),
    memories: reading.memories,
  };
}

function nodesOf(mapping: Json): Map<string, Node> {
  const nodes = new Map<string, Node>();
  for (const [id, node] of Object.entries(mapping)) {
    if (!isRecord(node)) continue;
    const parent = typeof node.parent === "string" ? node.parent : null;
    nodes.set(id, { id, parent, message: isRecord(node.message) ? node.message : null });
  }
  return nodes;
}

function timesOf(value: Json, now: number) {
  const first = timeOf(value.create_time, now) ?? timeOf(value.update_time, now) ?? now;
  return { createdAt: first, updatedAt: Math.max(timeOf(value.update_time, now) ?? first, first) };
}

/** The last visible node; if the export does not name one, the node with the latest time. */
function currentNode(value: Json, nodes: ReadonlyMap<string, Node>): string | null {
  const named = field(value, "current_node");
  if (named !== undefined && nodes.has(named)) return named;
  let latest: { id: string; at: number } | null = null;
  for (const { id, message } of nodes.values()) {
    const at = typeof message?.create_time === "number" ? message.create_time : 0;
    if (message && (latest === null || at >= latest.at)) latest = { id, at };
  }
  return latest?.id ?? null;
}

type Step = { node: Node; draft: Draft | null; isOnly: boolean; at: number };

class Reading {
  readonly drafts: Draft[] = [];
  readonly memories: SourceMemory[] = [];
  private readonly name: string;
  private readonly startedAt: number;
  private readonly leftovers: Leftovers;
  private readonly now: number;

  constructor(name: string, startedAt: number, leftovers: Leftovers, now: number) {
    this.name = name;
    this.startedAt = startedAt;
    this.leftovers = leftovers;
    this.now = now;
  }

  /** Visits parents before their children, without recursion: a conversation may have very many messages in a row. */
  walk(roots: readonly Node[], childrenOf: (id: string) => readonly Node[]): void {
    const stack: Step[] = roots
      .toReversed()
      .map((node) => ({ node, draft: null, isOnly: roots.length === 1, at: this.startedAt }));
    for (let step = stack.pop(); step; step = stack.pop()) {
      const draft = this.visit(step);
      const children = childrenOf(step.node.id);
      const at = draft?.createdAt ?? step.at;
      for (const node of children.toReversed())
        stack.push({ node, draft, isOnly: children.length === 1, at });
    }
  }

  /** Returns the drafts with parts, each with the nearest such predecessor. */
  linked(kept: readonly Draft[]): Draft[] {
    const all = new Map(this.drafts.map((draft) => [draft.id, draft]));
    const parentOf = (id: string | null): string | null => {
      for (let one = id; one !== null; one = all.get(one)?.parentId ?? null)
        if (all.get(one)?.parts.length) return one;
      return null;
    };
    return kept.map((draft) => ({ ...draft, parentId: parentOf(draft.parentId) }));
  }

  /** Reads a node into a message, which is returned for its children. */
  private visit({ node, draft: before, isOnly, at }: Step): Draft | null {
    const { message } = node;
    const role = isRecord(message?.author) ? field(message.author, "role") : undefined;
    const content = isRecord(message?.content) ? message.content : {};
    if (!message || this.isContext(message, content) || role === "system" || isHidden(message)) return before;
    const parts = this.partsOf(message, content, role);
    const isFromUser = role === "user";
    if (before && before.role === "assistant" && !isFromUser && isOnly) {
      before.nodes.push(node.id);
      if (role === "tool") addOutput(before.parts, parts, message);
      else before.parts.push(...parts);
      return before;
    }
    if (isBadTime(message.create_time, this.now)) this.leftovers.add("bad_date", this.name);
    const draft: Draft = {
      ...{ id: cleanText(node.id), parentId: before?.id ?? null, nodes: [node.id] },
      ...{ role: isFromUser ? ("user" as const) : ("assistant" as const), parts: [] },
      createdAt: timeOf(message.create_time, this.now) ?? at,
    };
    if (role === "tool") addOutput(draft.parts, parts, message);
    else draft.parts.push(...parts);
    this.drafts.push(draft);
    return draft;
  }

  /** Collects memories of a hidden message that gave them to the model. */
  private isContext(message: Json, content: Json): boolean {
    const kind = field(content, "content_type");
    if (kind !== "user_editable_context" && kind !== "model_editable_context") return false;
    this.memories.push(...memoriesOfContext(content, message.metadata));
    return true;
  }

  private partsOf(message: Json, content: Json, role: string | undefined): (SourcePart | ArtifactChange)[] {
    const recipient = field(message, "recipient") ?? "all";
    if (role !== "user" && role !== "tool" && recipient !== "all") return this.callOf(recipient, content);
    const parts = partsOfContent(content, (kind) =>
      this.leftovers.add("unknown_kind", `${this.name}: ${kind}`),
    ).map((part) =>
      part.kind === "text" ? { ...part, text: withCitations(part.text, message.metadata) } : part,
    );
    const shown = new Set(parts.flatMap((part) => (part.kind === "file" ? [part.reference] : [])));
    return [...parts, ...attachmentsOf(message.metadata, shown)];
  }

  private callOf(recipient: string, content: Json): (SourcePart | ArtifactChange)[] {
    const name = cleanText(recipient);
    const input = inputOf(content);
    if (name === "bio") {
      const text = cleanText(content.text) || list(content.parts).map(cleanText).join("\n");
      if (text.trim() !== "") this.memories.push({ kind: "memory", title: "", text: text.trim() });
    }
    if (name.startsWith("canmore.") && isRecord(input)) {
      const change = canvasChange(name, input);
      if (change) return [change];
    }
    if (name === "python" || field(content, "content_type") === "code") {
      const code = cleanText(content.text);
      if (code.trim() !== "" && !isRecordText(code))
        return [{ kind: "text", text: fenced(code, name === "python" ? "python" : "") }];
    }
    return [{ kind: "call", name, input }];
  }
}

const isRecordText = (code: string): boolean => /^\s*[{[]/.test(code);

const isHidden = ({ metadata }: Json): boolean =>
  isRecord(metadata) &&
  metadata.is_visually_hidden_from_conversation === true &&
  metadata.is_user_system_message !== true;

/** Adds the text of a tool to the last call that has no output yet, and its files to the message. */
function addOutput(
  into: (SourcePart | ArtifactChange)[],
  parts: readonly (SourcePart | ArtifactChange)[],
  message: Json,
) {
  const name = cleanText(isRecord(message.author) ? field(message.author, "name") : "");
  const call = into.findLast((part) => part.kind === "call");
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  const others = parts.filter(({ kind }) => kind !== "text");
  const tool = name.split(".")[0] ?? "";
  const isAnswer = call?.kind === "call" && call.output === undefined && call.name.split(".")[0] === tool;
  if (tool === "canmore") return;
  if (isAnswer) call.output = texts.join("\n\n");
  else if (tool === "python") into.push(...parts.filter(({ kind }) => kind === "text"));
  else if (texts.length > 0)
    into.push({ kind: "call", name: name || "tool", input: {}, output: texts.join("\n\n") });
  into.push(...others);
}

/** Reads a change of a canvas document. Null if it is no such change. */
function canvasChange(name: string, input: Json): ArtifactChange | null {
  const id = "canvas";
  if (name === "canmore.create_textdoc") {
    const title = cleanText(input.name);
    const type = cleanText(input.type);
    return {
      ...{ kind: "change", op: "write", key: id, isNew: true, title },
      ...{
        type: artifactTypeOf(type),
        language: type.replace(/^code\//, ""),
        content: cleanText(input.content),
      },
    };
  }
  if (name !== "canmore.update_textdoc") return null;
  const edits = list(input.updates).map((one) => ({
    pattern: cleanText(field(one, "pattern")),
    replacement: cleanText(field(one, "replacement")),
    isEach: isRecord(one) && one.multiple === true,
  }));
  return { kind: "change", op: "patterns", key: id, edits };
}
