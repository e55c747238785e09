import { isIP, isIPv6 } from "node:net";
import { isLoopback } from "../../ground/base/env.ts";
import type { ErrorCode } from "../../shared/errors.ts";
import { EGRESS_VIA, MCP_PATH } from "../../shared/own-api.ts";

/** A web `Headers`, or Node's `request.headersDistinct`, the only form that reveals a second Host header. */
export type HeaderSource = Headers | Readonly<Record<string, readonly string[] | string | undefined>>;
export type GuardedRequest = { method: string; url: string; headers: HeaderSource };
export type Served = {
  /** The listening address and port; port 0 if unknown. */
  host: string;
  port: number;
  /** The public origin, if it differs, for example behind a proxy or a forwarded port. */
  origin?: string;
  /** `*.sandbox.example.com`: host names of component frames, in addition to `s-*.localhost`. */
  sandboxHost?: string;
};
type Refusal = { code: ErrorCode; message: string };

const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d{1,5}))?$/i;
const SANDBOX_NAME = /^s-[a-z0-9-]+\.(.+)$/;
/** The page of a published app, which can be embedded. */
const APP_PAGE = /^\/p\/[a-z0-9-]+$/;
// Tested against the undecoded path, so that no dot segment, escape or backslash can lead out of it.
const SANDBOX_PATH = /^\/(sandbox|rt(\/[a-z0-9_-][a-z0-9._-]*)+)$/i;

/**
 * Decides whether a request may be answered. Its Host must be one that we serve, against DNS rebinding, and
 * it must not come from a foreign page. Clients other than browsers send neither Origin nor Sec-Fetch-Site
 * and are served. X-Forwarded-* headers can be forged and are ignored.
 */
export function requestRefusal(request: GuardedRequest, served: Served): Refusal | null {
  const { method, url, headers } = request;
  if (!METHODS.has(method)) return refuse("method_not_allowed", `The method ${method} is not supported.`);
  const path = canonicalPath(url);
  if (path === null) return refuse("bad_request", "The address of the request is malformed.");

  const [hostHeader, ...more] = values(headers, "host");
  const host = more.length === 0 && hostHeader !== undefined ? parseHost(hostHeader) : null;
  if (host === null) return refuse("bad_request", "The request needs exactly one well-formed Host header.");

  if (path !== MCP_PATH && values(headers, "via").some((via) => via.includes(EGRESS_VIA)))
    return refuse("forbidden", "Requests of agents cannot reach Easel itself.");
  const readOnly = method === "GET" || method === "HEAD";
  const literal = url.split(/[?#]/, 1)[0] ?? "";
  // A component's frame has an opaque origin, so all its requests are cross-site. They are allowed for these
  // files, which contain nothing private.
  const forFrames = readOnly && SANDBOX_PATH.test(literal);
  if (isSandbox(host, served)) return forFrames ? null : misdirected(host, served);
  if (!isServed(host, served)) return misdirected(host, served);
  return forFrames ? null : (checkOrigin(request, host, served, path) ?? checkSite(request, path));
}

type Host = { name: string; port: string };

function checkOrigin(request: GuardedRequest, host: Host, served: Served, path: string): Refusal | null {
  const [origin, ...more] = values(request.headers, "origin");
  if (origin === undefined) return null;
  if (more.length === 0) {
    if (origin === "null" && request.method === "GET" && !isApi(path)) return null;
    if (ownOrigins(host, served).includes(origin)) return null;
  }
  return refuse(
    "forbidden",
    `Easel does not accept requests from pages of ${quote(origin)}. If you open Easel there, ` +
      "set EASEL_ORIGIN to that origin.",
  );
}

function checkSite({ method, headers }: GuardedRequest, path: string): Refusal | null {
  const [site, ...more] = values(headers, "sec-fetch-site");
  if (site === undefined) return null;
  if (more.length === 0 && (site === "same-origin" || site === "none")) return null;
  const isLink =
    method === "GET" &&
    values(headers, "sec-fetch-mode").join() === "navigate" &&
    values(headers, "sec-fetch-dest").join() === "document";
  if (isLink && !isApi(path)) return null;
  // The policy of a published app says which pages may embed it.
  const isEmbedded = method === "GET" && values(headers, "sec-fetch-dest").join() === "iframe";
  if (isEmbedded && values(headers, "sec-fetch-mode").join() === "navigate" && APP_PAGE.test(path))
    return null;
  return refuse(
    "forbidden",
    "Easel does not accept requests from pages of other sites. Links to pages work.",
  );
}

/** `http:` unless the public origin says otherwise, because this server speaks only HTTP. */
function ownOrigins({ name, port }: Host, { origin }: Served): string[] {
  const reached = new URL(`http://${name}${port && `:${port}`}`);
  if (origin === undefined) return [reached.origin];
  return new URL(origin).host === reached.host ? [origin] : [reached.origin, origin];
}

function isServed({ name, port }: Host, served: Served): boolean {
  const publicName = served.origin && new URL(served.origin).hostname;
  const named =
    name === publicName ||
    isLoopback(bare(name)) ||
    name === canonicalName(served.host) ||
    isAnyAddress(name, served);
  return named && isServedPort(port, served);
}

function isSandbox({ name, port }: Host, served: Served): boolean {
  const parent = SANDBOX_NAME.exec(name)?.[1];
  if (parent === undefined || !isServedPort(port, served)) return false;
  return parent === "localhost" || `*.${parent}` === served.sandboxHost;
}

/**
 * If the server listens on all interfaces, any IP address is a valid Host: a foreign page can point a name at
 * this server, but not an IP address.
 */
const isAnyAddress = (name: string, { host }: Served) =>
  (host === "0.0.0.0" || canonicalName(host) === "[::]") && isIP(bare(name)) !== 0;

/** Accepts the listening port and the public one. A Host without a port means the scheme's default. */
function isServedPort(port: string, { port: own, origin }: Served): boolean {
  if (own === 0 || Number(port || 80) === own) return true;
  if (origin === undefined) return false;
  const { port: theirs, protocol } = new URL(origin);
  return port === theirs || (theirs === "" && port === (protocol === "https:" ? "443" : "80"));
}

function parseHost(value: string): Host | null {
  const [, name, port = ""] = HOST.exec(value) ?? [];
  if (name === undefined || Number(port) > 65_535) return null;
  if (name.startsWith("[") && !isIPv6(bare(name))) return null;
  return { name: canonicalName(bare(name)), port: port && String(Number(port)) };
}

/** Normalizes a name for comparison. IPv6 is in brackets, as in a URL. */
const canonicalName = (name: string): string =>
  isIPv6(name) ? new URL(`http://[${name}]`).hostname : name.toLowerCase();

const bare = (name: string) => name.replace(/^\[(.*)\]$/, "$1");

/**
 * Returns the path as a router sees it, so that no spelling of /api passes as a page; null if it is
 * malformed.
 */
function canonicalPath(target: string): string | null {
  const [path = ""] = target.split(/[?#]/, 1);
  if (!path.startsWith("/") || path.startsWith("//") || path.includes("\\")) return null;
  try {
    const decoded = decodeURIComponent(new URL(path, "http://easel").pathname);
    return decoded.includes("\0") ? null : decoded.replace(/[/\\]+/g, "/").toLowerCase();
  } catch {
    return null;
  }
}

const isApi = (path: string) => path === "/api" || path.startsWith("/api/");

function values(headers: HeaderSource, name: string): readonly string[] {
  const value = headers instanceof Headers ? (headers.get(name) ?? undefined) : headers[name];
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}

function misdirected({ name, port }: Host, { origin, port: own }: Served): Refusal {
  const address = origin ?? `http://localhost:${own || port}`;
  return refuse(
    "misdirected",
    `Easel does not serve this under ${quote(name + (port && `:${port}`))}. Open ${address}, ` +
      "or set EASEL_ORIGIN to the address that you use.",
  );
}

const quote = (text: string) => JSON.stringify(text.slice(0, 100));

const refuse = (code: ErrorCode, message: string): Refusal => ({ code, message });
