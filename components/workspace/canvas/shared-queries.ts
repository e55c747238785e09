import { ApiError, jsonBody, request } from "@/components/client/request";
import { type CallOutcome, MAX_SHARED, type SharedRows, sharedRows } from "@/lib/shared/components/access";
import type { Param } from "@/lib/shared/data/cell";

export type SurfaceCall = { conversation: string; messageId: string; toolCallId: string };
type Query = { sql: string; params?: Param[] };
type PendingQuery = {
  sheet: SurfaceCall;
  signal: AbortSignal;
  resolve: (outcome: CallOutcome) => void;
  reject: (why: unknown) => void;
};

const GATHER_MS = 8;
/** The server stops a query after 5 s; the remaining time allows for queueing. */
const PATIENCE_MS = 30_000;

const gathering = new Map<string, PendingQuery[]>();

/**
 * Reads a query for a surface's component. Identical queries of several surfaces within `GATHER_MS` share one
 * request.
 */
export function readShared(surface: SurfaceCall, query: Query, signal: AbortSignal): Promise<CallOutcome> {
  const key = JSON.stringify([query.sql, query.params ?? []]);
  const { promise, resolve, reject } = Promise.withResolvers<CallOutcome>();
  const all = gathering.get(key) ?? [];
  if (all.length === 0)
    setTimeout(() => {
      gathering.delete(key);
      for (let at = 0; at < all.length; at += MAX_SHARED) void send(query, all.slice(at, at + MAX_SHARED));
    }, GATHER_MS);
  all.push({ sheet: surface, signal, resolve, reject });
  gathering.set(key, all);
  return promise;
}

async function send({ sql, params }: Query, all: readonly PendingQuery[]): Promise<void> {
  const asked = all.filter(({ signal }) => !signal.aborted);
  for (const { signal, reject } of all) if (signal.aborted) reject(signal.reason);
  if (asked.length === 0) return;
  try {
    const body = jsonBody({ sql, params, sheets: asked.map(({ sheet: surface }) => surface) });
    const init = { method: "POST", ...body, patienceMs: PATIENCE_MS };
    const { rows, sheets: surfaces } = sharedRows.parse(
      await (await request("/api/sheets/queries", init)).json(),
    );
    for (const [at, { resolve, reject }] of asked.entries()) {
      const outcome = outcomeOf(surfaces[at], rows);
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
      // Yield to the browser between surfaces, because handling many large results at once would block the
      // page.
      await new Promise((next) => setTimeout(next));
    }
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

function outcomeOf(
  state: SharedRows["sheets"][number] | undefined,
  rows: SharedRows["rows"],
): CallOutcome | Error {
  const { asks, problem } = state ?? {};
  if (problem) return new ApiError(problem.status, problem.message, undefined);
  if (asks) return { asks };
  return state && rows ? { rows } : new Error("Easel returned no rows.");
}
