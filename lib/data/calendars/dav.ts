import { getDomain } from "tldts";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { AppError } from "@/lib/shared/errors";
import { childrenOf, escapeXml, type Node, nodeAt, parseAnswer, textAt, xmlDocument } from "./xml";

/* Requests of CalDAV (RFC 4791), CardDAV (RFC 6352) and synchronisation (RFC 6578). */

const MAX_ANSWER_BYTES = 30_000_000;
const TIMEOUT_MS = 60_000;
const MULTI_STATUS = 207;
/** Insufficient storage. A write that fails with it is not tried again as an outage. */
const FULL = 507;

export type DavLogin = { agentId: string; url: string; username: string; password: string };

export type DavAnswer = { status: number; headers: Headers; url: string; text: string };
type DavRequest = { method: string; url: string; headers?: Record<string, string>; body?: string };

/**
 * Sends a request with the account's password. The password is sent only to the account's site, and only by
 * https, except to an address in this network that the operator allows.
 */
export async function askDav(
  { agentId, url: home, username, password }: DavLogin,
  { method, url, headers, body }: DavRequest,
  signal?: AbortSignal,
): Promise<DavAnswer> {
  assertSameSite(home, url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const answer = await guardedFetch(url, {
    ...{ caller: { agentId, tool: "calendars" }, method, body, signal },
    headers: { ...headers, authorization },
    ...{ maxBytes: MAX_ANSWER_BYTES, timeoutMs: TIMEOUT_MS, maxRedirects: method === "PROPFIND" ? 5 : 0 },
  });
  const { status } = answer;
  const { host } = new URL(answer.url);
  if (status === 401)
    throw new AppError("invalid", `${host} rejects the user name or the password. Check both.`);
  if ((status >= 500 && status !== FULL) || status === 429)
    throw new AppError("unavailable", `${host} answers with an error (${status}). It will be tried again.`);
  const text = new TextDecoder().decode(answer.bytes).replaceAll("\0", "");
  return { status, headers: answer.headers, url: answer.url, text };
}

/** A server may name addresses on other hosts of its domain, such as a partition, but not elsewhere. */
function assertSameSite(home: string, url: string): void {
  const [own, other] = [new URL(home), new URL(url)];
  if (own.origin === other.origin) return;
  const domain = getDomain(own.hostname, { allowPrivateDomains: true });
  const isSame = domain !== null && domain === getDomain(other.hostname, { allowPrivateDomains: true });
  if (isSame && other.protocol === "https:") return;
  throw new AppError(
    "forbidden",
    `${own.host} refers to ${other.host}, which gets no password. Use the address of ${other.host} if you trust it.`,
  );
}

export type Resource = { href: string; status: number; props: Node | undefined };

/** Returns the resources of a multistatus answer, with absolute hrefs and the properties that were found. */
function resourcesOf({ text, url }: DavAnswer): { resources: Resource[]; root: Node } {
  const root = parseAnswer(text);
  const resources = childrenOf(root, "d:response").flatMap((response): Resource[] => {
    const href = textAt(response, "d:href");
    if (href === undefined || !URL.canParse(href, url)) return [];
    const found = childrenOf(response, "d:propstat").find((one) => codeIn(textAt(one, "d:status")) === 200);
    const status = codeIn(textAt(response, "d:status")) ?? 200;
    return [{ href: new URL(href, url).href, status, props: nodeAt(found, "d:prop") }];
  });
  return { resources, root };
}

const codeIn = (status: string | undefined): number | undefined => {
  const code = /^HTTP\/\S+\s+(\d{3})/.exec(status ?? "")?.[1];
  return code === undefined ? undefined : Number(code);
};

const XML = { "content-type": "application/xml; charset=utf-8" };

/** Returns null if the server has no such resource or does not answer as WebDAV. */
export async function propfind(
  login: DavLogin,
  url: string,
  { depth, props }: { depth: 0 | 1; props: readonly string[] },
  signal?: AbortSignal,
): Promise<{ resources: Resource[]; url: string } | null> {
  const inner = `<d:prop>${props.map((name) => `<${name}/>`).join("")}</d:prop>`;
  const answer = await askDav(
    login,
    {
      ...{ method: "PROPFIND", url, body: xmlDocument("d:propfind", inner) },
      headers: { ...XML, depth: String(depth) },
    },
    signal,
  );
  return answer.status === MULTI_STATUS ? { ...resourcesOf(answer), url: answer.url } : null;
}

export type Listing = {
  /** Etags of all objects; with `isDelta`, of changed objects only. */
  etags: Map<string, string>;
  gone: string[];
  isDelta: boolean;
  syncToken: string | null;
};

/** Maximum pages of a listing that a server cuts into pieces. */
const MAX_PAGES = 200;

/**
 * Lists the objects of a collection, or with a token what changed since. Returns null if the server does not support
 * the report or no longer knows the token.
 */
export async function syncCollection(
  login: DavLogin,
  url: string,
  since: string | null,
  signal?: AbortSignal,
): Promise<Listing | null> {
  const listing: Listing = { etags: new Map(), gone: [], isDelta: since !== null, syncToken: since };
  for (let page = 0; page < MAX_PAGES; page++) {
    const inner = `<d:sync-token>${escapeXml(listing.syncToken ?? "")}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop>`;
    const answer = await askDav(
      login,
      { method: "REPORT", url, headers: XML, body: xmlDocument("d:sync-collection", inner) },
      signal,
    );
    if (answer.status !== MULTI_STATUS) return null;
    const { resources, root } = resourcesOf(answer);
    const token = textAt(root, "d:sync-token");
    if (token === undefined) return null;
    let isCut = false;
    for (const { href, status, props } of resources) {
      const etag = textAt(props, "d:getetag");
      if (isCollection(href, url)) isCut ||= status === FULL;
      else if (status === 404) {
        listing.etags.delete(href);
        listing.gone.push(href);
      } else if (etag !== undefined) listing.etags.set(href, etag);
    }
    const isStuck = token === listing.syncToken;
    listing.syncToken = token;
    if (!isCut || isStuck) break;
  }
  return listing;
}

const isCollection = (href: string, url: string): boolean =>
  href.replace(/\/$/, "") === url.replace(/\/$/, "");

/** Lists all objects of a collection without the report of RFC 6578. */
export async function listObjects(login: DavLogin, url: string, signal?: AbortSignal): Promise<Listing> {
  const found = await propfind(login, url, { depth: 1, props: ["d:getetag", "d:resourcetype"] }, signal);
  if (!found) throw missing(url);
  const etags = new Map<string, string>();
  for (const { href, props } of found.resources) {
    const etag = textAt(props, "d:getetag");
    const isFolder = nodeAt(props, "d:resourcetype", "d:collection") !== undefined;
    if (etag !== undefined && !isFolder && !isCollection(href, url)) etags.set(href, etag);
  }
  return { etags, gone: [], isDelta: false, syncToken: null };
}

const missing = (url: string) =>
  new AppError("unavailable", `${new URL(url).host} no longer has this calendar or address book.`);

export type RemoteObject = { href: string; etag: string; raw: string };

/** Fetches objects by their hrefs. Those that no longer exist are missing in the result. */
export async function multiget(
  login: DavLogin,
  url: string,
  { hrefs, kind }: { hrefs: readonly string[]; kind: "events" | "contacts" },
  signal?: AbortSignal,
): Promise<RemoteObject[]> {
  const [root, data] =
    kind === "events"
      ? (["cal:calendar-multiget", "cal:calendar-data"] as const)
      : (["card:addressbook-multiget", "card:address-data"] as const);
  const paths = hrefs.map((href) => `<d:href>${escapeXml(new URL(href).pathname)}</d:href>`).join("");
  const inner = `<d:prop><d:getetag/><${data}/></d:prop>${paths}`;
  const answer = await askDav(
    login,
    { method: "REPORT", url, headers: { ...XML, depth: "1" }, body: xmlDocument(root, inner) },
    signal,
  );
  if (answer.status !== MULTI_STATUS) throw missing(url);
  const wanted = new Map(hrefs.map((href) => [decoded(href), href]));
  return resourcesOf(answer).resources.flatMap(({ href, props }) => {
    const [etag, raw] = [textAt(props, "d:getetag"), nodeAt(props, data)?.text];
    const asked = wanted.get(decoded(href));
    return etag !== undefined && raw && asked !== undefined ? [{ href: asked, etag, raw }] : [];
  });
}

/** Servers escape different characters of the same path. */
function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** Returns null if the object does not exist. */
export async function getObject(
  login: DavLogin,
  href: string,
  signal?: AbortSignal,
): Promise<RemoteObject | null> {
  const { status, headers, text } = await askDav(login, { method: "GET", url: href }, signal);
  if (status === 404 || status === 410) return null;
  const etag = headers.get("etag");
  if (status !== 200 || etag === null)
    throw new AppError("unavailable", `${new URL(href).host} does not return an object (${status}).`);
  return { href, etag, raw: text };
}

export type WriteResult =
  /** `etag` is null if the server changed the object while it stored it. */
  | { kind: "stored"; etag: string | null }
  /** `changed`: the object may be another one now. `why` has the words of the server. */
  | { kind: "changed" | "refused"; why: string };

/** Stores an object if it still has `etag`, or if it does not exist for null. */
export async function putObject(
  login: DavLogin,
  { href, raw, etag, mediaType }: { href: string; raw: string; etag: string | null; mediaType: string },
  signal?: AbortSignal,
): Promise<WriteResult> {
  const [condition, value] = etag === null ? ["if-none-match", "*"] : ["if-match", etag];
  const headers = { "content-type": mediaType, [condition]: value };
  const answer = await askDav(login, { method: "PUT", url: href, headers, body: raw }, signal);
  const found = answer.headers.get("etag");
  if (answer.status >= 200 && answer.status < 300)
    return { kind: "stored", etag: found?.startsWith("W/") ? null : found };
  return refusalOf(answer, href);
}

export async function deleteObject(
  login: DavLogin,
  { href, etag }: { href: string; etag: string },
  signal?: AbortSignal,
): Promise<WriteResult> {
  const answer = await askDav(login, { method: "DELETE", url: href, headers: { "if-match": etag } }, signal);
  const isGone = answer.status === 404 || answer.status === 410;
  if (isGone || (answer.status >= 200 && answer.status < 300)) return { kind: "stored", etag: null };
  return refusalOf(answer, href);
}

function refusalOf(answer: DavAnswer, href: string): WriteResult {
  const { status } = answer;
  const { host } = new URL(href);
  const said = wordsOf(answer);
  const why = `${host} refuses this change (${status})${said === "" ? "." : `: ${said}`}`;
  return { kind: status === 412 || status === 404 || status === 409 ? "changed" : "refused", why };
}

const MAX_WORDS_CHARS = 300;

/** Returns the message of a refusal, or else the names of the conditions that the change does not meet. */
function wordsOf({ text, headers }: DavAnswer): string {
  const type = headers.get("content-type") ?? "";
  const words = type.includes("xml") ? wordsIn(text) : type.startsWith("text/plain") ? text : "";
  return words.replace(/\s+/g, " ").trim().slice(0, MAX_WORDS_CHARS);
}

function wordsIn(xml: string): string {
  try {
    const error = parseAnswer(xml);
    const leaves = (node: Node): Node[] =>
      node.children.length > 0 ? node.children.flatMap(leaves) : [node];
    const message = leaves(error).find(
      ({ name, text }) => /(?:message|description)$/.test(name) && text.trim() !== "",
    );
    return message?.text ?? error.children.map(({ name }) => name.split(/[ :]/).at(-1)).join(", ");
  } catch {
    return "";
  }
}
