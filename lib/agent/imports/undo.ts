import { AppError, isAppError } from "@/lib/shared/errors";
import type { UndoPlan } from "@/lib/shared/imports/contract";
import { readComponent, removeComponent } from "@/lib/store/agents/components";
import { deleteConversations, importedStates } from "@/lib/store/conversations/imported-conversations";
import { remove } from "@/lib/store/data/files";
import {
  changeImport,
  forgetItems,
  forgetMemories,
  itemsOfImport,
  readImport,
} from "@/lib/store/data/imports";

const MAX_NAMED = 50;
const ENDED = ["done", "failed", "cancelled"] as const;

async function itemsToUndo(agentId: string, id: string) {
  const [conversations, files, components] = await Promise.all([
    itemsOfImport(id, "conversation"),
    itemsOfImport(id, "file"),
    itemsOfImport(id, "component"),
  ]);
  const states = await importedStates(
    agentId,
    conversations.map(({ target, parts }) => ({ id: target, parts })),
  );
  const isContinued = ({ target }: { target: string }) => states.get(target)?.state === "continued";
  const continued = conversations.filter(isContinued);
  return { conversations, continued, files, components, states };
}

/** Returns what undoing an import would remove, and the conversations that the user has continued since. */
export async function planUndo(agentId: string, id: string): Promise<UndoPlan> {
  await readImport(agentId, id);
  const { conversations, continued, files, components, states } = await itemsToUndo(agentId, id);
  return {
    ...{
      conversations: conversations.length - continued.length,
      files: files.length,
      components: components.length,
    },
    continued: continued
      .slice(0, MAX_NAMED)
      .map(({ target }) => ({ id: target, title: states.get(target)?.title ?? "" })),
  };
}

/**
 * Removes the conversations, files and components of an import. `continued: "keep"` leaves the conversations that the user has
 * continued, with the files and components of the import if there are any such conversations. Facts that the user accepted
 * stay. Components that have changed since stay, too.
 */
export async function undoImport(agentId: string, id: string, how: "keep" | "delete"): Promise<void> {
  const { product } = await readImport(agentId, id);
  const cause = product && { historyImport: { id, product, isUndone: true as const } };
  const { conversations, continued, files, components } = await itemsToUndo(agentId, id);
  if (!(await changeImport(id, ENDED, { status: "undone" })))
    throw new AppError("conflict", "Only an import that has ended can be undone.");
  const kept = how === "keep" ? new Set(continued.map(({ target }) => target)) : new Set<string>();
  await deleteConversations(
    agentId,
    conversations.map(({ target }) => target).filter((target) => !kept.has(target)),
  );
  if (kept.size === 0) {
    for (const { target } of files) await remove(agentId, target).catch(ignoreMissing);
    for (const { target, parts } of components) {
      const live = await readComponent(agentId, target);
      if (live?.version === parts) await removeComponent(agentId, target, { author: "person", cause });
    }
  }
  await forgetItems(id, [...kept]);
  await forgetMemories(id);
}

function ignoreMissing(error: unknown): void {
  if (!isAppError(error) || error.code !== "not_found") throw error;
}
