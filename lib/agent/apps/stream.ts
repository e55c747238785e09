import { CONNECTED, sse, sseEvent } from "@/lib/platform/http/sse";
import { followRooms } from "@/lib/platform/rooms/rooms";
import { targetKey } from "@/lib/shared/comments/view";
import { isAppError } from "@/lib/shared/errors";
import { listening, type Notice, subscribe } from "@/lib/store/bus";
import { visitorOwner } from "./room";
import { presentVisit, requireVisit, type Visit } from "./visit";

/** Changes within this time are sent together, because each makes the page read again. */
const GATHER_MS = 200;
/** Time after which a page checks its visit without a notice: notices can be lost, and links expire. */
const CHECK_MS = 15_000;
/** A page with more pending changes of its room is disconnected. It connects again and gets the whole room. */
const MAX_BEHIND = 2_000;

/** Streams changes of the tables that a visitor reads, and the end of the visit. */
export async function streamOfVisit(slug: string, request: Request, shown: number): Promise<Response> {
  const visit = await requireVisit(slug, request);
  await listening();
  const failure = "A page of an app no longer receives changes";
  return sse((left) => follow(visit, { slug, request, shown }, left), { failure, signal: request.signal });
}

type Page = { slug: string; request: Request; shown: number };

async function* follow(visit: Visit, page: Page, left: AbortSignal): AsyncGenerator<string, void> {
  const changed = new Set<string>();
  const events: string[] = [];
  let news = Promise.withResolvers<void>();
  let isDue = false;
  let hasComments = false;
  let { shown } = page;
  const stop = subscribe((notice) => {
    for (const table of tablesOf(notice, visit)) changed.add(table);
    if (isOfVisit(notice, visit)) isDue = true;
    if (isAboutComments(notice, visit)) hasComments = true;
    if (changed.size > 0 || isDue || hasComments) news.resolve();
  });
  const leaveRooms = followRooms(visitorOwner(visit), (event) => {
    events.push(event);
    news.resolve();
  });
  left.addEventListener("abort", () => news.resolve());
  try {
    yield CONNECTED;
    let checkedAt = 0;
    let sentAt = 0;
    while (!left.aborted) {
      if (isDue || Date.now() - checkedAt >= CHECK_MS) {
        isDue = false;
        checkedAt = Date.now();
        const present = await check(page);
        if (present === null) {
          yield sseEvent('{"type":"gone"}');
          return;
        }
        if (present !== shown) yield sseEvent('{"type":"version"}');
        shown = present;
      }
      if (events.length > MAX_BEHIND) return;
      if (hasComments) yield sseEvent('{"type":"comments"}');
      hasComments = false;
      for (const event of events.splice(0)) yield sseEvent(event);
      const wait = sentAt + GATHER_MS - Date.now();
      if (changed.size > 0 && wait <= 0) {
        sentAt = Date.now();
        yield sseEvent(JSON.stringify({ type: "database", tables: [...changed] }));
        changed.clear();
      }
      await Promise.race([news.promise, pause(changed.size > 0 ? Math.max(1, wait) : CHECK_MS)]);
      news = Promise.withResolvers();
      if (events.length > 0 || isDue || hasComments) news.resolve();
    }
  } finally {
    stop();
    leaveRooms();
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/** Returns the version of the app, or null if the visit has ended. A server that cannot tell keeps it. */
async function check({ slug, request, shown }: Page): Promise<number | null> {
  try {
    return (await presentVisit(slug, request)).version.number;
  } catch (error) {
    if (isAppError(error) && ["not_found", "unauthorized"].includes(error.code)) return null;
    return shown;
  }
}

/** Names only tables that the visitor reads. */
function tablesOf(notice: Notice, { app, version }: Visit): string[] {
  if (notice.type !== "database" || notice.agent !== app.agentId) return [];
  const read = version.rules.tables.filter((rule) => rule.read !== "none").map(({ table }) => table);
  if (notice.tables.length === 0) return read;
  const names = new Set(notice.tables.map((name) => name.toLowerCase()));
  return read.filter((name) => names.has(name.toLowerCase()));
}

const isAboutComments = (notice: Notice, { app, version }: Visit): boolean =>
  notice.type === "comments" &&
  version.rules.comments === true &&
  notice.target === targetKey({ kind: "app", app: app.id });

const OTHERS: ReadonlySet<Notice["type"]> = new Set(["agents", "members", "session", "password", "gap"]);

const isOfVisit = (notice: Notice, { app }: Visit): boolean =>
  OTHERS.has(notice.type) || (notice.type === "app" && notice.id === app.id);
