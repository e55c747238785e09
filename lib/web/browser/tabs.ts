import { randomUUID } from "node:crypto";
import type { BrowserContext, CDPSession, Page, Request } from "playwright";
import { AppError } from "@/lib/shared/errors";
import { type AskedDialog, dialogAsk, dismissed } from "./dialogs";

export const MAX_TABS = 8;
/**
 * Time limit for the browser's answer about a tab. The browser reports titles, not the page, so an endless script
 * of the page does not block them.
 */
const TITLE_TIMEOUT_MS = 1_000;
const MAX_TITLE_CHARS = 500;

export type BrowserTab = {
  id: string;
  page: Page;
  url: string;
  title: string;
  isLoading: boolean;
  /** Id of the main frame; null until the browser has reported it. */
  frameId: string | null;
  asked: AskedDialog | null;
  /**
   * Request of a navigation that has no response yet. Until the response, scripts of the current page do not
   * run.
   */
  awaited: Request | null;
  cdp: Promise<CDPSession>;
};

type TabEvents = { note(line: string): void; changed(): void; isUserInControl(): boolean };

/** The tabs of a context, including popups. Dismisses and notes dialogs unless the user has control. */
export class BrowserTabs {
  all: readonly BrowserTab[] = [];
  current: BrowserTab | null = null;
  private readonly context: BrowserContext;
  private readonly events: TabEvents;

  constructor(context: BrowserContext, events: TabEvents) {
    this.context = context;
    this.events = events;
    context.on("page", (page) => this.add(page));
  }

  async open(): Promise<BrowserTab> {
    const page = await this.context.newPage();
    return this.add(page);
  }

  select(id: string): void {
    this.show(this.tabById(id));
  }
  async close(id: string): Promise<void> {
    await this.tabById(id).page.close();
  }

  async answer(id: string, accept: boolean, text?: string): Promise<void> {
    const tab = this.current;
    if (tab?.asked?.id !== id) throw new AppError("conflict", "This dialog is no longer open.");
    const { dialog } = tab.asked;
    tab.asked = null;
    this.events.changed();
    await (accept ? dialog.accept(text) : dialog.dismiss()).catch(() => {});
  }
  dismissAll(): void {
    for (const tab of this.all) {
      if (tab.asked) void dismissed(tab.asked.dialog, this.events.note);
      tab.asked = null;
    }
  }

  private tabById(id: string): BrowserTab {
    const tab = this.all.find((each) => each.id === id);
    if (!tab) throw new AppError("not_found", "This tab no longer exists.");
    return tab;
  }

  private show(tab: BrowserTab): void {
    this.current = tab;
    void tab.page.bringToFront().catch(() => {});
    this.events.changed();
  }

  private add(page: Page): BrowserTab {
    const existing = this.all.find((tab) => tab.page === page);
    if (existing) return existing;
    const cdp = this.context.newCDPSession(page);
    const blank = { url: "", title: "", isLoading: false, frameId: null, asked: null, awaited: null };
    const tab: BrowserTab = { id: randomUUID(), page, cdp, ...blank };
    if (this.all.length >= MAX_TABS) {
      this.events.note(`A page opened more than the ${MAX_TABS} allowed tabs; the new tab was closed.`);
      cdp.catch(() => {});
      void page.close().catch(() => {});
      return tab;
    }
    if (this.all.length > 0) this.events.note("A new tab was opened and is now the current one.");
    this.all = [...this.all, tab];
    this.listen(tab);
    this.show(tab);
    return tab;
  }

  private listen(tab: BrowserTab): void {
    const { page } = tab;
    const { note } = this.events;
    page.on("framenavigated", (frame) => {
      if (frame !== page.mainFrame()) return;
      // The dialog belonged to the previous page and has closed with it.
      tab.asked = null;
      this.events.changed();
      void this.look(tab);
    });
    page.on("request", (request) => {
      if (leads(request)) tab.awaited = request;
    });
    const isOver = (request: Request) => {
      if (tab.awaited === request) tab.awaited = null;
    };
    page.on("response", (response) => isOver(response.request()));
    page.on("requestfailed", isOver);
    page.on("domcontentloaded", () => void this.look(tab));
    page.on("load", () => void this.look(tab));
    page.on("dialog", (dialog) => {
      tab.asked = this.events.isUserInControl() ? dialogAsk(dialog) : null;
      if (tab.asked) this.show(tab);
      else void dismissed(dialog, note);
    });
    page.on("download", (download) => {
      note(
        `The page offered the file "${download.suggestedFilename()}" for download; it was not downloaded.`,
      );
    });
    page.on("filechooser", () => note("The page asked for a file; this browser has no files."));
    page.on("close", () => this.remove(tab));
    page.on("crash", () => {
      note(`The page ${tab.url} crashed or used too much memory; its tab was closed.`);
      this.remove(tab);
      void page.close().catch(() => {});
    });
    void this.follow(tab).catch(() => {});
  }

  private async follow(tab: BrowserTab): Promise<void> {
    const cdp = await tab.cdp;
    const main = (frameId: string) => frameId === tab.frameId;
    const loading = (isLoading: boolean) => {
      if (tab.isLoading === isLoading) return;
      tab.isLoading = isLoading;
      this.events.changed();
    };
    cdp.on("Page.frameStartedLoading", ({ frameId }) => main(frameId) && loading(true));
    cdp.on("Page.frameStoppedLoading", ({ frameId }) => {
      if (!main(frameId)) return;
      loading(false);
      void this.look(tab);
    });
    cdp.on("Page.navigatedWithinDocument", () => void this.look(tab));
    const { targetInfo } = await cdp.send("Target.getTargetInfo");
    // The main frame of a page has the same id as the page's target.
    tab.frameId = targetInfo.targetId;
    await cdp.send("Page.enable");
  }

  private remove(tab: BrowserTab): void {
    this.all = this.all.filter((each) => each !== tab);
    const last = this.all.at(-1);
    if (this.current === tab) this.current = null;
    if (!this.current && last) this.show(last);
    this.events.changed();
  }

  async refresh(): Promise<void> {
    if (this.current) await this.look(this.current);
  }

  private async look(tab: BrowserTab): Promise<void> {
    // If a busy machine responds late, keep the known title. Use the address of the page, because the reported
    // address may be that of a pending navigation.
    const info = (await readTargetInfo(tab.cdp)) ?? { url: "", title: tab.title };
    const here = tab.page.url();
    const url = here.startsWith("chrome-error:") ? tab.url : here.slice(0, 2_000);
    // If a page has no title, the browser reports its address as the title.
    const isAddress = [here, info.url].some((each) => each.replace(/^https?:\/\//, "") === info.title);
    const title = isAddress || here.startsWith("chrome-error:") ? "" : info.title.slice(0, MAX_TITLE_CHARS);
    if (tab.url === url && tab.title === title) return;
    tab.url = url;
    tab.title = title;
    this.events.changed();
  }
}

function leads(request: Request): boolean {
  try {
    return request.isNavigationRequest() && !request.frame().parentFrame();
  } catch {
    // `frame` throws while the request's frame does not exist yet.
    return false;
  }
}

async function readTargetInfo(cdp: Promise<CDPSession>): Promise<{ url: string; title: string } | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), TITLE_TIMEOUT_MS);
  const asked = cdp.then((session) => session.send("Target.getTargetInfo")).then((all) => all.targetInfo);
  return Promise.race([asked.catch(() => null), late]).finally(() => clearTimeout(timer));
}
