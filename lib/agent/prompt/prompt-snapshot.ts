import { readForModel } from "@/lib/agent/step/in-time";
import { componentsText, describeComponentList } from "@/lib/code/components/listed";
import { tellFailures } from "@/lib/code/traces/hint";
import { schemaText } from "@/lib/data/documents/prompt";
import { memoryText } from "@/lib/data/memory/prompt";
import { type Recollection, recalledText, recollect, recollectAgain } from "@/lib/data/memory/recall";
import { readScheduleText, scheduleText } from "@/lib/data/schedule/prompt";
import { log } from "@/lib/ground/base/log";
import type { RecalledFact } from "@/lib/shared/chat/metadata";
import type { Marked } from "@/lib/shared/origins";
import type { NamedComponent } from "@/lib/store/agents/components";
import type { PromptJob } from "@/lib/store/agents/jobs";
import { type PromptMemory, readPromptMemory } from "@/lib/store/memory/memory-prompt";
import { isUnreachable } from "@/lib/store/unreachable";
import { whatsappText } from "@/lib/tools/whatsapp/prompt";
import { tablesText } from "./tables";

type Known = {
  components: readonly NamedComponent[];
  jobs: readonly PromptJob[];
  memory: PromptMemory | null;
  timeZone: string;
};

/** The message that the run answers. `before` has the facts that were recalled when its answer started. */
type Said = {
  text: string;
  conversationId: string;
  before?: readonly RecalledFact[] | null;
  /** How long recall waits for the message's embedding, in milliseconds. Default 60. */
  waitMs?: number;
};

/**
 * The changing parts of the system prompt, read when a message begins. All steps of the message use the same
 * text, so that providers can cache it.
 */
export class PromptSnapshot {
  readonly now = new Date();
  private readonly agentId: string;
  private readonly said: Said | null;
  private readonly hint: typeof tellFailures;
  private told: Promise<string> | undefined;
  private listed: Promise<string> | undefined;
  private planned: Promise<string> | undefined;
  private permitted: Promise<string> | undefined;
  private hinted: Promise<string> | undefined;
  private remembered: Promise<string> | undefined;
  /** Prompt text about the memory, set once it was read, and its parts that may contain web text. */
  memoryText = "";
  markedMemory: readonly Marked[] = [];
  recalledText = "";
  markedFacts: readonly Marked[] = [];
  private recollected: Promise<Recollection | null> | undefined;
  private hasFacts = false;
  /** True if there are facts that `memoryText` has no room for. */
  private isPartial = false;
  /** The agent's notes on its document collections, with their origins. */
  private schema = { text: "", origins: [] as string[] };

  /**
   * Starts all reads at once, before the model is called. `loaded` has data that the caller has read already.
   * Without `query` no facts are recalled. `hint` reads the failures of the agent's code.
   */
  constructor(agentId: string, said: Said | null, known?: Known, hint = tellFailures) {
    this.hint = hint;
    this.agentId = agentId;
    this.said = said;
    if (known) {
      this.listed = Promise.resolve(describeComponentList(known.components));
      this.planned = Promise.resolve(scheduleText(known.jobs, known.timeZone, this.now));
      this.remembered = Promise.resolve(this.tell(known.memory));
    }
    for (const part of [
      this.tables(),
      this.components(),
      this.schedule(),
      this.memory(),
      this.recollection(),
    ])
      part.catch(() => {});
  }

  tables(): Promise<string> {
    this.told ??= readForModel(() => tablesText(this.agentId));
    return this.told;
  }

  schedule(): Promise<string> {
    this.planned ??= readForModel(() => readScheduleText(this.agentId, this.now));
    return this.planned;
  }

  whatsapp(): Promise<string> {
    this.permitted ??= readForModel(() => whatsappText(this.agentId));
    return this.permitted;
  }

  codeHint(asked: { isOn: boolean; isNew: boolean }): Promise<string> {
    this.hinted ??= readForModel(() => this.hint(this.agentId, asked));
    return this.hinted;
  }

  memory(): Promise<string> {
    this.remembered ??= readForModel(async () => this.tell(await readPromptMemory(this.agentId)));
    return this.remembered;
  }

  /** Returns the facts relevant to the message. Returns null without a query if no facts are stored. */
  recollection(): Promise<Recollection | null> {
    this.recollected ??= readForModel(() => this.recollect());
    return this.recollected;
  }

  private async recollect(): Promise<Recollection | null> {
    await this.memory();
    const { agentId, said, hasFacts, isPartial } = this;
    if (!said || !hasFacts) return null;
    const made = await (said.before
      ? recollectAgain(agentId, said.before)
      : recollect(agentId, { ...said, isPartial })
    ).catch((error) => {
      if (isUnreachable(error)) throw error;
      log.error("Facts could not be recalled for a message", error);
      return null;
    });
    if (!made) return null;
    this.recalledText = recalledText(made.facts);
    this.markedFacts = made.facts.map(({ id, origins }) => ({ kind: "memory", name: id, origins }));
    return made;
  }

  /** Describes the document collections. `isLoaded`: the agent has the tools for them. */
  async documents(isLoaded: boolean): Promise<string> {
    await this.memory();
    return this.documentsText(isLoaded);
  }

  documentsText = (isLoaded: boolean): string => schemaText(this.schema.text, this.schema.origins, isLoaded);

  get markedDocuments(): Marked[] {
    return [{ kind: "db_schema", name: "db_schema", origins: this.schema.origins }];
  }

  private tell(memory: PromptMemory | null): string {
    if (!memory) return "";
    const { blob, blobOrigins, blocks } = memory;
    this.hasFacts = memory.hasFacts;
    this.isPartial = memory.facts.hasMore;
    this.schema = { text: memory.dbSchema, origins: memory.dbSchemaOrigins };
    this.markedMemory = [
      ...(blob === "" ? [] : [{ kind: "memory_blob" as const, name: "memory_blob", origins: blobOrigins }]),
      ...blocks.map(({ label: name, origins }) => ({ kind: "block" as const, name, origins })),
    ];
    this.memoryText = memoryText(memory);
    return this.memoryText;
  }

  components(): Promise<string> {
    this.listed ??= readForModel(() => componentsText(this.agentId));
    return this.listed;
  }
}
