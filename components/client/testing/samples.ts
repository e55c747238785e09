import type { AuditCall, AuditRequest } from "@/lib/shared/audit/contract";
import type { Summary } from "@/lib/shared/chat/contract";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { StoredFile } from "@/lib/shared/files";
import type { Revision } from "@/lib/shared/history";

export const NOW = "2026-11-22T12:00:00.000Z";

export const ago = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

export const aConversation = (id: string, minutes = 0, rest: Partial<Summary> = {}): Summary => ({
  id,
  title: `About ${id}`,
  createdAt: ago(minutes),
  updatedAt: ago(minutes),
  run: null,
  openAsks: 0,
  ...rest,
});

export const aSurface = (rest: Partial<Surface> = {}): Surface => ({
  ...{ id: "m/1", messageId: "m", toolCallId: "1", call: { messageId: "m", toolCallId: "1" }, versions: [] },
  ...{ step: 1, state: "open", isAsked: false, title: "Loaves", kind: "text", input: { blocks: [] } },
  ...{ component: undefined, answer: undefined, because: undefined, at: undefined, answeredAt: undefined },
  ...rest,
});

export const anImage = (id: string, rest: Partial<StoredFile> = {}): StoredFile => ({
  id,
  name: `${id}.png`,
  mediaType: "image/png",
  size: 1_000,
  width: 4,
  height: 3,
  origin: "upload",
  prompt: null,
  description: `Picture ${id}`,
  model: null,
  sourceId: null,
  conversationId: null,
  createdAt: NOW,
  url: `/api/files/${id}`,
  readAs: null,
  ...rest,
});

export const aRevision = (version: number, rest: Partial<Revision> = {}): Revision => ({
  id: `00000000-0000-4000-8000-${String(version).padStart(12, "0")}`,
  kind: "tool",
  name: "half",
  version,
  author: "agent",
  cause: null,
  deleted: false,
  failure: null,
  live: true,
  origins: [],
  createdAt: ago(1_000 - version),
  ...rest,
});

export const anAuditCall = (id: string, rest: Partial<AuditCall> = {}): AuditCall => ({
  conversationId: "c",
  messageId: "m",
  toolCallId: id,
  title: "A talk",
  tool: "fetch_page",
  toolset: "web",
  reads: ["web"],
  writes: [],
  status: "ok",
  parentToolCallId: null,
  nested: 0,
  inputGist: `reads ${id}`,
  durationMs: 12,
  resultBytes: 40,
  requests: { count: 0, refused: 0, failed: 0, received: 0, hosts: [] },
  createdAt: NOW,
  ...rest,
});

export const anAuditRequest = (id: string, rest: Partial<AuditRequest> = {}): AuditRequest => ({
  id,
  tool: "fetch_page",
  conversationId: "c",
  messageId: "m",
  toolCallId: "t",
  title: "A talk",
  via: "fetch",
  method: "GET",
  url: `https://example.com/${id}`,
  host: "example.com",
  address: "192.0.2.1",
  status: 200,
  sent: 10,
  received: 20,
  ms: 5,
  verdict: "allowed",
  reason: null,
  createdAt: NOW,
  ...rest,
});
