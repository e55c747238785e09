import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";

type FakeRequest = { url: URL; body: unknown };
type Answer = (asked: FakeRequest) => unknown;

/**
 * Answers requests as a test defines them: `on("GET /api/files", …)`. Other routes return 404. Gives each page its proof,
 * without a record of the request.
 */
export class FakeServer {
  /** Every request, oldest first, such as "GET /api/files?type=image". */
  readonly asked: string[] = [];
  readonly #answers = new Map<string, Answer>();

  /**
   * Sends the returned value as JSON, and a `Response` unchanged. If the handler throws, the request fails.
   */
  on(route: string, answer: Answer): this {
    this.#answers.set(route, answer);
    return this;
  }

  lose(route: string): this {
    return this.on(route, () => {
      throw new TypeError("Failed to fetch");
    });
  }

  count(route: string): number {
    return this.asked.filter((one) => one.split("?")[0] === route).length;
  }

  fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), "http://localhost");
    const { method = "GET", body, signal } = init;
    if (url.pathname === "/api/page") return Response.json({ proof: "of a test" });
    this.asked.push(`${method} ${url.pathname}${url.search}`);
    const answer = this.#answers.get(`${method} ${url.pathname}`);
    const sent: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
    const response = answer ? await answer({ url, body: sent }) : refusal(404, "There is no such page.");
    signal?.throwIfAborted();
    return response instanceof Response ? response : Response.json(response ?? null);
  };
}

export const refusal = (status: number, message: string, details?: unknown): Response =>
  Response.json({ error: { code: "refused", message, details } }, { status });

export function gate<T>(): { wait: Promise<T>; open: (value: T) => void; fail: (error: Error) => void } {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  return { wait: promise, open: resolve, fail: reject };
}

const asking = new AsyncLocalStorage<typeof fetch>();

/**
 * Routes requests to `answer` until the end of the test. Test files share a process, so a timer of an earlier
 * test may still send a request; that request goes to the server of its own test.
 */
export function answerWith(answer: typeof fetch): void {
  asking.enterWith(answer);
  vi.stubGlobal("fetch", (...asked: Parameters<typeof fetch>) => (asking.getStore() ?? answer)(...asked));
}
