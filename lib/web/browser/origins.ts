import type { BrowserContext } from "playwright";

/** Keep only the newest origins, because a page can redirect through many and load from many. */
const MAX_DOCUMENTS = 50;
const MAX_CONNECTIONS = 1_000;

/**
 * Origins of the text in a browser's pages. Another document may have written a document without its own
 * address (`blob:`, `about:blank`, `data:`). So every origin of a document counts while the browser is open.
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

  /** Called with the URL of each request that the egress guard allows. */
  readonly connected = (url: string): void => add(this.connections, url, MAX_CONNECTIONS);

  /**
   * Returns the origins of the loaded documents, newest first, without those to which the egress guard allowed
   * no request. If none is left, returns all origins to which it allowed a request.
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
