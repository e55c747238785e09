import { createHash } from "node:crypto";
import { isDatabaseChanged, rehearsedRows } from "@/lib/data/sqlite/rehearsed";
import type { ComparedTable } from "@/lib/shared/data/row-changes";
import { ROWS } from "@/lib/shared/data/row-changes";
import type { RehearsalDetail, RehearsalView, RehearsedAct, RehearsedChange } from "@/lib/shared/rehearsals";
import { listRefused } from "@/lib/store/activity/requests";
import { listRehearsedChanges } from "@/lib/store/agents/rehearsal-changes";
import { listRehearsals, type Rehearsal, readRehearsal } from "@/lib/store/agents/rehearsals";
import { readLastRun } from "@/lib/store/loop/forked-runs";
import { listAllCalls } from "@/lib/store/loop/tool-calls";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { isOutside } from "@/lib/tools/toolsets/outside";

/** A rehearsal whose source still exists. */
export type Sourced = Rehearsal & { sourceId: string };

/** The changes of a rehearsal, with the names of the items in the source. */
export type Found = {
  changes: (RehearsedChange & { sourceName: string })[];
  tables: ComparedTable[];
  hash: string;
};

export async function findChanges({ id, sourceId, takenAt, databaseChange }: Sourced): Promise<Found> {
  const tables = await rehearsedRows(id);
  const rows = await listRehearsedChanges({ id, sourceId, takenAt });
  const changes = rows.map(({ title, ...change }) => ({ ...change, ...(title !== null && { title }) }));
  const database: Found["changes"] = tables.length
    ? [
        {
          ...{ kind: "database", name: ROWS, sourceName: ROWS, action: "change", from: null, to: null },
          ...{ beforeId: null, afterId: null, isChanged: await isDatabaseChanged(sourceId, databaseChange) },
        },
      ]
    : [];
  const all = [...changes, ...database];
  const hash = createHash("sha256")
    .update(JSON.stringify([all, tables]))
    .digest("hex");
  return { changes: all, tables, hash };
}

export async function rehearsalDetail(agentId: string, id: string): Promise<RehearsalDetail> {
  const rehearsal = await readRehearsal(agentId, id);
  // The status is read before the changes: a run that is over has made all of them.
  const view = await viewOf(rehearsal);
  const [{ changes, tables, hash }, acts] = await Promise.all([
    findChanges({ ...rehearsal, sourceId: agentId }),
    actsOf(rehearsal),
  ]);
  const shown = changes.map(({ sourceName: _, ...change }) => change);
  return { ...view, hash, changes: shown, tables, acts };
}

export async function rehearsalsOf(agentId: string): Promise<RehearsalView[]> {
  return Promise.all((await listRehearsals(agentId)).map(viewOf));
}

export async function viewOf(rehearsal: Rehearsal): Promise<RehearsalView> {
  const { id, title, cause, takenAt, acceptedAt, undoneAt } = rehearsal;
  const run = await readLastRun(id);
  const conversationId = run?.conversationId ?? rehearsal.conversationId;
  const { status = null, costUsd = null, tokens = 0 } = run ?? {};
  return { id, title, cause, takenAt, conversationId, acceptedAt, undoneAt, run: status, costUsd, tokens };
}

/** The calls to the outside that were recorded, and the requests of code that were not sent. */
async function actsOf({ id, takenAt }: Rehearsal): Promise<RehearsedAct[]> {
  const [calls, requests] = await Promise.all([listAllCalls(id, takenAt), listRefused(id)]);
  const names = [...new Set(calls.map(({ toolName }) => toolName))];
  const tools = await catalog.findAll(id, names);
  const acts = calls.filter(({ toolName, input }) => {
    const tool = tools.get(toolName)?.tool;
    const checked = tool?.check(input);
    return tool && checked?.ok && isOutside(tool, checked.value);
  });
  return [
    ...acts.map(({ toolName: tool, input, messageId }) => ({ tool, input, messageId })),
    ...requests.map(({ tool, method, url, messageId }) => ({
      ...{ tool: tool ?? "", request: `${method} ${url}`, messageId },
    })),
  ];
}
