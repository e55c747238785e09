import { env } from "@/lib/ground/base/env";
import { log } from "@/lib/ground/base/log";
import type { NewRequest } from "@/lib/store/activity/requests";
import type { Caller } from "./caller";
import { requestLog } from "./request-log";
import { cleanOfUrls, hostWithPort, shownText, shownUrl } from "./shown-url";

/** A request in the audit. Each redirect is a separate record. */
export type RequestRecord = {
  caller: Caller;
  via: "fetch" | "page" | "connection";
  method: string;
  /** Only `host:port` for a proxy tunnel. The stored URL contains no credentials, fragment or secrets. */
  url: string;
  address?: string;
  status?: number;
  /** Bytes sent and received. */
  sent?: number;
  received?: number;
  ms: number;
  verdict: "allowed" | "refused" | "failed";
  reason?: string;
};

const MAX_REASON = 500;
const MAX_NAME = 200;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Records a finished or refused request. Never throws and never blocks the request. Does nothing without a
 * database.
 */
export function recordRequest(request: RequestRecord): void {
  try {
    if (!env().DATABASE_URL) return;
    const row = toRow(request);
    if (row) requestLog().add(row);
  } catch (error) {
    log.error("A request was not recorded in the audit log", error);
  }
}

function toRow({ caller, ...request }: RequestRecord): NewRequest | null {
  // The audit lists requests by agent, so a record without an agent would never be shown.
  if (!UUID.test(caller.agentId)) return null;
  const url = shownUrl(request.url);
  return {
    agentId: caller.agentId,
    conversationId: caller.conversationId && UUID.test(caller.conversationId) ? caller.conversationId : null,
    messageId: text(caller.messageId, MAX_NAME),
    toolCallId: text(caller.toolCallId, MAX_NAME),
    tool: text(caller.tool, MAX_NAME),
    via: request.via,
    method: text(request.method.toUpperCase(), 20) ?? "",
    url,
    host: hostWithPort(url),
    address: text(request.address, MAX_NAME),
    status: whole(request.status),
    sent: whole(request.sent),
    received: whole(request.received),
    ms: whole(request.ms),
    verdict: request.verdict,
    reason: text(request.reason && shownText(request.reason.slice(0, 4 * MAX_REASON)), MAX_REASON),
    at: new Date().toISOString(),
  };
}

const text = (value: string | undefined, maxChars: number): string | null =>
  value === undefined ? null : cleanOfUrls(value.slice(0, maxChars));

/** Clamped to a 32-bit column, so that one odd number cannot fail a whole batch. */
const whole = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value)
    ? null
    : Math.min(Math.max(Math.round(value), 0), 2 ** 31 - 1);
