import { type Change, historyOf } from "@/components/client/events";
import type { Ask, Snapshot } from "@/lib/shared/chat/contract";
import { newId } from "@/lib/shared/chat/id";
import { pointsOf } from "@/lib/shared/chat/points";
import type { SentSurface, SurfaceFacts } from "@/lib/shared/chat/surfaces/sheets";
import { surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { commentOf } from "@/lib/shared/comments/view";
import { t } from "@/lib/shared/i18n/en/chatClient";
import { parsePermission } from "@/lib/shared/tools/permission";
import {
  ApiError,
  allowTools,
  patchSurface,
  postAnswer,
  postCompact,
  postEndSession,
  postMessage,
  postRetry,
  showMessage,
  stopRun,
  takeNewestPrompt,
} from "./api";
import { Follower } from "./follower";
import { Outbox, type Sending } from "./outbox";
import { Requests, reasonOf } from "./requests";
import {
  type Answering,
  askId,
  type ConversationState,
  initialState,
  isAbout,
  type Project,
  type Rewriting,
  rewritten,
} from "./state";
import { Store } from "./store";
import { filesOf, messageOf } from "./unsent";

export type SurfaceChange = Partial<Pick<SurfaceFacts, "isClosed" | "hasFailed">>;

/**
 * Applies the user's actions in one tab to the server's snapshot of a conversation. The outbox keeps each
 * message until the snapshot contains it. The server accepts each message and answer once, even if the tab
 * sends it several times.
 */
export class Conversation {
  readonly id: string;
  readonly store: Store;
  readonly #follower: Follower;
  readonly #requests: Requests;
  readonly #outbox: Outbox;

  constructor(id: string, initial: Snapshot | null, project: Project | null = null) {
    this.id = id;
    this.store = new Store(initialState(id, initial, project));
    this.#follower = new Follower(id, this.store);
    this.#requests = new Requests(this.store, this.#follower);
    this.#outbox = new Outbox(id, this.store, this.#follower, this.#requests);
  }

  get state(): ConversationState {
    return this.store.state;
  }

  subscribe(listener: () => void): () => void {
    return this.store.subscribe(listener);
  }

  open(): () => void {
    this.#outbox.open();
    this.#follower.open();
    return () => this.#follower.close();
  }

  /**
   * Syncs after a change elsewhere. Does nothing during a stream or a request, because both report changes
   * themselves.
   */
  changed(what: Change): void {
    // Changes of the system prompt matter, because the snapshot contains the number of its live version.
    const isOfAll = what === null || historyOf(what)?.kind === "system_prompt";
    const concerns = what === this.id || (isOfAll && this.state.isStored);
    if (concerns && !this.#follower.isReading && !this.#requests.isBusy) void this.#follower.sync();
  }

  pause(): void {
    this.#follower.pause();
  }

  reconnect(): void {
    this.#follower.reconnect();
  }

  send(text: string, sending?: Sending): void {
    this.#outbox.send(text, sending);
  }

  /**
   * Sends the values of a surface whose ask is closed. Resolves to the error if the server refused it; the
   * message is then discarded.
   */
  sendSheet(surface: SentSurface): Promise<string | undefined> {
    return this.#outbox.sendSheet(surface);
  }

  resend(messageId: string): void {
    this.#outbox.resend(messageId);
  }

  discard(messageId: string): void {
    this.#outbox.discard(messageId);
  }

  /** Resolves to the error, or to undefined if this answer or an earlier one was accepted. */
  async answer(ask: Ask, output: unknown): Promise<string | undefined> {
    const id = askId(ask);
    const { toolCallId, messageId, kind } = ask;
    const existing = this.state.answering[id];
    if (existing && isAbout(existing, ask) && (existing.state === "sending" || existing.state === "taken"))
      return;
    const about = { kind, because: ask.because ?? null };
    this.#answering(id, { ...about, state: "sending", output });
    return this.#requests.during(async () => {
      try {
        const response = await postAnswer(this.id, { toolCallId, messageId, output });
        this.#answering(id, { ...about, state: "taken", output });
        this.#follower.taken(response);
      } catch (error) {
        const isSettled = error instanceof ApiError && (error.status === 409 || error.status === 404);
        const problem =
          error instanceof ApiError ? error.message : t("tryAgain", { problem: reasonOf(error) });
        const details = error instanceof ApiError ? error.details : undefined;
        this.#answering(id, {
          ...about,
          state: isSettled ? "elsewhere" : "failed",
          output,
          problem,
          details,
        });
        this.#requests.failed(error);
        if (!isSettled) return problem;
      }
    });
  }

  /** Closes or reopens a surface or marks it as failed. Updates the local state first, then the server. */
  async changeSheet(
    { messageId, toolCallId }: Pick<Ask, "messageId" | "toolCallId">,
    change: SurfaceChange,
  ): Promise<void> {
    const id = surfaceId(messageId, toolCallId);
    const factsOf = () => this.state.snapshot.sheets ?? [];
    const put = (fact: SurfaceFacts) => {
      const surfaces = [...factsOf().filter((one) => one.id !== id), fact];
      this.store.set({ snapshot: { ...this.state.snapshot, sheets: surfaces } });
    };
    const untouched = { id, version: 0, isClosed: false, hasFailed: false };
    const before = factsOf().find((one) => one.id === id) ?? untouched;
    put({ ...before, ...change });
    await this.#try(t("sheetNotChanged"), async () => {
      try {
        await patchSurface(this.id, { messageId, toolCallId, ...change });
      } catch (error) {
        // Restore only `isClosed`, and only if it has not changed since. A reported render failure stays
        // recorded.
        const now = factsOf().find((one) => one.id === id);
        if (now && now.isClosed === change.isClosed) put({ ...now, isClosed: before.isClosed });
        throw error;
      }
    });
  }

  async stop(): Promise<void> {
    if (this.state.stopping) return;
    this.store.set({ stopping: true, problem: undefined });
    try {
      await stopRun(this.id);
      await this.#follower.sync();
    } catch (error) {
      this.store.set({ stopping: false, problem: `${t("notStopped")} ${reasonOf(error)}` });
    }
  }

  async compact(): Promise<void> {
    await this.#try(t("notSummarised"), async () => {
      this.#follower.taken(await postCompact(this.id), this.state.snapshot.messages);
    });
  }

  /** Ends the session at once, or as soon as no run or ask is open. */
  async endSession(): Promise<void> {
    if (this.state.isEndingSession) return;
    this.store.set({ isEndingSession: true });
    await this.#try(t("sessionNotEnded"), async () => {
      await postEndSession(this.id);
      await this.#follower.sync();
    });
    this.store.set({ isEndingSession: false });
  }

  async askAgain(toolName: string): Promise<void> {
    const { approvedTools = [] } = this.state.snapshot.conversation;
    const others = approvedTools.filter((one) => parsePermission(one).name !== toolName);
    await this.#try(t("notChanged"), async () => {
      await allowTools(this.id, others);
      await this.#follower.sync();
    });
  }

  async takeNewestPrompt(): Promise<void> {
    await this.#try(t("notChanged"), async () => {
      await takeNewestPrompt(this.id);
      await this.#follower.sync();
    });
  }

  edit(messageId: string, text: string): Promise<string | undefined> {
    const before = this.state.snapshot.messages.find(({ id }) => id === messageId);
    const message = messageOf(text, before ? filesOf(before) : [], newId(), {
      points: before ? pointsOf(before) : [],
      comment: before && commentOf(before),
    });
    return this.#rewrite({ from: messageId, message }, () =>
      postMessage(this.id, message, { replaces: messageId }),
    );
  }

  async retry(messageId: string): Promise<void> {
    const problem = await this.#rewrite({ from: messageId }, () => postRetry(this.id, messageId));
    if (problem) this.store.set({ problem: `${t("notRetried")} ${problem}` });
  }

  /** Loads a page of messages before the first one that is loaded. */
  loadEarlier(): Promise<void> {
    return this.#follower.loadEarlier();
  }

  loadAll(): Promise<boolean> {
    return this.#follower.loadAll();
  }

  /** Loads the messages from the given one on. Returns false if the given message is not on the visible branch. */
  reach(messageId: string): Promise<boolean> {
    return this.#follower.reach(messageId);
  }

  /** Loads the given message and shows its branch. Returns false on failure and sets `problem`. */
  async find(messageId: string): Promise<boolean> {
    return (await this.reach(messageId)) || (await this.showMessage(messageId));
  }

  /** Switches to the branch with the given message. Returns false on failure and sets `problem`. */
  async showMessage(messageId: string): Promise<boolean> {
    if (this.state.turningTo !== undefined) return false;
    this.store.set({ turningTo: messageId });
    try {
      return await this.#try(t("notShown"), async () => {
        await showMessage(this.id, messageId);
        await this.#follower.sync();
        await this.#follower.reach(messageId);
      });
    } finally {
      this.store.set({ turningTo: undefined });
    }
  }

  /** Runs `work` as a request. On failure it returns false and sets `problem`, prefixed with `what`. */
  #try(what: string, work: () => Promise<void>): Promise<boolean> {
    this.store.set({ problem: undefined });
    return this.#requests.during(async () => {
      try {
        await work();
        return true;
      } catch (error) {
        this.store.set({ problem: `${what} ${reasonOf(error)}` });
        this.#requests.failed(error);
        return false;
      }
    });
  }

  async #rewrite(rewriting: Rewriting, post: () => Promise<Response>): Promise<string | undefined> {
    if (this.state.rewriting) return t("alreadySending");
    this.store.set({ rewriting, problem: undefined });
    return this.#requests.during(async () => {
      try {
        const response = await post();
        this.#follower.taken(response, rewritten(this.state.snapshot.messages, rewriting));
      } catch (error) {
        this.store.set({ rewriting: undefined });
        this.#requests.failed(error);
        return reasonOf(error);
      }
    });
  }

  #answering(id: string, answering: Answering): void {
    this.store.set({ answering: { ...this.state.answering, [id]: answering } });
  }
}
