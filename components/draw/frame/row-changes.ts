import type { Writers } from "@/components/draw/grid/edits";
import type { LiveQuery } from "@/components/draw/live-queries/live-query";
import type { ComponentCall } from "@/lib/shared/components/call";
import type { Cell } from "@/lib/shared/data/cell";
import type { RowChange } from "@/lib/shared/frame/protocol";
import type { Done } from "./server-link";

/**
 * Applies a component's change to rows of a query that it follows. Waits for the first result, because users press
 * before the rows are there. Throws with a message for the component.
 */
export async function changeRows(live: LiveQuery | undefined, change: RowChange): Promise<void> {
  await live?.firstRead();
  const source = live?.state.result?.source;
  const keys = change.kind === "set" ? [change.key] : change.kind === "delete" ? change.keys : [];
  if (!live || !source || keys.some(({ length }) => length === 0 || length !== source.key.length))
    throw new Error("These rows cannot be changed: they are not from one table with a key.");
  const { table, key: names } = source;
  const keyOf = (key: readonly Cell[]) =>
    Object.fromEntries(names.map((name, at) => [name, key[at] ?? null]));
  const { edits } = live;
  const made = () => {
    if (change.kind === "set")
      return edits.make({ kind: "set", table, key: keyOf(change.key), set: change.set, was: change.was });
    if (change.kind === "insert")
      return edits.make({ kind: "insert", table, rows: change.rows, named: names });
    if (change.kind === "delete") return edits.make({ kind: "delete", table, keys: change.keys.map(keyOf) });
    if (edits[change.kind === "undo" ? "undoable" : "redoable"].length === 0)
      throw new Error(`There is nothing to ${change.kind}.`);
    return change.kind === "undo" ? edits.undo() : edits.redo();
  };
  if (await made()) return;
  const refusal = edits.refusals.at(-1);
  if (!refusal) throw new Error("The change was not made.");
  edits.giveWay(refusal);
  if (refusal.kind === "gone") throw new Error("This row no longer exists.");
  if (refusal.kind === "failed") throw new Error(refusal.message);
  throw new Error(
    `${JSON.stringify(refusal.column)} was changed elsewhere. The row shows the current value; change it again if you still want to.`,
  );
}

export function writersBy(callServer: (call: ComponentCall) => Promise<Done>): Writers {
  const wrong = () => new Error("Easel did not return the result.");
  return {
    change: async ({ table, key, set, was }) => {
      const outcome = await callServer({
        type: "change",
        table,
        key: { ...key },
        set: { ...set },
        was: { ...was },
      });
      if ("changed" in outcome) return outcome.changed;
      throw wrong();
    },
    insert: async ({ table, rows, named }) => {
      const outcome = await callServer({ type: "insert", table, rows: rows.map((row) => ({ ...row })) });
      if (!("added" in outcome)) throw wrong();
      return outcome.added.keys.map((key) =>
        Object.fromEntries(named.map((name, at) => [name, key[at] ?? null])),
      );
    },
    remove: async ({ table, keys }) => {
      const outcome = await callServer({ type: "remove", table, keys: keys.map((key) => ({ ...key })) });
      if ("removed" in outcome) return outcome.removed.rows;
      throw wrong();
    },
  };
}
