import type { Offer } from "@/lib/shared/calendars";
import { AppError } from "@/lib/shared/errors";
import { type DavLogin, propfind, type Resource } from "./dav";
import { childrenOf, nodeAt, textAt } from "./xml";

/* Finds the calendars and address books of an account (RFC 6764). */

const KINDS = [
  { kind: "events", wellKnown: "/.well-known/caldav", home: "cal:calendar-home-set", type: "cal:calendar" },
  {
    kind: "contacts",
    wellKnown: "/.well-known/carddav",
    home: "card:addressbook-home-set",
    type: "card:addressbook",
  },
] as const;
type Kind = (typeof KINDS)[number];

const MAX_OFFERS = 200;
const MAX_NAME_CHARS = 200;

const ABOUT = [
  ...["d:resourcetype", "d:displayname", "d:current-user-privilege-set"],
  "cal:supported-calendar-component-set",
];

/**
 * Lists the calendars and address books that the account can use. The address is that of the server, of the user's
 * principal, of a home or of a single calendar. Throws an AppError if the account has no calendar or address book.
 */
export async function discover(login: DavLogin, signal?: AbortSignal): Promise<Offer[]> {
  const found = new Map<string, Offer>();
  for (const kind of KINDS)
    for (const home of await homesOf(login, kind, signal)) {
      const all = await propfind(login, home, { depth: 1, props: ABOUT }, signal);
      for (const resource of all?.resources ?? []) {
        const offer = offerOf(resource, kind);
        if (offer && found.size < MAX_OFFERS) found.set(offer.href, offer);
      }
    }
  if (found.size > 0) return [...found.values()];
  const { host } = new URL(login.url);
  throw new AppError(
    "invalid",
    `${host} shows no calendar and no address book at this address. Use the CalDAV address that your provider names.`,
  );
}

/** Returns the addresses whose members are calendars or address books. */
async function homesOf(login: DavLogin, kind: Kind, signal?: AbortSignal): Promise<string[]> {
  const { origin } = new URL(login.url);
  for (const start of [login.url, origin + kind.wellKnown, `${origin}/`]) {
    const first = await about(
      login,
      start,
      ["d:current-user-principal", kind.home, "d:resourcetype"],
      signal,
    );
    if (!first) continue;
    if (nodeAt(first.props, "d:resourcetype", kind.type)) return [first.href];
    const own = homesIn(first, kind);
    if (own.length > 0) return own;
    const principal = textAt(first.props, "d:current-user-principal", "d:href");
    if (principal === undefined) continue;
    const user = await about(login, new URL(principal, first.url).href, [kind.home], signal);
    const homes = user ? homesIn(user, kind) : [];
    if (homes.length > 0) return homes;
  }
  return [];
}

type About = Resource & { url: string };

async function about(
  login: DavLogin,
  url: string,
  props: readonly string[],
  signal?: AbortSignal,
): Promise<About | null> {
  const found = await propfind(login, url, { depth: 0, props }, signal);
  const [resource] = found?.resources ?? [];
  return found && resource ? { ...resource, url: found.url } : null;
}

const homesIn = ({ props, url }: About, { home }: Kind): string[] =>
  childrenOf(nodeAt(props, home), "d:href").flatMap(({ text }) =>
    URL.canParse(text.trim(), url) ? [new URL(text.trim(), url).href] : [],
  );

function offerOf({ href, props }: Resource, { kind, type }: Kind): Offer | null {
  if (!nodeAt(props, "d:resourcetype", type)) return null;
  const components = childrenOf(nodeAt(props, "cal:supported-calendar-component-set"), "cal:comp").map(
    ({ attributes }) => attributes.name?.toUpperCase(),
  );
  if (kind === "events" && components.length > 0 && !components.includes("VEVENT")) return null;
  const rights = nodeAt(props, "d:current-user-privilege-set");
  const may = childrenOf(rights, "d:privilege").flatMap(({ children }) => children.map(({ name }) => name));
  const writes = ["DAV:all", "DAV:write", "DAV:write-content"];
  const last = new URL(href).pathname.replace(/\/$/, "").split("/").at(-1) ?? "";
  return {
    href: href.endsWith("/") ? href : `${href}/`,
    kind,
    name: (textAt(props, "d:displayname") ?? decodeURI(last)).slice(0, MAX_NAME_CHARS),
    isReadOnly: rights !== undefined && !writes.some((name) => may.includes(name)),
  };
}
