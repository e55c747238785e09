import { collectUnstoredOrigins, latestUserText, rememberedText } from "@/lib/agent/calls/unstored-origins";
import { Draft } from "@/lib/agent/message/draft";
import type { Equipment } from "@/lib/agent/message/equipment";
import { type Chunk, isToolPart, type Message, toolName } from "@/lib/agent/message/message";
import { withClientTools } from "@/lib/agent/offer/client-tools";
import { loadedToolsets } from "@/lib/agent/offer/load-toolset";
import { Offers } from "@/lib/agent/offer/offers";
import { withinReach, withinRight } from "@/lib/agent/offer/reach";
import type { Offer } from "@/lib/agent/offer/toolset";
import { ContextWindow, isAskedSummary } from "@/lib/agent/prompt/context-window";
import { Past } from "@/lib/agent/prompt/past";
import { PromptSnapshot } from "@/lib/agent/prompt/prompt-snapshot";
import { ToolsRefusedByModel } from "@/lib/agent/prompt/refused-tools";
import { StepAccount } from "@/lib/agent/step/account";
import { stepLimitsOf } from "@/lib/agent/step/limits";
import { StepModels } from "@/lib/agent/step/models";
import { actingRight } from "@/lib/ground/base/acting";
import { raceAbort } from "@/lib/shared/abort";
import type { Through } from "@/lib/shared/origins";
import { toStorableValue } from "@/lib/shared/text/storable";
import { type Reach, readReach } from "@/lib/store/agents/mcp-tokens";
import { parseSettings, readBudget, type Settings, timeZoneOf } from "@/lib/store/agents/settings";
import { publish } from "@/lib/store/bus";
import type { RunContext } from "@/lib/store/loop/run-context";
import type { Saved } from "@/lib/store/loop/steps";
import { withRetry } from "@/lib/store/unreachable";
import type { LiveRun } from "./live";
import { isForOpenCode, OpenCodeWork } from "./opencode";
import { type SavedStep, Saves } from "./saves";

export type StartTurn = (run: RunContext) => LiveRun;

export class TurnState {
  protected readonly run: RunContext;
  protected readonly live: LiveRun;
  protected readonly equipment: Equipment;
  protected readonly start: StartTurn;
  protected readonly settings: Settings;
  protected readonly limits;
  protected readonly models: StepModels;
  protected readonly offers: Offers;
  protected readonly refused = new ToolsRefusedByModel();
  protected snapshot: PromptSnapshot;
  protected readonly past: Past;
  protected readonly contextWindow: ContextWindow;
  protected draft: Draft;
  protected account: StepAccount;
  protected offered: Offer | undefined;
  protected readonly saves: Saves;
  protected readonly openCode: OpenCodeWork | undefined;

  constructor(run: RunContext, live: LiveRun, equipment: Equipment, start: StartTurn) {
    this.run = run;
    this.live = live;
    this.equipment = equipment;
    this.start = start;
    const settings = parseSettings(run.settings);
    this.settings = settings;
    this.limits = stepLimitsOf(settings, run);
    this.models = new StepModels({ run, settings, resolveModel: equipment.resolveModel });
    this.offers = new Offers(run, settings, equipment.catalog);
    const history = run.history as Message[];
    const own = history.findIndex(({ id }) => id === run.messageId);
    // Leave out the messages after the run's own. They arrived during the run and are read when the next message
    // starts.
    this.past = new Past(history.slice(0, own));
    this.draft = new Draft(history[own]?.parts ?? []);
    this.account = new StepAccount(run);
    const loaded = {
      ...{ components: run.components ?? [], jobs: run.jobs ?? [] },
      ...{ memory: run.memory, timeZone: timeZoneOf(settings) },
    };
    const { begun } = live;
    this.snapshot = new PromptSnapshot(run.agentId, this.recallQuery(), loaded, {
      begun,
      projectId: run.projectId,
      conversationId: run.conversationId,
    });
    this.saves = new Saves(run, live);
    const { past, account } = this;
    const emit = (chunk: Chunk) => this.emit(chunk);
    this.contextWindow = new ContextWindow({
      ...{ run, settings, past, account, models: this.models, emit },
      memory: () => rememberedText({ offered: this.offered, snapshot: this.snapshot }),
      begun,
      keep: () => this.save({ status: "running", renewsIdentity: true }),
    });
    if (isForOpenCode(run))
      this.openCode = new OpenCodeWork({
        ...{ run, settings, limits: this.limits, past, account, models: this.models, emit },
        keep: () => this.save({ status: "running" }),
      });
  }

  protected finish(finishReason: "stop" | "tool-calls" | "error"): void {
    this.emit({ type: "finish", finishReason });
    this.live.message.end();
    this.changed();
  }

  protected async save(step: SavedStep, how?: { isAhead: boolean }): Promise<Saved> {
    const { run, draft, account, live } = this;
    const saved = await this.saves.save(
      { draft, account, unstoredOrigins: this.unstoredOrigins(), step },
      how,
    );
    const { approvedTools, readWeb, readThrough } = saved;
    Object.assign(run, { approvedTools, readWeb, readThrough });
    // A budget that the user changed during the run applies from the next call on.
    this.settings.budget = readBudget(saved.budget);
    run.settings = { ...run.settings, budget: saved.budget };
    if (saved.stopRequested && saved.status === "running") live.abort.abort("stopped");
    for (const { agentId: agent, conversationId: id } of run.helper?.askers ?? [])
      publish({ type: "helpers", agent, id });
    return saved;
  }

  /**
   * Sanitises the chunk first, so that the draft, the followers and the database have the same text and the
   * hash of a call does not change.
   */
  protected emit(rawChunk: Chunk): void {
    const chunk = toStorableValue(rawChunk);
    this.draft.apply(chunk);
    this.live.message.emit(chunk);
  }

  /**
   * Lets a resumed run wait for the MCP servers that it uses. After a restart they are connected again within
   * seconds.
   */
  protected async awaitServers(): Promise<void> {
    if (this.run.attempt <= 1) return;
    const messages = this.past.with(this.asMessage());
    const called = new Set(messages.flatMap(({ parts }) => parts.filter(isToolPart).map(toolName)));
    await this.offers.ready(loadedToolsets(messages), called, this.live.abort.signal);
  }

  protected async offer() {
    const { program } = this.account.metadata;
    const reach = await this.reachOf();
    const called = program?.toolset;
    const loaded = called
      ? new Set([called])
      : reach
        ? await this.offers.holding(reach.tools)
        : loadedToolsets(this.past.with(this.asMessage()));
    // If the model cannot be created, ignore the error here: the next request to the model reports it.
    const model = called
      ? null
      : await raceAbort(() => this.models.current(), this.live.abort.signal).catch(() => null);
    const offer = await this.offers.current(
      loaded,
      this.run.approvedTools,
      model?.contextWindow ?? undefined,
    );
    const right = await actingRight(this.run.agentId);
    // A message that the user wrote during the run does not come from the program.
    const client = program ? this.run.client : null;
    const permitted = withinRight(right, this.bounded(reach, offer));
    this.offered = this.refused.apply(withClientTools(client, permitted));
    return this.offered;
  }

  /**
   * Returns the limits of a program's token, or null if none limits the run. Only subagents, and runs that read
   * a subagent's result, inherit them.
   */
  protected async reachOf(): Promise<Reach | null> {
    const { agentId, messageId, origin } = this.run;
    const { program } = this.account.metadata;
    if (program) return program.tools ? { agentId, tools: program.tools } : null;
    const lastId = this.past.messages.at(-1)?.id;
    if (origin !== "agent" && !lastId?.startsWith("helper:")) return null;
    if (this.reach?.messageId !== messageId)
      this.reach = { messageId, read: await withRetry(() => readReach(this.run)) };
    return this.reach.read;
  }

  private reach: { messageId: string; read: Reach | null } | undefined;

  private bounded(reach: Reach | null, offer: Offer): Offer {
    if (reach && this.withinLast?.from !== offer)
      this.withinLast = { from: offer, offer: withinReach(reach, offer, this.run.agentId) };
    return reach && this.withinLast ? this.withinLast.offer : offer;
  }

  private withinLast: { from: Offer; offer: Offer } | undefined;

  protected unstoredOrigins(): Through[] {
    const { run, offered, snapshot } = this;
    if (this.isProgram()) return [];
    return collectUnstoredOrigins({ run, offered, snapshot, messages: this.past.with(this.asMessage()) });
  }

  protected recallQuery() {
    if (this.settings.toolsets.memory?.mode === "off" || isAskedSummary(this.asMessage())) return null;
    const { conversationId, contact, projectId } = this.run;
    if (contact !== null) return null;
    return {
      text: latestUserText(this.past.messages),
      conversationId,
      projectId,
      before: this.account.metadata.recalled,
    };
  }

  /**
   * Returns true if the message is a program's call: the program receives the result, and no model continues.
   */
  protected isProgram(): boolean {
    return this.account.metadata.program?.toolset != null;
  }

  protected asMessage(): Message {
    return { id: this.run.messageId, role: "assistant", parts: this.draft.parts };
  }

  /**
   * Publishes a change of this conversation and of those that wait for it, because they also show its status.
   */
  protected changed(): void {
    const { agentId, conversationId, helper: subagent } = this.run;
    for (const place of [{ agentId, conversationId }, ...(subagent?.askers ?? [])])
      publish({ type: "conversation", agent: place.agentId, id: place.conversationId });
  }
}
