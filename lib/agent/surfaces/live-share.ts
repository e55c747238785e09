import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { bundleForRuntime } from "@/lib/code/components/bundles";
import { querySql } from "@/lib/data/tables/query";
import { singleton } from "@/lib/ground/base/process";
import { hashOfToken } from "@/lib/ground/base/token";
import { MAX_TOKEN, whyNotShared } from "@/lib/platform/access/shares";
import { countShareVisit } from "@/lib/platform/access/visits";
import { etagOf } from "@/lib/platform/http/etag";
import { stateOfEntries } from "@/lib/shared/chat/surfaces/sheets";
import { callShowing } from "@/lib/shared/chat/surfaces/surface-change";
import { shownOf } from "@/lib/shared/chat/surfaces/surface-edits";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { MAX_QUERY_CHARS, MAX_QUERY_ROWS } from "@/lib/shared/components/access";
import type { Param } from "@/lib/shared/data/cell";
import { AppError } from "@/lib/shared/errors";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import type { SharedNow } from "@/lib/shared/shares";
import { read as readState } from "@/lib/store/agents/state";
import { pinsOfSurfaces } from "@/lib/store/conversations/pins";
import { type LiveShare, readLiveShare } from "@/lib/store/conversations/shares";
import { readSurfaceState } from "@/lib/store/conversations/surfaces";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { componentOnSurface, readSurfaceAccess, stateOfUse } from "./access";
import { blocksForReaders } from "./reader-blocks";

/**
 * How long the check of a link is cached. The content is cached for the same time, or for
 * `READ_TIME_FACTOR` times the duration of its last read if that is longer, but at most `MAX_MS`.
 */
const FRESH_MS = 2_000;
const READ_TIME_FACTOR = 10;
const MAX_CACHED_SHARES = 100;
const MAX_MS = 20_000;

type Read = { etag: string; text: string };
type CachedShare = {
  share: Promise<LiveShare | null>;
  checkAt: number;
  read: Promise<Read | null>;
  readAt: number;
};

/**
 * Answers a reader of a live surface. Throws `not_found` if the link does not exist or was revoked, and
 * `too_many_requests` above the limit of visits.
 */
export async function openLiveShare(token: string, request: Request): Promise<Response> {
  await countShareVisit(request);
  const hash = hashOfToken(token);
  const found = (await whyNotShared()) === null && token.length <= MAX_TOKEN ? await readOnce(hash) : null;
  if (!found) throw new AppError("not_found", "There is nothing at this link.");
  const { etag, text } = found;
  const headers = { etag, "cache-control": "private, no-store" };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
}

/**
 * Shares one read among concurrent readers. Results are cached for ten times as long as their read took, so
 * reads use less than a tenth of a server's time.
 */
async function readOnce(hash: string): Promise<Read | null> {
  const all = singleton("live shares", () => new LRUCache<string, CachedShare>({ max: MAX_CACHED_SHARES }));
  const nothing = Promise.resolve(null);
  const cached = all.get(hash) ?? { share: nothing, checkAt: 0, read: nothing, readAt: 0 };
  all.set(hash, cached);
  if (performance.now() >= cached.checkAt) {
    cached.checkAt = performance.now() + FRESH_MS;
    cached.share = readLiveShare(hash);
    // Forget a failed check, so that the next reader tries again.
    cached.share.catch(() => all.delete(hash));
  }
  const share = await cached.share;
  if (!share) {
    all.delete(hash);
    return null;
  }
  const startedAt = performance.now();
  if (startedAt >= cached.readAt) {
    cached.readAt = Number.POSITIVE_INFINITY;
    cached.read = readNow(share);
    cached.read.then(
      () => {
        const took = performance.now() - startedAt;
        cached.readAt = startedAt + took + Math.min(MAX_MS, Math.max(FRESH_MS, took * READ_TIME_FACTOR));
      },
      () => all.delete(hash),
    );
  }
  return cached.read;
}

async function readNow(share: LiveShare): Promise<Read | null> {
  const now = await surfaceNow(share);
  if (!now) return null;
  const text = JSON.stringify(now);
  return { etag: etagOf(text), text };
}

async function surfaceNow(share: LiveShare): Promise<SharedNow | null> {
  const { agentId, conversationId, sheet, live } = share;
  const [pin] = await pinsOfSurfaces(agentId, [{ conversation: conversationId, sheet }]);
  if (!pin?.surface) return null;
  const shown = await shownTo({ agentId, conversationId }, pin.surface);
  const signal = AbortSignal.timeout(MAX_MS);
  const now = await contentForReaders(agentId, shown, live.state, signal);
  if (!now?.component) return now;
  return { ...now, component: { ...now.component, rows: await rowsNow(share, shown.surface, signal) } };
}

type Shown = { surface: Surface; entries: Record<string, unknown> };

/** Returns a surface as its conversation shows it now, with its stored entries. */
export async function shownTo(
  of: { agentId: string; conversationId: string },
  newest: Surface,
): Promise<Shown> {
  const { messageId, toolCallId } = newest;
  const { entries } = await readSurfaceState({ ...of, messageId, toolCallId });
  return { surface: shownOf(newest, entries), entries };
}

/**
 * Returns what readers get of a surface, without rows of queries; null if it works only inside Easel. `state`: keys of the
 * agent's state.
 */
export async function contentForReaders(
  agentId: string,
  { surface: { title, input, component }, entries }: Shown,
  state: readonly string[],
  signal: AbortSignal,
): Promise<SharedNow | null> {
  if (!component) return { title, blocks: await blocksForReaders(agentId, input, signal) };
  if (component.app) return null;
  const { js, css } = await bundleForRuntime(component.bundle);
  const values = state.map(async (key) => [key, await readState(agentId, key)] as const);
  const props = typeof input === "object" && input !== null && "props" in input ? input.props : {};
  return {
    title,
    component: {
      id: createHash("sha256").update(js).update(css).digest("base64url").slice(0, 22),
      ...{ js, css, props: { ...(props as object) } },
      agent: Object.fromEntries(await Promise.all(values)),
      sheet: stateOfEntries(entries),
      rows: {},
    },
  };
}

/**
 * Returns the rows of the queries that were on the surface when it was shared, if its component may read the
 * database now.
 */
async function rowsNow(
  { agentId, conversationId, live }: LiveShare,
  surface: Surface,
  signal: AbortSignal,
): Promise<FrozenRows> {
  if (live.queries.length === 0) return {};
  const id = { agentId, conversationId: surface.home ?? conversationId, ...callShowing(surface) };
  const access = await readSurfaceAccess(await componentOnSurface(id), catalog);
  if ((await stateOfUse({ kind: "query" }, access)) !== "granted") return {};
  const rows: FrozenRows = {};
  let remainingChars = MAX_QUERY_CHARS * 2;
  for (const [sql, params] of live.queries) {
    const queryLimits = { maxRows: MAX_QUERY_ROWS, maxChars: Math.min(MAX_QUERY_CHARS, remainingChars) };
    const asked = { sql, params: params as Param[] };
    const result =
      remainingChars > 0
        ? await querySql(agentId, asked, signal, queryLimits).catch(() => undefined)
        : undefined;
    if (!result) continue;
    const { columns, rows: found, truncated } = result;
    rows[JSON.stringify([sql, params])] = { columns, rows: found, truncated };
    remainingChars -= JSON.stringify(found).length;
  }
  return rows;
}
