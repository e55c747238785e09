import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isLoopback } from "../../lib/ground/base/env.ts";
import { contentSecurityPolicy } from "../../lib/platform/http/csp.ts";
import { frameSources } from "../../lib/platform/http/frame-sources.ts";

const API = /^\/api(\/|$)/;
/** Paths whose responses are sent in one piece and can have several MB. */
const LARGE = /^(\/rt\/|\/api\/conversations(\/[^/?]+)?(\?|$))/;
/** Paths whose responses are not pages of the app: data, files, and documents with their own policy. */
const NO_PAGE = /^\/(api|_next|p|sandbox|rt|shared)([/?]|$)/;

/**
 * Headers that a proxy sets for its client. Without a proxy the client itself sent them, so they are removed.
 */
const FORWARDED = ["forwarded", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

type Options = { dev: boolean; behindProxy: boolean; sandboxHost?: string };

export function setHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { dev, behindProxy, sandboxHost }: Options,
): void {
  const { headers } = request;
  for (const name of FORWARDED) delete headers[name];
  const claimed = behindProxy
    ? request.headersDistinct["x-forwarded-for"]?.join(",").split(",").at(-1)?.trim()
    : "";
  headers["x-forwarded-for"] = claimed || request.socket.remoteAddress || "";

  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "same-origin");

  // Compression would buffer a run's stream until a block is full. Over loopback, it takes longer than sending the
  // megabyte that a frame or a long conversation has.
  const path = request.url ?? "";
  const isLocal = isLoopback(headers["x-forwarded-for"].replace(/^::ffff:/, ""));
  if (LARGE.test(path) ? isLocal : API.test(path)) delete headers["accept-encoding"];

  delete headers["content-security-policy"];
  delete headers["content-security-policy-report-only"];
  if (NO_PAGE.test(request.url ?? "")) return;
  // Next.js reads the nonce for its scripts from this request header.
  const frames = frameSources(headers.host ?? "", sandboxHost);
  const policy = contentSecurityPolicy(randomBytes(16).toString("base64"), { dev, frames });
  headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
}
