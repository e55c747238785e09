import { querySql } from "@/lib/data/tables/query";
import type { SharedRows, SharedState } from "@/lib/shared/components/access";
import type { SharedQuery } from "@/lib/shared/components/call";
import type { QueryResult } from "@/lib/shared/data/contract";
import { isAppError } from "@/lib/shared/errors";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { componentOnSurface } from "./access";
import { callFromSurface, QUERY_LIMITS } from "./call";

/**
 * Reads a query once for all surfaces whose component may read it. For each other surface, returns the permission to
 * ask for or the error. Throws unknown errors.
 */
export async function queryFromSurfaces(
  agentId: string,
  { sheets: surfaces, sql, params = [] }: SharedQuery,
  signal: AbortSignal,
): Promise<SharedRows> {
  let reading: Promise<QueryResult> | undefined;
  const read = () => {
    reading ??= querySql(agentId, { sql, params }, signal, QUERY_LIMITS);
    return reading;
  };
  const call = { type: "query" as const, sql, params };
  const states = await Promise.all(
    surfaces.map(async ({ conversation, ...id }): Promise<SharedState> => {
      try {
        const surface = await componentOnSurface({ agentId, conversationId: conversation, ...id });
        const outcome = await callFromSurface(surface, call, signal, catalog, read);
        return "asks" in outcome ? outcome : {};
      } catch (error) {
        if (!isAppError(error)) throw error;
        return { problem: { status: error.status, message: error.message } };
      }
    }),
  );
  const isRead = states.some((state) => !("asks" in state) && !("problem" in state));
  return { sheets: states, ...(isRead && { rows: await read() }) };
}
