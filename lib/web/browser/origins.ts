import type { BrowserContext } from "playwright";

/** Only the newest are kept: a page can redirect through and load from many origins. */
const MAX_DOCUMENTS = 50;
const MAX_CONNECTIONS = 1_000;

/**
 * Origins of the text in a browser's pages. A document without its own address (`blob:`, `about:blank`,
 * `data:`) was written by another one, so every origin of a document counts while the browser is open.
 */
export class PageOrigins {
  private readonly context: BrowserContext;
  private readonly documents = new Set<string>();
  private readonly connections = new Set<string>();

  constructor(context: BrowserContext) {
    this.context = context;
    context.on("response", (response) => {
      if (response.request().isNavigationRequest()) add(this.documents, response.url(), MAX_DOCUMENTS);
    });
  }

  /** Called when the guard lets a request through. */
  readonly connected = (url: string): void => add(this.connections, url, MAX_CONNECTIONS);

  /**
   * Returns origins that were let through, newest first. If none of them served a document, returns all that
   * served anything.
   */
  list(): string[] {
    const frames = this.context.pages().flatMap((page) => page.frames());
    for (const frame of frames) add(this.documents, frame.url(), MAX_DOCUMENTS);
    const read = [...this.documents].filter((origin) => this.connections.has(origin));
    return (read.length > 0 ? read : [...this.connections]).toReversed();
  }
}

function add(origins: Set<string>, url: string, max: number): void {
  const origin = URL.parse(url)?.origin;
  if (!origin?.startsWith("http")) return;
  origins.delete(origin);
  origins.add(origin);
  const [oldest] = origins;
  if (origins.size > max && oldest !== undefined) origins.delete(oldest);
}
