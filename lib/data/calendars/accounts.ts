import { randomUUID } from "node:crypto";
import { z } from "zod";
import { seal } from "@/lib/ground/base/seal";
import { isPublicAddress } from "@/lib/platform/egress/public-address";
import {
  type Account,
  AGENT_CHANGES,
  type CalendarList,
  COLORS,
  INTERVALS,
  offer,
  type Source,
} from "@/lib/shared/calendars";
import { AppError } from "@/lib/shared/errors";
import * as store from "@/lib/store/data/calendars";
import type { By } from "@/lib/store/revisions";
import { writeChange } from "../documents/write";
import { discover } from "./discover";
import { documentsOf, Writes } from "./local";
import { formatOf, loginOf, passwordName } from "./sync";

/* The actions of the user on calendars and address books of other servers. */

const MAX_ACCOUNTS = 20;
const MAX_SOURCES = 50;
const USER: By = { author: "person", cause: null };

const name = z.string().trim().min(1).max(200);
const address = z.string().trim().min(1).max(2_000);
const everyMinutes = z.literal(INTERVALS);
const login = { url: address, username: z.string().max(500), password: z.string().max(2_000) };

export const accountLogin = z.strictObject(login);
const offered = z.array(z.strictObject(offer.shape)).max(MAX_SOURCES);
export const newAccount = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("feed"), url: address, name: name.optional(), everyMinutes }),
  z.strictObject({
    kind: z.literal("dav"),
    ...login,
    everyMinutes,
    sources: offered.min(1),
  }),
]);
export const accountChange = z.strictObject({
  name: name.optional(),
  password: z.string().min(1).max(2_000).optional(),
  everyMinutes: everyMinutes.optional(),
  agentChanges: z.enum(AGENT_CHANGES).optional(),
  /** Calendars and address books of the server to add. */
  add: offered.optional(),
});
export const sourceChange = z.strictObject({
  name: name.optional(),
  color: z
    .int()
    .min(0)
    .max(COLORS - 1)
    .optional(),
  isShown: z.boolean().optional(),
});
/** `keep`: whether its events and contacts stay as the agent's own. */
export const accountRemoval = z.object({ keep: z.enum(["true", "false"]).default("false") });

export async function listCalendars(agentId: string): Promise<CalendarList> {
  const [accounts, sources, counts] = await Promise.all([
    store.listAccounts(agentId),
    store.listSources(agentId),
    store.countTroubled(agentId),
  ]);
  const view = (source: store.StoredSource): Source => {
    const { id, kind, name, color, isShown, isReadOnly, problems } = source;
    const countOf = (wanted: string) =>
      counts.find(({ sourceId, state }) => sourceId === id && state === wanted)?.count ?? 0;
    const troubles = { conflicts: countOf("conflict"), refusals: countOf("refused") };
    return { id, kind, name, color, isShown, isReadOnly, problems, ...troubles };
  };
  const own = sources.find(({ id }) => id === agentId);
  return {
    own: own
      ? view(own)
      : {
          ...{ id: agentId, kind: "events", name: "", color: 0, isShown: true, isReadOnly: false },
          ...{ problems: [], conflicts: 0, refusals: 0 },
        },
    accounts: accounts.map((account): Account => {
      const { id, kind, name, url, username, everyMinutes, agentChanges, failure } = account;
      return {
        ...{ id, kind, name, username, everyMinutes, agentChanges, failure },
        host: URL.canParse(url) ? new URL(url).host : "",
        syncedAt: account.syncedAt && new Date(account.syncedAt).toISOString(),
        isSyncing: account.leasedUntil !== null && Date.parse(account.leasedUntil) > Date.now(),
        sources: sources.filter(({ accountId }) => accountId === id).map(view),
      };
    }),
  };
}

/** Parses an address that a user typed: without a scheme, it is one of https. */
function parsedAddress(text: string): URL {
  const written = text.replace(/^webcals?:\/\//i, "https://");
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `https://${written}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (url?.protocol !== "https:" && url?.protocol !== "http:")
    throw new AppError(
      "invalid",
      "The address must begin with https://, such as https://calendar.example.com.",
    );
  if (url.username !== "" || url.password !== "")
    throw new AppError(
      "invalid",
      "Enter the user name and the password in their fields, not in the address.",
    );
  url.hash = "";
  return url;
}

/** A password is sent by http only within this network, which the operator must allow for any request. */
function assertSecret({ protocol, hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isInner = host === "localhost" || (/^[\d.]+$|:/.test(host) && !isPublicAddress(host));
  if (protocol === "https:" || isInner) return;
  throw new AppError(
    "invalid",
    "The password would be sent unencrypted. Use an address that begins with https://.",
  );
}

const loginFor = (agentId: string, { url, username, password }: z.infer<typeof accountLogin>) => {
  const parsed = parsedAddress(url);
  assertSecret(parsed);
  return { agentId, url: parsed.href, username, password };
};

export const discoverCalendars = async (agentId: string, input: z.infer<typeof accountLogin>) => ({
  offers: await discover(loginFor(agentId, input)),
});

/** Adds an account, which is synchronised at once. */
export async function addCalendarAccount(
  agentId: string,
  input: z.infer<typeof newAccount>,
): Promise<{ id: string }> {
  const accounts = await store.listAccounts(agentId);
  if (accounts.length >= MAX_ACCOUNTS)
    throw new AppError("too_large", `There are ${MAX_ACCOUNTS} calendars and accounts. Remove one first.`);
  const used = (await store.listSources(agentId)).length;
  const id = randomUUID();
  const { everyMinutes } = input;
  if (input.kind === "feed") {
    const url = parsedAddress(input.url);
    if (accounts.some((one) => one.kind === "feed" && one.url === url.href))
      throw new AppError("conflict", "This calendar is subscribed to already.");
    const title = input.name ?? url.host;
    await store.addAccount({ agentId, id, kind: "feed", name: title, url: url.href, everyMinutes }, [
      { kind: "events", name: title, color: colorAt(used), isReadOnly: true },
    ]);
    return { id };
  }
  const { url, username, password } = loginFor(agentId, input);
  const sealed = seal(passwordName({ agentId, id }), password);
  const account = { agentId, id, kind: input.kind, name: new URL(url).host, url, username, password: sealed };
  await store.addAccount({ ...account, everyMinutes }, newSources("sources", input.sources, used));
  return { id };
}

/** The first colour is that of the agent's own calendar. */
const colorAt = (nth: number): number => 1 + (nth % (COLORS - 1));

const newSources = (field: string, offers: z.infer<typeof offered>, used: number) =>
  offers.map(({ href, kind, name, isReadOnly }, nth) => {
    if (!URL.canParse(href)) throw new AppError("invalid", `${field}: href is not an address.`);
    return { href, kind, name, isReadOnly, color: colorAt(used + nth) };
  });

export async function changeCalendarAccount(
  agentId: string,
  id: string,
  { password, add = [], ...fields }: z.infer<typeof accountChange>,
): Promise<void> {
  const key = { agentId, id };
  if (add.length > 0) await addSources(key, add);
  const sealed = password === undefined ? {} : { password: seal(passwordName(key), password) };
  if (!(await store.changeAccount(key, { ...fields, ...sealed }))) throw noAccount();
}

export async function changeCalendarSource(
  agentId: string,
  id: string,
  fields: z.infer<typeof sourceChange>,
): Promise<void> {
  if (!(await store.changeSource({ agentId, id }, fields)))
    throw new AppError("not_found", "There is no such calendar.");
}

async function addSources(
  key: { agentId: string; id: string },
  offers: z.infer<typeof offered>,
): Promise<void> {
  const account = await store.readAccount(key);
  if (account?.kind !== "dav") throw noAccount();
  const all = await store.listSources(key.agentId);
  const own = all.filter(({ accountId }) => accountId === key.id);
  const added = newSources("add", offers, all.length);
  if (added.some(({ href }) => own.some((one) => one.href === href)))
    throw new AppError("conflict", "add: one of these calendars is here already. Reload the page.");
  if (own.length + added.length > MAX_SOURCES)
    throw new AppError(
      "too_large",
      `add: an account has at most ${MAX_SOURCES} calendars and address books.`,
    );
  await store.addSources(key, added);
}

const noAccount = () => new AppError("not_found", "There is no such account.");

/**
 * Removes an account from this workspace; nothing changes on its server. Its documents are deleted, or they stay as
 * the agent's own.
 */
export async function removeCalendarAccount(agentId: string, id: string, keep: boolean): Promise<void> {
  const key = { agentId, id };
  if (!(await store.readAccount(key))) throw noAccount();
  const sources = (await store.listSources(agentId)).filter(({ accountId }) => accountId === id);
  // The account goes first. Otherwise, a synchronisation would delete the events on the server.
  await store.removeAccount(key);
  for (const source of sources) await releaseDocuments(source, keep);
}

async function releaseDocuments(source: store.StoredSource, keep: boolean): Promise<void> {
  const { agentId, id } = source;
  const { collection } = formatOf(source);
  const made = { operation: keep ? "change" : "delete" } as const;
  await writeChange(collection, { agentId, by: USER, isSync: true }, made, async ({ indexes }) => {
    const documents = await documentsOf(agentId, collection, id);
    const writes = new Writes(collection, documents, indexes);
    for (const { calendar, addressBook, ...document } of documents) {
      if (keep) writes.put({ ...document, _id: document._id });
      else writes.delete(JSON.stringify(document._id));
    }
    return { change: writes.change(), result: {} };
  });
}

/** Makes an account due, so that the next look at the queue synchronises it. */
export async function requestSync(agentId: string, id: string): Promise<void> {
  if (!(await store.makeDue({ agentId, id }))) throw noAccount();
}

/** Lists the calendars and address books on the server of an account that are not here. */
export async function offersOfAccount(agentId: string, id: string) {
  const account = await store.readAccount({ agentId, id });
  if (account?.kind !== "dav") throw noAccount();
  const here = new Set((await store.listSources(agentId)).map(({ href }) => href));
  return { offers: (await discover(loginOf(account))).filter(({ href }) => !here.has(href)) };
}
