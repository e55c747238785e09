import type { Gates } from "./gates.ts";
import type { RequestLog } from "./log.ts";

type Reply = { status: number; body: unknown };
type Parts = { log: RequestLog; gates: Gates };

export async function control(method: string, url: URL, { log, gates }: Parts): Promise<Reply> {
  const { pathname, searchParams: query } = url;
  const gate = /^\/gate\/([^/]+)$/.exec(pathname)?.[1];
  const name = gate && decodeURIComponent(gate);
  const route = `${method} ${name === undefined ? pathname : "/gate/:name"}`;

  if (route === "GET /requests") {
    const wanted = {
      containing: query.get("containing") ?? undefined,
      ended: query.get("ended") === "true",
    };
    if (!query.has("atLeast")) return { status: 200, body: { requests: log.find(wanted) } };
    const atLeast = Number(query.get("atLeast"));
    return log.until({ ...wanted, atLeast, timeoutMs: timeout(query) }).then(
      (requests) => ({ status: 200, body: { requests } }),
      (error: Error) => ({ status: 504, body: { error: { message: error.message } } }),
    );
  }
  if (route === "DELETE /requests") {
    log.clear();
    return { status: 200, body: {} };
  }
  if (route === "POST /gate/:name" && name) {
    gates.open(name);
    return { status: 200, body: gates.state(name) };
  }
  if (route === "GET /gate/:name" && name) {
    if (query.has("timeoutMs")) {
      const late = AbortSignal.timeout(timeout(query));
      const reached = await Promise.race([gates.reached(name).then(() => true), expired(late)]);
      if (!reached) return { status: 504, body: { error: { message: `Nothing came to the gate ${name}` } } };
    }
    return { status: 200, body: gates.state(name) };
  }
  return { status: 404, body: { error: { message: `The provider has no ${method} ${pathname}` } } };
}

const timeout = (query: URLSearchParams) => Number(query.get("timeoutMs") ?? 10_000);

const expired = (signal: AbortSignal) =>
  new Promise<false>((done) => signal.addEventListener("abort", () => done(false), { once: true }));
