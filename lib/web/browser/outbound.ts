import type { BrowserContext, Page, Request, Route, WebSocket } from "playwright";
import { type Act, HeldBack, toAct } from "@/lib/shared/tools/outside";

/** What a click has set off is told a moment later. */
const TOLD_IN_MS = 100;
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

type Of = {
  /** Whether what it sends may go: the person watches, or has the browser in hand. */
  mayGo(): boolean;
  note(line: string): void;
};

/**
 * What pages send because the agent has used them. From its first guarded use until it shows another document, a page
 * sends nothing but readings: what it wants to send during a call is told to the person, who may allow the call, and what
 * it wants to send later by itself does not go. Pages that were only opened send what they like.
 */
export class Outbound {
  private readonly context: BrowserContext;
  private readonly of: Of;
  private readonly used = new WeakSet<Page>();
  private readonly sockets = new WeakMap<Page, Set<WebSocket>>();
  /** The document that a page is about to show. */
  private readonly next = new WeakMap<Page, string>();
  /** What the call of now would have sent. */
  private acts: Act[] | null = null;
  /** The last call was one that the person allowed. */
  private isAllowed = true;
  private routed: Promise<unknown> | null = null;

  constructor(context: BrowserContext, of: Of) {
    this.context = context;
    this.of = of;
    context.on("page", (page) => this.listen(page));
    context.on("response", (response) => {
      const request = response.request();
      const page = request.isNavigationRequest() ? pageOf(request) : null;
      if (page && request.frame() === page.mainFrame()) this.next.set(page, plain(response.url()));
    });
  }

  /** Does something to a page that the person has not allowed. Throws `HeldBack` with what it would have sent. */
  async guarded<T>(page: Page, work: () => Promise<T>): Promise<T> {
    this.routed ??= this.context.route(isSent, (route) => this.pass(route));
    await this.routed;
    const [socket] = this.sockets.get(page) ?? [];
    if (socket && !this.of.mayGo())
      throw new HeldBack([toAct(`Use a page that may send it on by its open connection to ${socket.url()}`)]);
    this.used.add(page);
    this.isAllowed = false;
    this.acts = [];
    const { acts } = this;
    try {
      const done = await work();
      await new Promise((resolve) => setTimeout(resolve, TOLD_IN_MS));
      if (acts.length > 0) throw new HeldBack(acts);
      return done;
    } finally {
      this.acts = null;
    }
  }

  /** The person has allowed what is done to a page now. */
  allow(page: Page): void {
    this.used.delete(page);
    this.isAllowed = true;
  }

  private listen(page: Page): void {
    const open = new Set<WebSocket>();
    this.sockets.set(page, open);
    page.on("websocket", (socket) => {
      open.add(socket);
      socket.on("close", () => open.delete(socket));
    });
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame() && this.next.get(page) === plain(frame.url())) this.used.delete(page);
    });
    // What a page opens is its own doing, until that shows a document of its own.
    void page
      .opener()
      .then((opener) => opener && this.used.has(opener) && !isDocument(page) && this.used.add(page))
      .catch(() => {});
  }

  private async pass(route: Route): Promise<void> {
    const request = route.request();
    if (READS.has(request.method()) || !this.isOfUsed(request) || this.of.mayGo())
      return route.continue().catch(() => {});
    // Aborted, a page stays where it is.
    await route.abort("aborted").catch(() => {});
    // What is told in passing has no answer that a page would wait for.
    if (request.resourceType() === "ping") return;
    const act = toAct(`${request.method()} ${request.url()}`, request.postData());
    if (this.acts) this.acts.push(act);
    else
      this.of.note(
        `The page wanted to send ${act.what.slice(0, 300)} by itself after it was used; that was kept back. It goes out while the person watches.`,
      );
  }

  private isOfUsed(request: Request): boolean {
    const page = pageOf(request);
    if (page && isDocument(page)) return this.used.has(page);
    // Of a window that has just been opened, or that another page has written.
    return !this.isAllowed;
  }
}

const isSent = (url: URL): boolean => /^https?:$/.test(url.protocol);

const isDocument = (page: Page): boolean => /^https?:/.test(page.url());

const plain = (url: string): string => url.replace(/#.*$/s, "");

function pageOf(request: Request): Page | null {
  try {
    return request.frame().page();
  } catch {
    return null;
  }
}
