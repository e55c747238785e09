import { Temporal } from "temporal-polyfill";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { SOURCE_FIELDS } from "@/lib/shared/calendars";
import { AppError, isAppError } from "@/lib/shared/errors";
import { assertSource, listSources, type StoredAccount, saveSourceState } from "@/lib/store/data/calendars";
import type { By } from "@/lib/store/revisions";
import { instantOf, isSeries } from "../documents/calendar";
import { eventTimesOf } from "../documents/event-times";
import { readICalEvents } from "../documents/ical";
import { normalized, type StoredDocument } from "../documents/values";
import { writeChange } from "../documents/write";
import { eventFormat } from "./event-object";
import { type Fields, summarized } from "./format";
import { derivedId, documentsOf, idOf, Writes } from "./local";
import { reasonOf } from "./pull";

const MAX_BYTES = 10_000_000;
const TIMEOUT_MS = 60_000;
/** Maximum events read from a file, and maximum stored: first series, then the events nearest to today. */
const MAX_READ = 20_000;
const MAX_STORED = 5_000;

const { collection } = eventFormat;

/** Fetches a subscribed file if it changed, and replaces the events of its calendar. */
export async function refreshFeed(
  account: StoredAccount,
  signal?: AbortSignal,
): Promise<Pick<StoredAccount, "etag" | "lastModified">> {
  const { agentId, id, url, etag, lastModified } = account;
  const source = (await listSources(agentId)).find(({ accountId }) => accountId === id);
  if (!source || url === "")
    throw new AppError("invalid", "The address of this calendar is missing. Add it again.");
  const validators: [string, string][] = [
    ...(etag === null ? [] : [["if-none-match", etag] as [string, string]]),
    ...(lastModified === null ? [] : [["if-modified-since", lastModified] as [string, string]]),
  ];
  const answer = await guardedFetch(url, {
    ...{ caller: { agentId, tool: "calendars" }, signal, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS },
    headers: [["accept", "text/calendar, */*;q=0.5"], ...validators],
  });
  const { host, origin } = new URL(answer.url);
  if (answer.status === 304) return { etag, lastModified };
  if (answer.status === 401 || answer.status === 403)
    throw new AppError("forbidden", `${host} does not allow access to this calendar (${answer.status}).`);
  if (answer.status !== 200)
    throw new AppError("unavailable", `${host} does not return the calendar (${answer.status}).`);
  const text = new TextDecoder().decode(answer.bytes).replaceAll("\0", "");
  if (!/^\ufeff?\s*BEGIN:VCALENDAR/i.test(text))
    throw new AppError(
      "invalid",
      `What ${host} returns is no calendar: the file does not begin with BEGIN:VCALENDAR.`,
    );
  const { documents, problems } = await readFeed(text, source.id);
  // A redirect can lead to another site, which then is the author, too.
  const origins = [...new Set([origin, new URL(url).origin])];
  problems.push(...(await replaceEvents(agentId, source.id, documents, origins)));
  await saveSourceState({ agentId, id: source.id }, { problems: summarized(problems) });
  return { etag: answer.headers.get("etag"), lastModified: answer.headers.get("last-modified") };
}

type Feed = { documents: StoredDocument[]; problems: string[] };

async function readFeed(text: string, sourceId: string): Promise<Feed> {
  const found = new Map<string, StoredDocument>();
  const problems: string[] = [];
  let count = 0;
  for await (const read of readICalEvents(text)) {
    if (++count > MAX_READ) {
      problems.push(`The file has more than ${MAX_READ.toLocaleString("en")} events. The rest was not read.`);
      break;
    }
    if ("problem" in read) {
      problems.push(read.problem);
      continue;
    }
    const { event, recurrence } = read;
    const { rrule, ...alone } = event;
    const fields = normalized(
      recurrence === undefined
        ? { ...alone, ...(rrule !== undefined && { rrule }) }
        : { ...alone, originalStart: recurrence },
    ) as Fields;
    const uid = typeof fields.uid === "string" ? fields.uid : derivedId(JSON.stringify(fields));
    const document: StoredDocument = {
      _id: derivedId(sourceId, uid, JSON.stringify(recurrence ?? null)),
      ...fields,
      [SOURCE_FIELDS[collection]]: sourceId,
      ...(recurrence !== undefined && { seriesId: derivedId(sourceId, uid, "null") }),
    };
    if (found.has(idOf(document))) problems.push("An event has the UID of another one, which it replaces.");
    found.set(idOf(document), document);
  }
  return { documents: nearest([...found.values()], problems), problems };
}

/** Keeps a limited number of events: series and their instances first, then those nearest to now. */
function nearest(documents: StoredDocument[], problems: string[]): StoredDocument[] {
  if (documents.length <= MAX_STORED) return documents;
  problems.push(
    `Of ${documents.length.toLocaleString("en")} events, the ${MAX_STORED.toLocaleString("en")} nearest to today are shown.`,
  );
  const now = Temporal.Now.instant().epochMilliseconds;
  const rank = (document: StoredDocument): number => {
    if (isSeries(document) || document.seriesId != null) return 0;
    try {
      return Math.abs(instantOf(eventTimesOf(document, "UTC").start, "UTC").epochMilliseconds - now);
    } catch {
      return Number.MAX_SAFE_INTEGER;
    }
  };
  const ranked = documents.map((document) => ({ document, distance: rank(document) }));
  ranked.sort((one, other) => one.distance - other.distance);
  return ranked.slice(0, MAX_STORED).map(({ document }) => document);
}

async function replaceEvents(
  agentId: string,
  sourceId: string,
  documents: readonly StoredDocument[],
  origins: readonly string[],
): Promise<string[]> {
  const by: By = { author: "import", cause: null, origins };
  const made = { operation: "import" } as const;
  return writeChange(collection, { agentId, by, isSync: true }, made, async ({ indexes }) => {
    await assertSource({ agentId, id: sourceId });
    const before = await documentsOf(agentId, collection, sourceId);
    const writes = new Writes(collection, before, indexes);
    const problems: string[] = [];
    const kept = new Set<string>();
    for (const document of documents) {
      const id = idOf(document);
      const stored = writes.find(id);
      const { _id, ...fields } = document;
      try {
        writes.put(stored ? { ...eventFormat.merged(stored, fields), ...linksOf(document) } : document);
        kept.add(id);
      } catch (error) {
        if (!isAppError(error)) throw error;
        problems.push(reasonOf(error.message));
      }
    }
    for (const document of before) if (!kept.has(idOf(document))) writes.delete(idOf(document));
    return { change: writes.change(), result: problems };
  });
}

const linksOf = ({ seriesId }: StoredDocument): Fields => (seriesId === undefined ? {} : { seriesId });
