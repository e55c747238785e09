import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isLoopback } from "../../lib/ground/base/env.ts";
import { contentSecurityPolicy } from "../../lib/platform/http/csp.ts";
import { frameSources } from "../../lib/platform/http/frame-sources.ts";

const RUNTIME = /^\/rt\//;
const API = /^\/api(\/|$)/;
/** What these paths answer is no page of ours: data, files, and documents that bring a policy of their own. */
const NO_PAGE = /^\/(api|_next|sandbox|rt|shared)([/?]|$)/;

/** Headers by which a proxy speaks for a client. Unless we sit behind one, they are the client's own invention. */
const FORWARDED = ["forwarded", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

type Options = { dev: boolean; behindProxy: boolean; sandboxHost?: string };

/** Makes a request say only what we know, and its response what every response of ours says. */
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

  // A compressed stream waits until a block is full, and the words of a run must not.
  if (API.test(request.url ?? "")) delete headers["accept-encoding"];
  // What stays on this machine is there sooner as it is: a frame loads a megabyte.
  if (RUNTIME.test(request.url ?? "") && isLoopback(headers["x-forwarded-for"].replace(/^::ffff:/, ""))) {
    delete headers["accept-encoding"];
  }

  delete headers["content-security-policy"];
  delete headers["content-security-policy-report-only"];
  if (NO_PAGE.test(request.url ?? "")) return;
  // Next reads the nonce for its scripts from the request's header of that name.
  const frames = frameSources(headers.host ?? "", sandboxHost);
  const policy = contentSecurityPolicy(randomBytes(16).toString("base64"), { dev, frames });
  headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
}
