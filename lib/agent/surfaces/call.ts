import { withTrafficLimits } from "@/lib/agent/message/traffic";
import { addTableRows, changeRow, removeRows } from "@/lib/data/tables/edit";
import { querySql } from "@/lib/data/tables/query";
import * as blobs from "@/lib/ground/blobs/blobs";
import {
  type CallOutcome,
  MAX_FILE_BYTES,
  MAX_QUERY_CHARS,
  MAX_QUERY_ROWS,
  type Use,
} from "@/lib/shared/components/access";
import type { ComponentCall } from "@/lib/shared/components/call";
import type { QueryResult } from "@/lib/shared/data/contract";
import { AppError } from "@/lib/shared/errors";
import type { Cause } from "@/lib/shared/history";
import { joined } from "@/lib/shared/origins";
import { keysMarked } from "@/lib/store/agents/state";
import { markRead, type OnSurface } from "@/lib/store/conversations/component-grants";
import { read } from "@/lib/store/data/files";
import { type Catalog, catalog } from "@/lib/tools/toolsets/catalog";
import { readSurfaceAccess, type SurfaceAccess, surfaceHasToAsk } from "./access";
import { askModelFor } from "./model-question";
import { callForComponent } from "./tool-call";

/** Limits for the calls of one surface. */
const TRAFFIC = {
  query: { perMinute: 1_200, atOnce: 8 },
  change: { perMinute: 300, atOnce: 6 },
  tool: { perMinute: 60, atOnce: 6 },
  file: { perMinute: 60, atOnce: 4 },
  model: { perMinute: 20, atOnce: 3 },
};
const WHO = {
  query: "A component may read the database",
  change: "A component may change tables",
  tool: "A component may use tools",
  file: "A component may read files",
  model: "A component may ask the model",
};

export const QUERY_LIMITS = { maxRows: MAX_QUERY_ROWS, maxChars: MAX_QUERY_CHARS };

/**
 * Makes a server call of a component, or returns the use that the user must allow first. `read` returns the
 * rows of a query shared with other surfaces. Throws an `AppError`.
 */
export async function callFromSurface(
  surface: OnSurface,
  call: ComponentCall,
  signal: AbortSignal,
  tools: Catalog = catalog,
  read?: () => Promise<QueryResult>,
): Promise<CallOutcome> {
  const kind = call.type === "insert" || call.type === "remove" ? "change" : call.type;
  return withTrafficLimits(surface.id, WHO[kind], TRAFFIC[kind], async () => {
    const access = await readSurfaceAccess(surface, tools);
    switch (call.type) {
      case "query":
        return readRows(access, read ?? (() => querySql(surface.id.agentId, call, signal, QUERY_LIMITS)));
      case "tool":
        return callForComponent(access, call, signal);
      case "model":
        if (await surfaceHasToAsk(MODEL, access)) return { asks: MODEL };
        return { value: await askModelFor({ agentId: surface.id.agentId, isVisitor: false }, call, signal) };
      case "file":
        return readFileFor(access, call.id);
      default:
        return change(access, call);
    }
  });
}

const QUERY: Use = { kind: "query" };
const MODEL: Use = { kind: "model" };

async function readRows(access: SurfaceAccess, read: () => Promise<QueryResult>): Promise<CallOutcome> {
  if (await surfaceHasToAsk(QUERY, access)) return { asks: QUERY };
  const rows = await read();
  await mark(access, rows.webOrigins ?? []);
  return { rows };
}

/**
 * Stores the web origins that the component has read, because its later writes and calls may contain their
 * text.
 */
async function mark({ sheet: surface, readWeb }: SurfaceAccess, origins: readonly string[]): Promise<void> {
  const news = origins.filter((origin) => !readWeb.includes(origin));
  if (news.length > 0) await markRead(surface, news);
}

async function readFileFor(access: SurfaceAccess, id: string): Promise<CallOutcome> {
  const { agentId } = access.sheet.id;
  const { name, mediaType, size, hash, origins } = await read(agentId, id);
  const use: Use = { kind: "file", name: id };
  if (await surfaceHasToAsk(use, access)) return { asks: use };
  if (size > MAX_FILE_BYTES)
    throw new AppError(
      "too_large",
      `“${name}” is larger than the ${MAX_FILE_BYTES / 1e6} MB that a component may read.`,
    );
  const bytes = await blobs.read(hash);
  if (!bytes) throw new AppError("not_found", `The content of “${name}” is missing.`);
  await mark(access, origins ?? []);
  return { file: { id, name, mediaType, bytes: size, base64: Buffer.from(bytes).toString("base64") } };
}

/** Returns the cause of the component's changes. */
export const causeOf = ({ title, program }: Pick<OnSurface, "title" | "program">): Cause => ({
  sheet: { title, ...(program !== undefined && { program }) },
});

async function change(
  access: SurfaceAccess,
  call: Extract<ComponentCall, { table: string }>,
): Promise<CallOutcome> {
  const { sheet: surface, readWeb } = access;
  const { table } = call;
  const use: Use = { kind: "table", name: table };
  if (await surfaceHasToAsk(use, access)) return { asks: use };
  const { agentId } = surface.id;
  const { marked } = await keysMarked(agentId);
  const by = {
    author: "person" as const,
    cause: causeOf(surface),
    origins: joined(readWeb, ...marked.map(({ origins }) => origins)),
  };
  switch (call.type) {
    case "change":
      return { changed: await changeRow(agentId, table, call, by) };
    case "insert":
      return { added: await addTableRows(agentId, table, call.rows, by) };
    case "remove":
      return { removed: await removeRows(agentId, table, call.keys, by) };
  }
}
