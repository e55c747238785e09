import { readForModel } from "@/lib/agent/step/in-time";
import { componentsText, describeComponentList } from "@/lib/code/components/component-list";
import { trialsText } from "@/lib/code/proof/hold";
import { skillsText } from "@/lib/code/skills/prompt";
import { sendFailureHint } from "@/lib/code/traces/hint";
import { schemaText } from "@/lib/data/documents/prompt";
import { memoryText } from "@/lib/data/memory/prompt";
import { type Recollection, recalledText, recollect, recollectAgain } from "@/lib/data/memory/recall";
import { readSchedule, scheduleText } from "@/lib/data/schedule/prompt";
import { log } from "@/lib/ground/base/log";
import type { RecalledFact } from "@/lib/shared/chat/metadata";
import type { Marked } from "@/lib/shared/origins";
import type { NamedComponent } from "@/lib/store/agents/components";
import type { PromptJob } from "@/lib/store/agents/jobs";
import { readPromptProject } from "@/lib/store/agents/projects";
import { type PromptMemory, readPromptMemory } from "@/lib/store/memory/memory-prompt";
import { isUnreachable } from "@/lib/store/unreachable";
import { whatsappText } from "@/lib/tools/whatsapp/prompt";
import { projectText } from "./project";
import { tablesText } from "./tables";

type LoadedData = {
  components: readonly NamedComponent[];
  jobs: readonly PromptJob[];
  memory: PromptMemory | null;
  timeZone: string;
};

/** The message that the run answers. `before` has the facts that were recalled when its answer started. */
type RecallQuery = {
  text: string;
  conversationId: string;
  projectId?: string | null;
  before?: readonly RecalledFact[] | null;
  /** How long recall waits for the message's embedding, in milliseconds. Default 60. */
  waitMs?: number;
};

type SnapshotOptions = {
  hint?: typeof sendFailureHint;
  begun?: Promise<void>;
  /** The project of the conversation. */
  projectId?: string | null;
  /** The conversation, whose changes that are not live are in the prompt. */
  conversationId?: string | null;
};

/**
 * The changing parts of the system prompt, read when a message begins. All steps of the message use the same
 * text, so that providers can cache it.
 */
export class PromptSnapshot {
  readonly now = new Date();
  private readonly agentId: string;
  private readonly query: RecallQuery | null;
  private readonly hint: typeof sendFailureHint;
  private readonly projectId: string | null;
  private readonly conversationId: string | null;
  private readonly begun: Promise<void> | undefined;
  private tablesPromise: Promise<string> | undefined;
  private componentsPromise: Promise<string> | undefined;
  private skillsPromise: Promise<string> | undefined;
  private schedulePromise: Promise<string> | undefined;
  private whatsappPromise: Promise<string> | undefined;
  private codeHintPromise: Promise<string> | undefined;
  private trialsPromise: Promise<string> | undefined;
  private projectPromise: Promise<string> | undefined;
  /** The project in the prompt, with the origins of its instructions. */
  markedProject: readonly Marked[] = [];
  private memoryPromise: Promise<string> | undefined;
  /**
   * Prompt text about the memory, empty until it is read. `markedMemory` has the parts that may contain web
   * text.
   */
  memoryText = "";
  markedMemory: readonly Marked[] = [];
  recalledText = "";
  markedFacts: readonly Marked[] = [];
  /** Jobs in the text about the schedule. Empty until it is read. */
  markedJobs: readonly Marked[] = [];
  private recollectionPromise: Promise<Recollection | null> | undefined;
  private hasFacts = false;
  /** True if there are facts that `memoryText` has no room for. */
  private isPartial = false;
  /** The agent's notes on its document collections, with their origins. */
  private schema = { text: "", origins: [] as string[] };

  /**
   * Starts all reads at once, before the model is called. `loaded` has data that the caller has read already.
   * Without `query` no facts are recalled. `hint` reads the failures of the agent's code. Nothing
   * is recorded before `begun` resolves.
   */
  constructor(
    agentId: string,
    query: RecallQuery | null,
    loaded?: LoadedData,
    { hint = sendFailureHint, begun, projectId = null, conversationId = null }: SnapshotOptions = {},
  ) {
    this.projectId = projectId;
    this.conversationId = conversationId;
    this.hint = hint;
    this.begun = begun;
    this.agentId = agentId;
    this.query = query;
    if (loaded) {
      this.componentsPromise = Promise.resolve(describeComponentList(loaded.components));
      this.schedulePromise = Promise.resolve(this.setSchedule(loaded));
      this.memoryPromise = Promise.resolve(this.setMemory(loaded.memory));
    }
    for (const part of [
      this.tables(),
      this.project(),
      this.components(),
      this.schedule(),
      this.trials(),
      this.memory(),
      this.recollection(),
    ])
      part.catch(() => {});
  }

  tables(): Promise<string> {
    this.tablesPromise ??= readForModel(() => tablesText(this.agentId));
    return this.tablesPromise;
  }

  /** Describes the project of the conversation; empty if it has none. */
  project(): Promise<string> {
    this.projectPromise ??= readForModel(async () => {
      const project = this.projectId === null ? null : await readPromptProject(this.agentId, this.projectId);
      if (!project) return "";
      this.markedProject = [{ kind: "project", name: project.id, origins: project.origins }];
      return projectText(project);
    });
    return this.projectPromise;
  }

  skills(): Promise<string> {
    this.skillsPromise ??= readForModel(() => skillsText(this.agentId));
    return this.skillsPromise;
  }

  schedule(): Promise<string> {
    this.schedulePromise ??= readForModel(async () => this.setSchedule(await readSchedule(this.agentId)));
    return this.schedulePromise;
  }

  private setSchedule({ jobs, timeZone }: Pick<LoadedData, "jobs" | "timeZone">): string {
    this.markedJobs = jobs.map(({ id: name, origins }) => ({ kind: "job", name, origins }));
    return scheduleText(jobs, timeZone, this.now);
  }

  whatsapp(): Promise<string> {
    this.whatsappPromise ??= readForModel(() => whatsappText(this.agentId));
    return this.whatsappPromise;
  }

  codeHint(asked: { isOn: boolean; isNew: boolean }): Promise<string> {
    this.codeHintPromise ??= readForModel(() => this.hint(this.agentId, asked, this.begun));
    return this.codeHintPromise;
  }

  /** Describes the changes that were made in the conversation and are not live. */
  trials(): Promise<string> {
    const { agentId, conversationId } = this;
    this.trialsPromise ??= readForModel(async () =>
      conversationId === null ? "" : trialsText(agentId, conversationId),
    );
    return this.trialsPromise;
  }

  memory(): Promise<string> {
    this.memoryPromise ??= readForModel(async () =>
      this.setMemory(await readPromptMemory(this.agentId, this.projectId)),
    );
    return this.memoryPromise;
  }

  /** Returns the facts relevant to the message, or null if there is no message or no fact. */
  recollection(): Promise<Recollection | null> {
    this.recollectionPromise ??= readForModel(() => this.recollect());
    return this.recollectionPromise;
  }

  private async recollect(): Promise<Recollection | null> {
    await this.memory();
    const { agentId, query, hasFacts, isPartial } = this;
    if (!query || !hasFacts) return null;
    const made = await (query.before
      ? recollectAgain(agentId, query.before)
      : recollect(agentId, { ...query, isPartial, begun: this.begun })
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

  private setMemory(memory: PromptMemory | null): string {
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
    this.componentsPromise ??= readForModel(() => componentsText(this.agentId));
    return this.componentsPromise;
  }
}
