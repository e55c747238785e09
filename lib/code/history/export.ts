import { FILE_PLACE, type Kind, PARTS } from "@/lib/shared/kinds";
import { isRehearsal } from "@/lib/store/agents/rehearsals";
import { type Snapshot, snapshotOf } from "@/lib/store/conversations/export";
import { listCollections, readCollection } from "@/lib/store/data/documents";
import type { HistoryRow } from "@/lib/store/hot/export";
import { SECTIONS } from "./sections";

/** Approximate characters of one chunk. */
const CHUNK = 64_000;

export type Extent = "all" | "live";
type ExportOptions = { conversations?: boolean };

/**
 * Yields an agent as one JSON file, one entry a line. The file is never in memory as a whole. With `live`,
 * omits earlier versions.
 */
export async function* exportAgent(
  agentId: string,
  extent: Extent,
  now: Date,
  options: ExportOptions = {},
): AsyncGenerator<Uint8Array> {
  // The snapshot cannot copy the documents of a rehearsal from its source.
  for (const { name } of (await isRehearsal(agentId)) ? await listCollections(agentId) : [])
    await readCollection({ agentId, collection: name });
  const encoder = new TextEncoder();
  let buffer = "";
  for await (const text of snapshotOf(agentId, (snapshot) =>
    write(agentId, snapshot, { extent, now, options }),
  )) {
    buffer += text;
    if (buffer.length < CHUNK) continue;
    yield encoder.encode(buffer);
    buffer = "";
  }
  yield encoder.encode(buffer);
}

async function* write(
  agentId: string,
  snapshot: Snapshot,
  { extent, now, options }: { extent: Extent; now: Date; options: ExportOptions },
): AsyncGenerator<string> {
  yield `{"easel":"agent","format":1,"exportedAt":${JSON.stringify(now)}`;
  for (const kind of PARTS) {
    const { field, key } = FILE_PLACE[kind];
    if (key === undefined) yield* text(field, snapshot, kind);
    else
      yield* list(field, snapshot.live(kind), ({ name, content, enabled }) =>
        JSON.stringify({ [key]: name, ...JSON.parse(content), ...(enabled !== null && { enabled }) }),
      );
  }
  for (const [field, section] of Object.entries(SECTIONS))
    if (!section.isOptIn || options[field as keyof ExportOptions])
      yield* optionalField(field, section.write(agentId, snapshot.read));
  yield* list("history", snapshot.history(extent), revision);
  yield "\n}\n";
}

async function* text(field: string, snapshot: Snapshot, kind: Kind): AsyncGenerator<string> {
  for await (const { content } of snapshot.live(kind)) yield `,\n"${field}":${content}`;
}

async function* optionalField(field: string, value: AsyncGenerator<string>) {
  let before = `,\n"${field}":`;
  for await (const piece of value) {
    yield before + piece;
    before = "";
  }
}

async function* list<T>(field: string, rows: AsyncGenerator<T>, write: (row: T) => string) {
  yield `,\n"${field}":[`;
  let isFirst = true;
  for await (const row of rows) {
    yield `${isFirst ? "" : ","}\n${write(row)}`;
    isFirst = false;
  }
  yield "]";
}

function revision({
  kind,
  name,
  version,
  author,
  content,
  failure,
  live,
  origins,
  createdAt,
}: HistoryRow): string {
  const before = JSON.stringify({ kind, name, version, author });
  const after = JSON.stringify({
    failure,
    live,
    ...(origins.length > 0 && { origins }),
    createdAt: new Date(createdAt).toISOString(),
  });
  return `${before.slice(0, -1)},"content":${content ?? "null"},${after.slice(1)}`;
}
