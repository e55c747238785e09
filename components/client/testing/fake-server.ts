import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";

type Asked = { url: URL; body: unknown };
type Answer = (asked: Asked) => unknown;

/** Answers requests as a test says: `on("GET /api/files", …)`. What nobody answers is not found. */
export class FakeServer {
  /** Every request, oldest first: "GET /api/files?type=image". */
  readonly asked: string[] = [];
  readonly #answers = new Map<string, Answer>();

  /** What an answer returns is sent as JSON; a `Response` as it is; where it throws, the server is not reached. */
  on(route: string, answer: Answer): this {
    this.#answers.set(route, answer);
    return this;
  }

  /** Until it answers otherwise, nothing is reached. */
  lose(route: string): this {
    return this.on(route, () => {
      throw new TypeError("Failed to fetch");
    });
  }

  /** How often a route was asked for. */
  count(route: string): number {
    return this.asked.filter((one) => one.split("?")[0] === route).length;
  }

  fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), "http://localhost");
    const { method = "GET", body, signal } = init;
    this.asked.push(`${method} ${url.pathname}${url.search}`);
    const answer = this.#answers.get(`${method} ${url.pathname}`);
    const sent: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
    const given = answer ? await answer({ url, body: sent }) : refusal(404, "There is no such page.");
    signal?.throwIfAborted();
    return given instanceof Response ? given : Response.json(given ?? null);
  };
}

/** What Easel answers when it says no. */
export const refusal = (status: number, message: string, details?: unknown): Response =>
  Response.json({ error: { code: "refused", message, details } }, { status });

/** An answer that waits until the test lets it go. */
export function gate<T>(): { wait: Promise<T>; open: (value: T) => void; fail: (error: Error) => void } {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  return { wait: promise, open: resolve, fail: reject };
}

const asking = new AsyncLocalStorage<typeof fetch>();

/**
 * From here to the end of the test requests go to `answer`. What an earlier test left to a timer of the page goes on asking
 * the server of its own test: files that draw share a process, and nobody ends what a tab of theirs had begun.
 */
export function answerWith(answer: typeof fetch): void {
  asking.enterWith(answer);
  vi.stubGlobal("fetch", (...asked: Parameters<typeof fetch>) => (asking.getStore() ?? answer)(...asked));
}
