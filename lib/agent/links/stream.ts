import { countShareVisit } from "@/lib/platform/access/visits";
import { CONNECTED, sse, sseEvent } from "@/lib/platform/http/sse";
import { AppError } from "@/lib/shared/errors";
import { listening, type Notice, subscribe } from "@/lib/store/bus";
import type { OpenLink } from "@/lib/store/conversations/links";
import { presentLink } from "./page";

/** Time after which a page checks its link without a notice, because notices can be lost. */
const CHECK_MS = 15_000;
/** Minimum time between two checks, because a conversation that is being written changes often. */
const GATHER_MS = 300;

/** Streams the end of a link, and new copies. `shown` is the time of the copy that the page shows. */
export async function streamOfLink(token: string, request: Request, shown: string): Promise<Response> {
  await countShareVisit(request);
  await listening();
  const link = await presentLink(token);
  if (!link) throw new AppError("not_found", "There is nothing at this link.");
  const failure = "A shared conversation no longer receives changes";
  return sse((left) => follow(link, { token, shown }, left), { failure, signal: request.signal });
}

async function* follow(
  link: OpenLink,
  { token, shown }: { token: string; shown: string },
  left: AbortSignal,
): AsyncGenerator<string, void> {
  let news = Promise.withResolvers<void>();
  const stop = subscribe((notice) => {
    if (isAbout(notice, link)) news.resolve();
  });
  left.addEventListener("abort", () => news.resolve());
  try {
    yield CONNECTED;
    let sent = shown;
    while (!left.aborted) {
      news = Promise.withResolvers();
      // A database that does not answer ends no page.
      const present = await presentLink(token).catch(() => link);
      if (!present) {
        yield sseEvent('{"type":"gone"}');
        return;
      }
      if (present.createdAt !== sent) yield sseEvent('{"type":"version"}');
      sent = present.createdAt;
      await Promise.all([pause(GATHER_MS), Promise.race([news.promise, pause(timeLeft(present))])]);
    }
  } finally {
    stop();
  }
}

/** A conversation can be deleted, its agent too, and its author can lose the right to use the agent. */
const isAbout = (notice: Notice, { id, conversationId }: OpenLink): boolean =>
  ["agents", "members", "password", "gap"].includes(notice.type) ||
  (notice.type === "share" && notice.id === id) ||
  (notice.type === "conversation" && notice.id === conversationId);

const timeLeft = ({ expiresAt }: OpenLink): number =>
  expiresAt === null ? CHECK_MS : Math.min(CHECK_MS, Math.max(0, Date.parse(expiresAt) - Date.now()) + 100);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
