import type { Page } from "@/components/client/paged-list";
import { request } from "@/components/client/request";
import {
  type AuditCall,
  type AuditRequest,
  auditCallPage,
  auditRequestPage,
} from "@/lib/shared/audit/contract";
import { type Place, queryOf } from "./audit-url";

export async function readCalls(
  place: Place,
  cursor?: string,
  signal?: AbortSignal,
): Promise<Page<AuditCall>> {
  const response = await request(`/api/audit?${withCursor(queryOf(place), cursor)}`, { signal });
  const { calls, ...next } = auditCallPage.parse(await response.json());
  return { items: calls, ...next };
}

export async function readRequests(
  place: Place,
  cursor?: string,
  signal?: AbortSignal,
): Promise<Page<AuditRequest>> {
  return readRequestPage(queryOf(place), cursor, signal);
}

/** Reads the calls that the code of one call made. */
export async function readCallsOf(call: AuditCall, cursor?: string, signal?: AbortSignal) {
  const query = withCursor(new URLSearchParams({ parent: nameOf(call) }), cursor);
  const response = await request(`/api/audit?${query}`, { signal });
  const { calls, ...next } = auditCallPage.parse(await response.json());
  return { items: calls, ...next };
}

const nameOf = ({ conversationId, messageId, toolCallId }: AuditCall): string =>
  [conversationId, messageId, toolCallId].map(encodeURIComponent).join("/");

export async function readRequestsOf(
  call: AuditCall,
  cursor?: string,
  signal?: AbortSignal,
): Promise<Page<AuditRequest>> {
  return readRequestPage(new URLSearchParams({ call: nameOf(call) }), cursor, signal);
}

async function readRequestPage(query: URLSearchParams, cursor?: string, signal?: AbortSignal) {
  const response = await request(`/api/audit/requests?${withCursor(query, cursor)}`, { signal });
  const { requests, ...next } = auditRequestPage.parse(await response.json());
  return { items: requests, ...next };
}

function withCursor(query: URLSearchParams, cursor: string | undefined): URLSearchParams {
  if (cursor !== undefined) query.set("cursor", cursor);
  return query;
}
