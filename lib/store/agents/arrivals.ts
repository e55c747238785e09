import type { ISql, TransactionSql } from "postgres";
import { asJson } from "@/lib/store/db";
import type { NewRevision, Thing } from "@/lib/store/revisions";
import type { RevisionRow } from "@/lib/store/rows";

/** What an agent has of a thing, without the contents: for telling what an import would bring. */
export type Present = Pick<RevisionRow, "kind" | "name"> & {
  versions: (Pick<RevisionRow, "id" | "version" | "live"> & { hash: string | null })[];
};

/** Bytes of one statement, more or less. */
const BATCH = 2_000_000;

/** All that has a history, by `kind name`. The hash is the md5 of a content's JSON; null is a deletion. */
export async function readPresent(on: ISql, agentId: string): Promise<Map<string, Present>> {
  const rows = await on<Present[]>`
    select kind, name,
      json_agg(json_build_object('id', id, 'version', version, 'live', live, 'hash', md5(content::text)) order by version) as versions
    from revisions where agent_id = ${agentId} group by kind, name`;
  return new Map(rows.map((row) => [`${row.kind} ${row.name}`, row]));
}

/**
 * Writes versions into the history of a thing, `first` and those after it, and leaves what is live to the caller. For a
 * transaction that holds the agent's lock.
 */
export async function appendVersions(
  tx: TransactionSql,
  { agentId, kind, name }: Thing,
  first: number,
  revisions: NewRevision[],
  time: string,
): Promise<void> {
  const rows = revisions.map(
    ({ content, cause, failure = null, live = true, author, origins = [] }, index) => ({
      agent_id: agentId,
      kind,
      name,
      version: first + index,
      content: content === null ? null : asJson(content),
      author,
      cause: cause && asJson(cause),
      failure,
      live,
      origins: `{${origins.map((origin) => JSON.stringify(origin)).join(",")}}`,
      created_at: time,
    }),
  );
  let batch: typeof rows = [];
  let size = 0;
  for (const [index, row] of rows.entries()) {
    batch.push(row);
    size += 500 + (row.content?.length ?? 0);
    if (size < BATCH && batch.length < 500 && index < rows.length - 1) continue;
    await tx`insert into revisions ${tx(batch)}`;
    [batch, size] = [[], 0];
  }
}

/** Switches a tool off that has just come. */
export const disableTool = (tx: TransactionSql, agentId: string, name: string) =>
  tx`update agent_tools set enabled = false where agent_id = ${agentId} and name = ${name}`;
