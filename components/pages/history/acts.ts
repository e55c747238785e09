import type { Revision } from "@/lib/shared/history";
import type { Entry } from "./api";

/** An operation that wrote several versions: a restore to a time, or an accepted or undone rehearsal. */
export type Act =
  | { kind: "restore"; id: string; moment: string; hasConversation: boolean }
  | { kind: "rehearsal"; id: string; title: string; isUndone: boolean };

/** The entries of one act, newest first. */
export type ActGroup = { act: Act; entries: readonly Entry[]; isLast: boolean };

/** Groups the adjacent entries of an act. A restore of one item stays a single entry. */
export function withActs(entries: readonly Entry[]): (Entry | ActGroup)[] {
  const rows: (Entry | ActGroup)[] = [];
  // Entries are newest first, so what undid an act comes before it.
  const overtaken = new Set<string>();
  for (const run of runsOf(entries)) {
    const act = actOf(run[0].revision);
    const ids = run.map(({ revision }) => revision.id);
    const isLast = act !== undefined && ![act.id, ...ids].some((id) => overtaken.has(id));
    if (act && (act.kind === "rehearsal" || run.length > 1)) rows.push({ act, entries: run, isLast });
    else rows.push(...run);
    if (act) overtaken.add(act.id);
    for (const { revision } of run) {
      const { cause } = revision;
      if (cause && "undone" in cause) overtaken.add(cause.undone.change);
    }
  }
  return rows;
}

/** Splits entries where the act changes. Each entry without an act becomes a separate run. */
function runsOf(entries: readonly Entry[]): [Entry, ...Entry[]][] {
  const runs: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const act = actOf(entry.revision);
    const before = run && actOf(run[0].revision);
    if (run && act && before && keyOf(act) === keyOf(before)) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

const keyOf = (act: Act): string => `${act.kind} ${act.id} ${act.kind === "rehearsal" && act.isUndone}`;

function actOf({ cause, author }: Revision): Act | undefined {
  if (!cause) return undefined;
  if ("moment" in cause && cause.restore !== undefined)
    return {
      ...{ kind: "restore", id: cause.restore, moment: cause.moment },
      hasConversation: cause.conversation !== undefined,
    };
  if ("rehearsed" in cause) return { kind: "rehearsal", ...cause.rehearsed, isUndone: author === "restore" };
}
