import * as z from "zod/mini";
import { CALL_STATES } from "@/lib/shared/tools/calls";

/* Responses of `GET /api/audit` and `GET /api/audit/requests`. */

/** Most severe first. */
export const VERDICTS = ["refused", "failed", "allowed"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const auditCall = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  toolCallId: z.string(),
  /** For a call made by code: id of the call that ran the code. */
  parentToolCallId: z.nullable(z.string()),
  nested: z.number(),
  /** The author of the conversation; null once it is deleted permanently. */
  memberId: z.nullish(z.string()),
  /** Title of the conversation; null while it is deleted. Its messages are then hidden too. */
  title: z.nullable(z.string()),
  tool: z.string(),
  /** Id of the toolset that has the tool; null if the tool no longer exists. */
  toolset: z.nullable(z.string()),
  /** Resources that the tool may access, such as `web` and `state`. */
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  status: z.enum(CALL_STATES),
  error: z.optional(z.string()),
  /** The start of the input on one line, with secrets removed. */
  inputGist: z.string(),
  /** The changes that the call made, in the words of the history. */
  changed: z.optional(z.string()),
  durationMs: z.nullable(z.number()),
  /** Size of the result; null if there is none. */
  resultBytes: z.nullable(z.number()),
  requests: z.object({
    count: z.number(),
    refused: z.number(),
    failed: z.number(),
    /** Bytes received. */
    received: z.number(),
    /** Up to five hosts, in the order of the first request. */
    hosts: z.array(z.string()),
  }),
  createdAt: z.string(),
});
export type AuditCall = z.infer<typeof auditCall>;

export const auditCallPage = z.object({ calls: z.array(auditCall), nextCursor: z.optional(z.string()) });
export type AuditCallPage = z.infer<typeof auditCallPage>;

export const auditRequest = z.object({
  id: z.string(),
  /**
   * The tool whose call made the request. If no call made it: null, or a text that is not the name of a tool.
   */
  tool: z.nullable(z.string()),
  /** Conversation of the request; null once the conversation is deleted permanently. */
  conversationId: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  toolCallId: z.nullable(z.string()),
  /** Title of the conversation; null if it cannot be opened. */
  title: z.nullable(z.string()),
  /**
   * `fetch`: by the server itself. `page`: by a page in the browser. `connection`: a connection of the
   * browser.
   */
  via: z.enum(["fetch", "page", "connection"]),
  method: z.string(),
  /** Without credentials, fragment and secret parameters. For a connection, `host:port`. */
  url: z.string(),
  host: z.string(),
  /**
   * The IP address that the server dialled. For a refused request: the address to which the host name resolved.
   */
  address: z.nullable(z.string()),
  status: z.nullable(z.number()),
  /** Bytes sent and received. */
  sent: z.nullable(z.number()),
  received: z.nullable(z.number()),
  ms: z.nullable(z.number()),
  verdict: z.enum(VERDICTS),
  reason: z.nullable(z.string()),
  /** When the request ended. */
  createdAt: z.string(),
});
export type AuditRequest = z.infer<typeof auditRequest>;

export const auditRequestPage = z.object({
  requests: z.array(auditRequest),
  nextCursor: z.optional(z.string()),
});
export type AuditRequestPage = z.infer<typeof auditRequestPage>;
