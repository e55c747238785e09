import { unseal } from "@/lib/ground/base/seal";
import { AppError, isAppError } from "@/lib/shared/errors";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import {
  endSync,
  extendLease,
  leaseAccount,
  listItems,
  listSources,
  type StoredAccount,
  type StoredSource,
  saveSourceState,
} from "@/lib/store/data/calendars";
import { cardFormat } from "./card-object";
import { type DavLogin, type Listing, listObjects, multiget, propfind, syncCollection } from "./dav";
import { eventFormat } from "./event-object";
import { refreshFeed } from "./feed";
import { summarized } from "./format";
import { type Pulled, pull } from "./pull";
import { push } from "./push";
import { textAt } from "./xml";

const FETCHED_AT_ONCE = 100;
const APPLIED_AT_ONCE = 1_000;
const MAX_OBJECTS = 20_000;
const MAX_WAIT_SECONDS = 6 * 3_600;
const FIRST_WAIT_SECONDS = 60;

export const formatOf = ({ kind }: Pick<StoredSource, "kind">) =>
  kind === "events" ? eventFormat : cardFormat;
export const passwordName = ({ agentId, id }: { agentId: string; id: string }): string =>
  `calendar ${agentId} ${id}`;

/** Throws an AppError `conflict` if the password was encrypted with another installation's secret. */
export function loginOf(account: StoredAccount): DavLogin {
  const { agentId, url, username } = account;
  const password = unseal(passwordName(account), account.password);
  if (password === null)
    throw new AppError(
      "conflict",
      "The password cannot be decrypted, because the secret of this installation has changed. Enter it again.",
    );
  return { agentId, url, username, password };
}

/**
 * Synchronises an account, unless another server does. A failure is stored for the user, and the next attempt waits
 * longer each time. Returns false if another server has the lease.
 */
export async function syncAccount(
  key: { agentId: string; id: string },
  signal?: AbortSignal,
): Promise<boolean> {
  const account = await leaseAccount(key);
  if (!account) return false;
  const { lease, everyMinutes, failures } = account;
  const stillMine = async () => {
    signal?.throwIfAborted();
    if (!(await extendLease(key, lease)))
      throw new AppError("conflict", "Another server synchronises this account.");
  };
  const timer = setInterval(() => void extendLease(key, lease).catch(() => {}), 30_000);
  try {
    const validators =
      account.kind === "feed"
        ? await refreshFeed(account, signal)
        : await syncDav(account, stillMine, signal);
    await endSync(key, lease, { ...validators, failure: null, waitSeconds: everyMinutes * 60 });
  } catch (error) {
    // This server shuts down: another one takes over when the lease ends.
    if (signal?.aborted) return true;
    const waitSeconds = Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(failures, 12));
    const failure = isAppError(error) ? error.message : "An internal error. It is in the server's log.";
    await endSync(key, lease, { failure, waitSeconds });
    if (!isAppError(error)) throw error;
  } finally {
    clearInterval(timer);
  }
  return true;
}

async function syncDav(account: StoredAccount, stillMine: () => Promise<void>, signal?: AbortSignal) {
  const { agentId, id } = account;
  const login = loginOf(account);
  const timeZone = timeZoneOf(await readSettings(agentId));
  const sources = (await listSources(agentId)).filter(({ accountId }) => accountId === id);
  for (const source of sources) {
    await stillMine();
    const origin = new URL(source.href).origin;
    const format = formatOf(source);
    await pullSource({ login, source, origin, stillMine, signal });
    await push({ source, format, origin, login, timeZone, signal, stillMine });
  }
  return {};
}

type PullContext = {
  login: DavLogin;
  source: StoredSource;
  origin: string;
  stillMine: () => Promise<void>;
  signal?: AbortSignal;
};

/** Applies what changed on the server. The new token is stored last, so that an interrupted one starts again. */
async function pullSource({ login, source, origin, stillMine, signal }: PullContext): Promise<void> {
  const { href, kind } = source;
  const ctag = source.syncToken === null ? await readCtag(login, href, signal) : null;
  if (source.syncToken === null && ctag !== null && ctag === source.ctag) return;
  const listing = await listingOf(login, source, signal);
  const known = new Map((await listItems(source)).map(({ href, etag }) => [href, etag]));
  const changed = [...listing.etags].flatMap(([one, etag]) => (known.get(one) === etag ? [] : [one]));
  const gone = listing.isDelta
    ? listing.gone
    : [...known].flatMap(([one, etag]) => (etag !== null && !listing.etags.has(one) ? [one] : []));
  const problems: string[] = [];
  if (changed.length > MAX_OBJECTS)
    problems.push(`There are ${changed.length} objects; the first ${MAX_OBJECTS} are here.`);
  const context = { source, format: formatOf(source), origin };
  let waiting: Pulled[] = gone.map((one) => ({ href: one, etag: null, raw: null }));
  const apply = async () => {
    await stillMine();
    problems.push(...(await pull(waiting, context)));
    waiting = [];
  };
  const wanted = changed.slice(0, MAX_OBJECTS);
  for (let at = 0; at < wanted.length; at += FETCHED_AT_ONCE) {
    const hrefs = wanted.slice(at, at + FETCHED_AT_ONCE);
    waiting.push(...(await multiget(login, href, { hrefs, kind }, signal)));
    if (waiting.length >= APPLIED_AT_ONCE) await apply();
  }
  await apply();
  const isComplete = !listing.isDelta || problems.length > 0;
  await saveSourceState(source, {
    ...{ syncToken: listing.syncToken, ctag },
    ...(isComplete && { problems: summarized(problems) }),
  });
}

async function listingOf(login: DavLogin, source: StoredSource, signal?: AbortSignal): Promise<Listing> {
  const { href, syncToken } = source;
  const delta = syncToken === null ? null : await syncCollection(login, href, syncToken, signal);
  // A token that the server no longer knows, or none: everything is listed.
  const all = delta ?? (await syncCollection(login, href, null, signal));
  return all ?? listObjects(login, href, signal);
}

async function readCtag(login: DavLogin, href: string, signal?: AbortSignal): Promise<string | null> {
  const found = await propfind(login, href, { depth: 0, props: ["cs:getctag"] }, signal);
  if (!found)
    throw new AppError("unavailable", `${new URL(href).host} no longer has this calendar or address book.`);
  return textAt(found.resources[0]?.props, "cs:getctag") ?? null;
}
