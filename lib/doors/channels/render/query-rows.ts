import { tableOf } from "@/lib/data/documents/live";
import { querySql } from "@/lib/data/tables/query";
import { isSql, type Query } from "@/lib/shared/blocks/live";
import { isAppError } from "@/lib/shared/errors";

export const queryRowsOf = (agentId: string, data: Query) =>
  isSql(data) ? querySql(agentId, data as Parameters<typeof querySql>[1]) : tableOf(agentId, data);

export function appErrorMessage(error: unknown): string {
  if (isAppError(error)) return error.message;
  throw error;
}
