import type { BrowserContext } from "playwright";

/** The newest; a page can lead through very many, and load from more. */
const MAX_DOCUMENTS = 50;
const MAX_CONNECTIONS = 1_000;

/**
 * Where the text of a browser's pages can be from. A document without an address of its own (`blob:`, `about:blank`,
 * `data:`) was written by another one, so every origin that gave a document counts for as long as the browser is open.
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

  /** The way out has let something through. */
  readonly connected = (url: string): void => add(this.connections, url, MAX_CONNECTIONS);

  /** The newest first, of those that were let through; where none gave a document, of all that gave anything. */
  list(): string[] {
    const frames = this.context.pages().flatMap((page) => page.frames());
    for (const frame of frames) add(this.documents, frame.url(), MAX_DOCUMENTS);
    const read = [...this.documents].filter((origin) => this.connections.has(origin));
    return (read.length > 0 ? read : [...this.connections]).toReversed();
  }
}

function add(origins: Set<string>, url: string, most: number): void {
  const origin = URL.parse(url)?.origin;
  if (!origin?.startsWith("http")) return;
  origins.delete(origin);
  origins.add(origin);
  const [oldest] = origins;
  if (origins.size > most && oldest !== undefined) origins.delete(oldest);
}
