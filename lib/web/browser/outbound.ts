import type { BrowserContext, Page, Request, Route, WebSocket } from "playwright";
import { type Act, ApprovalRequired, toAct } from "@/lib/shared/tools/external-effects";

/** Wait after an action, because a click causes requests with a short delay. */
const REPORT_DELAY_MS = 100;
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

type Of = {
  /** Returns true if requests need no approval, because the user watches or has taken over. */
  mayGo(): boolean;
  note(line: string): void;
};

/**
 * Guards what pages send because the agent acted on them. After the first guarded action on a page, the page
 * may send only reading requests until it shows another document. Other requests during a call need the user's
 * approval of that call. Later ones are blocked. Pages that the agent only opened may send anything.
 */
export class Outbound {
  private readonly context: BrowserContext;
  private readonly of: Of;
  private readonly used = new WeakSet<Page>();
  private readonly sockets = new WeakMap<Page, Set<WebSocket>>();
  /** For each page: the URL of the document that it is about to show. */
  private readonly next = new WeakMap<Page, string>();
  private acts: Act[] | null = null;
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

  /**
   * Runs an action that the user has not approved. If it would have sent requests, throws `ApprovalRequired`
   * with these.
   */
  async guarded<T>(page: Page, work: () => Promise<T>): Promise<T> {
    this.routed ??= this.context.route(isSent, (route) => this.pass(route));
    await this.routed;
    const [socket] = this.sockets.get(page) ?? [];
    if (socket && !this.of.mayGo())
      throw new ApprovalRequired([
        toAct(`Use a page that may send data over its open connection to ${socket.url()}`),
      ]);
    this.used.add(page);
    this.isAllowed = false;
    this.acts = [];
    const { acts } = this;
    try {
      const done = await work();
      await new Promise((resolve) => setTimeout(resolve, REPORT_DELAY_MS));
      if (acts.length > 0) throw new ApprovalRequired(acts);
      return done;
    } finally {
      this.acts = null;
    }
  }

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
    // A window that such a page opens is guarded too, until it shows its own document.
    void page
      .opener()
      .then((opener) => opener && this.used.has(opener) && !isDocument(page) && this.used.add(page))
      .catch(() => {});
  }

  private async pass(route: Route): Promise<void> {
    const request = route.request();
    if (READS.has(request.method()) || !this.isOfUsed(request) || this.of.mayGo())
      return route.continue().catch(() => {});
    // `aborted` makes the page stay open if the request was a navigation.
    await route.abort("aborted").catch(() => {});
    // The page does not wait for the response of a beacon, so block it without asking for approval.
    if (request.resourceType() === "ping") return;
    const act = toAct(`${request.method()} ${request.url()}`, request.postData());
    if (this.acts) this.acts.push(act);
    else
      this.of.note(
        `After you used the page, it tried to send ${act.what.slice(0, 300)}, which was blocked. Such requests are allowed while the user watches.`,
      );
  }

  private isOfUsed(request: Request): boolean {
    const page = pageOf(request);
    if (page && isDocument(page)) return this.used.has(page);
    // The request is from a window that was just opened, or that another page has written. It is held back
    // unless the last action was approved.
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
