import { EventEmitter } from "node:events";
import type { BrowserContext, Page } from "playwright";
import type { Caller } from "@/lib/platform/egress/caller";
import { raceAbort } from "@/lib/shared/abort";
import type { BrowserState, BrowserTarget } from "@/lib/shared/browser/contract";
import { AppError } from "@/lib/shared/errors";
import { shownDialog } from "./dialogs";
import { goTo } from "./navigate";
import { PageOrigins } from "./origins";
import { Outbound } from "./outbound";
import { pageGone } from "./page-gone";
import { recordRequests } from "./recorded";
import { recoverTab, watchForHangs } from "./recover";
import type { BrowserRefusals } from "./refusals";
import { type BrowserTab, BrowserTabs } from "./tabs";
import { VIEWPORT } from "./viewport";

/**
 * A visible live view reports every second or two. The user counts as watching for this long after a report.
 */
const SEEN_MS = 5_000;
/** If the user watches, an element is highlighted for this long before the agent uses it. */
const SHOWN_MS = 300;
const MAX_NOTES = 8;

export type Who = { agentId: string; conversationId: string };

/** The browser of a conversation: its context, its tabs, and whether the agent or the user controls it. */
export class BrowserSession {
  readonly agentId: string;
  readonly conversationId: string;
  readonly context: BrowserContext;
  readonly refusals: BrowserRefusals;
  readonly origins: PageOrigins;
  readonly outbound: Outbound;
  holder: "agent" | "person" = "agent";
  since = new Date();
  target: BrowserTarget | null = null;
  /** The current tool call, to which network requests are attributed. */
  call: Caller | null = null;
  /** Why the browser was closed; null while it is open. */
  closed: string | null = null;
  /** Time of the last use in milliseconds. */
  used = Date.now();
  private readonly book: BrowserTabs;
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private watchers = 0;
  private seenAt = Number.NEGATIVE_INFINITY;
  private turn: Promise<unknown> = Promise.resolve();
  private taken = new AbortController();
  private notes: string[] = [];

  constructor(who: Who, context: BrowserContext, refusals: BrowserRefusals) {
    this.agentId = who.agentId;
    this.conversationId = who.conversationId;
    this.context = context;
    this.refusals = refusals;
    this.origins = new PageOrigins(context);
    this.outbound = new Outbound(context, {
      mayGo: () => this.isSeen || this.holder === "person",
      note: (line) => this.note(line),
    });
    this.book = new BrowserTabs(context, {
      note: (line) => this.note(line),
      changed: () => this.changed(),
      isUserInControl: () => this.holder === "person",
    });
    recordRequests(context, () => this.caller);
  }

  get caller(): Caller {
    return this.call ?? { agentId: this.agentId, conversationId: this.conversationId, tool: "browser" };
  }
  get tabs(): readonly BrowserTab[] {
    return this.book.all;
  }
  get tab(): BrowserTab | null {
    return this.book.current;
  }
  get current(): BrowserTab {
    if (this.closed) throw new AppError("conflict", this.closed);
    if (this.tab) return this.tab;
    throw new AppError("conflict", "No page is open. Call browser_navigate first.");
  }
  get page(): Page {
    return this.current.page;
  }
  get url(): string {
    return this.tab?.url ?? "";
  }
  get title(): string {
    return this.tab?.title ?? "";
  }
  get isWatched(): boolean {
    return this.watchers > 0;
  }
  /** True if the live view is visible to the user. It may be open but hidden. */
  get isSeen(): boolean {
    return performance.now() - this.seenAt < SEEN_MS;
  }
  get isAlone(): boolean {
    return !this.isWatched && !this.call;
  }
  get isIdle(): boolean {
    return this.isAlone && this.holder === "agent";
  }

  state(): BrowserState {
    const { holder, url, title, target, tab: current } = this;
    return {
      holder,
      since: this.since.toISOString(),
      url,
      title,
      isLoading: current?.isLoading ?? false,
      viewport: VIEWPORT,
      tabs: this.tabs.map((tab) => ({
        id: tab.id,
        title: tab.title,
        url: tab.url,
        isCurrent: tab === current,
      })),
      target,
      dialog: shownDialog(current?.asked),
      calling: this.call?.tool ?? null,
    };
  }

  onChange(listener: () => void): () => void {
    this.changes.on("change", listener);
    return () => this.changes.off("change", listener);
  }
  changed(): void {
    this.changes.emit("change");
  }

  /**
   * Registers a viewer, so that the browser stays open and elements are highlighted before use. Returns a
   * function that unregisters the viewer.
   */
  watch(): () => void {
    this.watchers++;
    return () => {
      this.watchers--;
      this.used = Date.now();
    };
  }

  see(isSeen: boolean): void {
    this.seenAt = isSeen ? performance.now() : Number.NEGATIVE_INFINITY;
  }

  take(): void {
    this.hand("person");
    this.taken.abort(new AppError("conflict", TAKEN));
  }
  giveBack(): void {
    this.hand("agent");
    this.book.dismissAll();
    this.taken = new AbortController();
  }

  private hand(holder: "agent" | "person"): void {
    this.used = Date.now();
    if (this.holder === holder) return;
    this.holder = holder;
    this.since = new Date();
    this.target = null;
    this.changed();
  }

  selectTab(id: string): void {
    this.book.select(id);
  }
  async closeTab(id: string): Promise<void> {
    await this.book.close(id);
  }
  answer(id: string, accept: boolean, text?: string): Promise<void> {
    return this.book.answer(id, accept, text);
  }
  async anyPage(): Promise<Page> {
    return this.book.current?.page ?? (await this.book.open()).page;
  }
  refresh(): Promise<void> {
    return this.book.refresh();
  }
  /**
   * Navigates for the address bar of the live view, with the same checks, limits and messages as
   * browser_navigate.
   */
  async navigate(url: string): Promise<void> {
    this.used = Date.now();
    this.book.dismissAll();
    await goTo(await this.anyPage(), url, "domcontentloaded", this.refusals);
  }

  /**
   * Runs one action of the agent after all earlier actions. Throws if the user has control, or takes control
   * during the action.
   */
  use<T>(call: Caller, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const mine = this.turn.then(() => this.run(call, signal, work));
    this.turn = mine.catch(() => {});
    return mine;
  }

  private async run<T>(
    call: Caller,
    callSignal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    callSignal.throwIfAborted();
    if (this.closed) throw new AppError("conflict", this.closed);
    if (this.holder === "person")
      throw new AppError("conflict", "The user controls the browser. Continue when they hand it back.");
    const signal = AbortSignal.any([callSignal, this.taken.signal]);
    this.call = call;
    this.changed();
    const note = (line: string) => this.note(line);
    const unwatch = watchForHangs(() => this.tab, note);
    try {
      return await raceAbort(() => work(signal), signal);
    } catch (error) {
      if (this.tab) await recoverTab(this.tab, note);
      throw this.closed ? new AppError("conflict", this.closed, { cause: error }) : pageGone(error);
    } finally {
      unwatch();
      this.call = null;
      this.target = null;
      this.used = Date.now();
      await this.refresh();
      this.changed();
    }
  }

  async show(target: BrowserTarget, signal: AbortSignal): Promise<void> {
    this.target = target;
    this.changed();
    await raceAbort(() => new Promise((done) => setTimeout(done, SHOWN_MS)), signal);
  }

  note(line: string): void {
    if (this.notes.length < MAX_NOTES && !this.notes.includes(line)) this.notes.push(line);
  }
  takeNotes(): string[] {
    return this.notes.splice(0);
  }

  end(why: string): void {
    if (this.closed) return;
    this.closed = why;
    this.target = null;
    this.taken.abort(new AppError("conflict", why));
    this.changed();
  }
}

const TAKEN =
  "The user took over the browser before this finished. Read the page again after they hand it back.";
