import { createHash } from "node:crypto";
import type { SourceConversation, SourceMemory } from "@/lib/data/exports/conversation";
import type { Export } from "@/lib/data/exports/export";
import type { ImportChoice, ImportReport } from "@/lib/shared/imports/contract";
import type { Leftovers } from "@/lib/shared/imports/left";
import type { Product } from "@/lib/shared/imports/products";
import { importOrigin, joined } from "@/lib/shared/origins";
import { readTextMarked } from "@/lib/store/agents/identity";
import {
  type ExportEntry,
  type ExportedMessage,
  importConversations,
} from "@/lib/store/conversations/exported-conversations";
import {
  importedStates,
  purgeConversations,
  readIdentity,
  updateImported,
} from "@/lib/store/conversations/imported-conversations";
import { sentIn } from "@/lib/store/data/files";
import { type ItemRow, itemsBySource, recordItems } from "@/lib/store/data/imports";
import { ImportedComponents } from "./components";
import { ImportedFiles } from "./files";
import { convertMessage } from "./messages";

/** A batch ends after this many conversations, or earlier after this many messages. */
const MAX_CONVERSATIONS = 100;
const MAX_MESSAGES = 1_000;

type Of = { agentId: string; importId: string; product: Product };
type Waiting = { source: SourceConversation; digest: string; before: ItemRow | undefined };
type Converted = { id: string; waiting: Waiting; messages: ExportedMessage[]; files: Map<string, string[]> };

type Options = {
  of: Of;
  source: Export;
  choice: ImportChoice;
  leftovers: Leftovers;
  /** Called with the memories of each conversation, chosen or not. */
  onMemories(memories: readonly SourceMemory[]): void;
  /** Called after each batch with the number of conversations that were read. Returns false to stop. */
  onBatch(done: number): Promise<boolean>;
};

/**
 * Stores the conversations of an export that are new or have changed, in batches. After a crash, the batches that are stored
 * are skipped. Returns null if it was stopped.
 */
export async function takeConversations(options: Options): Promise<ImportReport | null> {
  const taking = await Taking.start(options);
  for await (const conversation of options.source.conversations()) {
    options.onMemories(conversation.memories);
    if (!isChosen(conversation, options.choice)) continue;
    if (!(await taking.add(conversation))) return null;
  }
  if (!(await taking.flush())) return null;
  return taking.report();
}

/** Whether a conversation is from the chosen months. */
export function isChosen(
  { createdAt }: Pick<SourceConversation, "createdAt">,
  { from, to }: ImportChoice,
): boolean {
  const month = monthOf(createdAt);
  return (from === undefined || month >= from) && (to === undefined || month <= to);
}

export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

/** Changes if the conversation gets another message or another visible branch. */
export function digestOf({ title, updatedAt, isStarred, messages }: SourceConversation): string {
  const hash = createHash("sha256").update(JSON.stringify([title, updatedAt, isStarred]));
  for (const { id, active, parts } of messages)
    hash.update(
      JSON.stringify([id, active, parts.length, parts.at(-1) && JSON.stringify(parts.at(-1)).length]),
    );
  return hash.digest("hex");
}

/** Returns the id of an imported conversation, which is always the same for the same agent. */
function conversationId({ agentId, product }: Of, source: string): string {
  const hex = createHash("sha256").update(`${agentId} ${product} ${source}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

class Taking {
  private done = 0;
  private waiting: Waiting[] = [];
  private readonly counts = { conversations: 0, updated: 0, same: 0, messages: 0 };
  private readonly options: Options;
  private readonly known: Map<string, ItemRow>;
  private readonly files: ImportedFiles;
  private readonly components: ImportedComponents;
  private readonly identity: { text: string; origins: string[] };

  private constructor(
    options: Options,
    known: Record<"conversation" | "file" | "component", Map<string, ItemRow>>,
    identity: { text: string; origins: string[] },
  ) {
    const { of, leftovers, source } = options;
    this.options = options;
    this.identity = identity;
    this.known = known.conversation;
    this.files = new ImportedFiles(of, known.file, leftovers, source);
    this.components = new ImportedComponents(of, known.component, leftovers);
  }

  static async start(options: Options): Promise<Taking> {
    const { agentId, product } = options.of;
    const [conversation, file, component, text, prompt, notes] = await Promise.all([
      itemsBySource(agentId, product, "conversation"),
      itemsBySource(agentId, product, "file"),
      itemsBySource(agentId, product, "component"),
      readIdentity(agentId),
      readTextMarked(agentId, "system_prompt"),
      readTextMarked(agentId, "learned_notes"),
    ]);
    const origins = joined([importOrigin(product)], prompt.origins, notes.origins);
    return new Taking(options, { conversation, file, component }, { text, origins });
  }

  async add(source: SourceConversation): Promise<boolean> {
    this.done++;
    const before = this.known.get(source.id);
    const digest = digestOf(source);
    if (before?.digest === digest) this.counts.same++;
    else this.waiting.push({ source, digest, before });
    const messages = this.waiting.reduce((sum, one) => sum + one.source.messages.length, 0);
    return this.waiting.length < MAX_CONVERSATIONS && messages < MAX_MESSAGES ? true : this.flush();
  }

  async flush(): Promise<boolean> {
    const waiting = this.waiting.splice(0);
    const { agentId } = this.options.of;
    const known = waiting.flatMap(({ before }) =>
      before ? [{ id: before.target, parts: before.parts }] : [],
    );
    const states = await importedStates(agentId, known);
    const fresh: Converted[] = [];
    const items: ItemRow[] = [];
    for (const one of waiting) {
      const state = one.before && states.get(one.before.target)?.state;
      if (state === "continued" || state === "deleted") {
        this.options.leftovers.add(state, one.source.title || one.source.id);
        continue;
      }
      const converted = await this.convert(one);
      if (!one.before) fresh.push(converted);
      else if (await this.update(converted, one.before.parts)) items.push(this.itemOf(converted));
    }
    await purgeConversations(
      agentId,
      fresh.map(({ id }) => id),
    );
    await importConversations(agentId, entries(fresh, this.identity), []);
    for (const converted of fresh) {
      await this.claimFiles(converted);
      items.push(this.itemOf(converted));
      this.counts.conversations++;
      this.counts.messages += converted.messages.length;
    }
    await recordItems([...items, ...this.files.takeChanged(), ...this.components.takeChanged()]);
    for (const item of items) this.known.set(item.source, item);
    return this.options.onBatch(this.done);
  }

  report(): ImportReport {
    const { leftovers, source } = this.options;
    for (const path of source.filePaths()) if (!this.files.used.has(path)) leftovers.add("unused", path);
    const { count: files } = this.files;
    return { ...this.counts, files, components: this.components.count, memories: 0, left: leftovers.list() };
  }

  private async convert(waiting: Waiting): Promise<Converted> {
    const { of } = this.options;
    const { source } = waiting;
    const id = conversationId(of, source.id);
    const name = source.title || source.id;
    const files = new Map<string, string[]>();
    const messages: ExportedMessage[] = [];
    for (const one of source.messages) {
      const { message, fileIds } = await convertMessage(one, of.product, {
        file: (part) => this.files.store(part, name),
        component: (artifact) => this.components.store(source.id, artifact),
      });
      messages.push(message);
      if (fileIds.length > 0) files.set(message.id, fileIds);
    }
    return { id, waiting, messages, files };
  }

  private async update(converted: Converted, before: number): Promise<boolean> {
    const { agentId } = this.options.of;
    const { id, waiting, messages } = converted;
    const updatedAt = new Date(waiting.source.updatedAt).toISOString();
    if (!(await updateImported(agentId, { id, updatedAt, messages }, before))) {
      this.options.leftovers.add("continued", waiting.source.title || waiting.source.id);
      return false;
    }
    await this.claimFiles(converted);
    this.counts.updated++;
    this.counts.messages += Math.max(messages.length - before, 0);
    return true;
  }

  private async claimFiles({ id: conversation, files }: Converted): Promise<void> {
    const { agentId } = this.options.of;
    for (const [message, ids] of files)
      await sentIn({ agentId, conversationId: conversation, messageId: message }, ids);
  }

  private itemOf({ id, waiting: { source, digest }, messages }: Converted): ItemRow {
    return {
      ...this.options.of,
      kind: "conversation",
      source: source.id,
      target: id,
      digest,
      parts: messages.length,
    };
  }
}

async function* entries(
  all: readonly Converted[],
  identity: { text: string; origins: string[] },
): AsyncGenerator<ExportEntry> {
  for (const { id, waiting, messages } of all) {
    const { title, createdAt, updatedAt, isStarred } = waiting.source;
    const time = new Date(updatedAt).toISOString();
    yield {
      conversation: {
        ...{ id, title: title.slice(0, 200), titledBy: "person", origin: "import", identity: identity.text },
        ...{
          contact: null,
          jobId: null,
          projectId: null,
          model: null,
          successors: null,
          pinnedSurface: null,
        },
        ...{ endedAt: null, summary: null, continuedBy: null, readThrough: [], readWeb: identity.origins },
        pinnedAt: isStarred ? time : null,
        ...{ createdAt: new Date(createdAt).toISOString(), updatedAt: time },
      },
    };
    for (const message of messages) yield { message };
  }
}
