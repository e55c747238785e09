import { isIP, isIPv6 } from "node:net";
import { isLoopback } from "../../ground/base/env.ts";
import type { ErrorCode } from "../../shared/errors.ts";
import { EGRESS_VIA, MCP_PATH } from "../../shared/own-api.ts";

/** Headers as a web `Headers`, or as Node's `request.headersDistinct`, the only form that shows a second Host. */
export type HeaderSource = Headers | Readonly<Record<string, readonly string[] | string | undefined>>;
export type GuardedRequest = { method: string; url: string; headers: HeaderSource };
export type Served = {
  /** The address that we listen on, and its port; 0 stands for a port that is not known. */
  host: string;
  port: number;
  /** The public origin, where it is another one: behind a proxy or a forwarded port. */
  origin?: string;
  /** `*.sandbox.example.com`: where component frames live besides `s-*.localhost`. */
  sandboxHost?: string;
};
type Refusal = { code: ErrorCode; message: string };

const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d{1,5}))?$/i;
const SANDBOX_NAME = /^s-[a-z0-9-]+\.(.+)$/;
// Taken literally, before anything is decoded: no dot segment, escape or backslash can lead out of it.
const SANDBOX_PATH = /^\/(sandbox|rt(\/[a-z0-9_-][a-z0-9._-]*)+)$/i;

/**
 * Decides whether a request may be answered at all: it must have been sent to a name that we serve (else a foreign
 * page could have its own name point here), and not on behalf of a foreign page. A client that is no browser sends
 * neither Origin nor Sec-Fetch-Site and is served. X-Forwarded-* is anybody's word and never read.
 */
export function requestRefusal(request: GuardedRequest, served: Served): Refusal | null {
  const { method, url, headers } = request;
  if (!METHODS.has(method)) return refuse("method_not_allowed", `The method ${method} is not known here.`);
  const path = canonicalPath(url);
  if (path === null) return refuse("bad_request", "The address of the request is malformed.");

  const [given, ...more] = values(headers, "host");
  const host = more.length === 0 && given !== undefined ? parseHost(given) : null;
  if (host === null) return refuse("bad_request", "The request needs exactly one well-formed Host header.");

  if (path !== MCP_PATH && values(headers, "via").some((via) => via.includes(EGRESS_VIA)))
    return refuse("forbidden", "Requests of agents do not reach Easel itself.");
  const readOnly = method === "GET" || method === "HEAD";
  const literal = url.split(/[?#]/, 1)[0] ?? "";
  // A component's frame has an opaque origin, so what it loads is cross-site by design. Nothing there is private.
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
    `Easel does not take requests from pages of ${quote(origin)}. If that is where you open Easel, ` +
      "set EASEL_ORIGIN to it.",
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
  return refuse(
    "forbidden",
    "Easel does not take requests from pages of another site; a link to a page works.",
  );
}

/** `http:` unless the public origin says otherwise: this server itself speaks nothing else. */
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

/** Listening everywhere means under each of our addresses. A foreign page cannot bear one of those, unlike a name. */
const isAnyAddress = (name: string, { host }: Served) =>
  (host === "0.0.0.0" || canonicalName(host) === "[::]") && isIP(bare(name)) !== 0;

/** The port we listen on or the public one. Where the Host names none, it is the scheme's. */
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

/** A name in the one spelling in which we compare it, IPv6 in brackets as a URL has it. */
const canonicalName = (name: string): string =>
  isIPv6(name) ? new URL(`http://[${name}]`).hostname : name.toLowerCase();

const bare = (name: string) => name.replace(/^\[(.*)\]$/, "$1");

/** The path as a router would see it, so that no spelling of /api passes for a page; null when there is none. */
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
