import * as z from "zod/mini";
import { CALL_STATES } from "@/lib/shared/tools/calls";

/** What `GET /api/audit` and `GET /api/audit/requests` send and the browser reads. */

/** The gravest first. */
export const VERDICTS = ["refused", "failed", "allowed"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const auditCall = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  toolCallId: z.string(),
  /** Of a call that code made: the call that ran the code. */
  parentToolCallId: z.nullable(z.string()),
  /** How many calls its code has made. */
  nested: z.number(),
  /** Of the conversation; null while it is deleted, and then nothing is told of what was said either. */
  title: z.nullable(z.string()),
  tool: z.string(),
  /** The id of its toolset; null where there is no such tool any more. */
  toolset: z.nullable(z.string()),
  /** What it may touch, such as `web` and `state`. */
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  status: z.enum(CALL_STATES),
  error: z.optional(z.string()),
  /** The start of what it was called with, without keys, on one line. */
  inputGist: z.string(),
  durationMs: z.nullable(z.number()),
  /** Of its result; null where it has none. */
  resultBytes: z.nullable(z.number()),
  requests: z.object({
    count: z.number(),
    refused: z.number(),
    failed: z.number(),
    /** Bytes. */
    received: z.number(),
    /** Up to five, the first gone to first. */
    hosts: z.array(z.string()),
  }),
  createdAt: z.string(),
});
export type AuditCall = z.infer<typeof auditCall>;

export const auditCallPage = z.object({ calls: z.array(auditCall), nextCursor: z.optional(z.string()) });
export type AuditCallPage = z.infer<typeof auditCallPage>;

export const auditRequest = z.object({
  id: z.string(),
  /** Null, or no tool's name, where no call asked for it. */
  tool: z.nullable(z.string()),
  /** Null once it is gone for good. */
  conversationId: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  toolCallId: z.nullable(z.string()),
  /** Of the conversation; null where there is none that can be gone to. */
  title: z.nullable(z.string()),
  /** `fetch`: the server itself; `page`: a page in the browser; `connection`: what the browser opened. */
  via: z.enum(["fetch", "page", "connection"]),
  method: z.string(),
  /** Without user name, password, fragment and keys; of a connection `host:port`. */
  url: z.string(),
  host: z.string(),
  /** What was dialled, or what the name led to when it was refused. */
  address: z.nullable(z.string()),
  /** Of the answer. */
  status: z.nullable(z.number()),
  /** Bytes. */
  sent: z.nullable(z.number()),
  received: z.nullable(z.number()),
  ms: z.nullable(z.number()),
  verdict: z.enum(VERDICTS),
  reason: z.nullable(z.string()),
  /** When it was over. */
  createdAt: z.string(),
});
export type AuditRequest = z.infer<typeof auditRequest>;

export const auditRequestPage = z.object({
  requests: z.array(auditRequest),
  nextCursor: z.optional(z.string()),
});
export type AuditRequestPage = z.infer<typeof auditRequestPage>;
