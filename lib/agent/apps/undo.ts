import { takeBack } from "@/lib/data/tables/visitors/take-back";
import type { UndoResult } from "@/lib/shared/apps/views";
import { AppError } from "@/lib/shared/errors";
import { visitorOrigin } from "@/lib/shared/origins";
import type { AppRow } from "@/lib/store/apps/apps";
import { hasVisitor } from "@/lib/store/apps/visitors";
import { markUndone, undoableWrites } from "@/lib/store/apps/writes";
import { settleWrites } from "./settle";

/**
 * Takes back what a visitor wrote. Rows that someone else has changed since stay, and are returned. Writes that were undone
 * otherwise, such as in the history, do not count.
 */
export async function undoVisitor(app: AppRow, visitorId: string): Promise<UndoResult> {
  if (!(await hasVisitor(app.id, visitorId))) throw new AppError("not_found", "There is no such visitor.");
  await settleWrites(app.agentId);
  const writes = await undoableWrites(app.id, visitorId);
  if (writes.length === 0) return { undone: 0, changed: [] };
  const by = {
    author: "person" as const,
    cause: { sheet: { title: app.title } },
    origins: [visitorOrigin(app.slug)],
  };
  const { done, gone } = await takeBack(app.agentId, writes, by);
  await markUndone([...done, ...gone]);
  const left = writes.filter(({ id }) => !done.has(id) && !gone.has(id));
  const rows = new Map(left.map(({ table, key }) => [JSON.stringify([table, key]), { table, key }]));
  return { undone: done.size, changed: [...rows.values()] };
}
