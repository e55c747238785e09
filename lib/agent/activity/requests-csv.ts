import type { AuditRequest } from "@/lib/shared/audit/contract";
import { csvLine } from "@/lib/shared/data/csv";
import { listRequests, type RequestFilter } from "@/lib/store/activity/audit-requests";

const PAGE = 2_000;

const COLUMNS = {
  time: "createdAt",
  verdict: "verdict",
  reason: "reason",
  tool: "tool",
  via: "via",
  method: "method",
  url: "url",
  host: "host",
  address: "address",
  status: "status",
  sent: "sent",
  received: "received",
  ms: "ms",
  conversation: "conversationId",
  message: "messageId",
  call: "toolCallId",
} as const satisfies Record<string, keyof AuditRequest>;

/**
 * Yields requests as CSV (RFC 4180, UTF-8), newest first, reading one page at a time. Times are in UTC, sizes
 * in bytes.
 */
export async function* requestsCsv(agentId: string, filter: RequestFilter): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvLine(Object.keys(COLUMNS)));
  let cursor: string | undefined;
  do {
    const page = await listRequests(agentId, filter, { cursor, limit: PAGE });
    yield encoder.encode(page.requests.map(lineOf).join(""));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

const lineOf = (request: AuditRequest): string =>
  csvLine(Object.values(COLUMNS).map((column) => request[column]));
