import { AppError } from "@/lib/shared/errors";
import type {
  ConsolidationAnswer,
  ConsolidationSetting,
  FactBefore,
} from "@/lib/shared/memory/consolidation";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import {
  listConsolidations,
  readConsolidation,
  settleConsolidation,
} from "@/lib/store/memory/consolidations";
import { KIND, readFacts } from "@/lib/store/memory/fact-list";
import { assertFree, putFact, versionOf } from "@/lib/store/memory/memories";
import { changingSeveral } from "@/lib/store/revisions";
import { supersede } from "./contradictions";

/** Changes the given settings. Once enabled, consolidation starts the following night. */
export async function changeConsolidation(
  agentId: string,
  change: Partial<ConsolidationSetting>,
): Promise<void> {
  const { enabled } = (await readSettings(agentId)).consolidation;
  const since = change.enabled && !enabled ? { since: new Date().toISOString() } : {};
  await changeSetting(agentId, "consolidation", { ...change, ...since });
}

const gone = (id: string) =>
  new AppError("not_found", `There is no unreviewed change ${id} of consolidation.`);

export async function keepConsolidation(agentId: string, id: string): Promise<void> {
  if (!(await settleConsolidation(null, agentId, id, "kept"))) throw gone(id);
}

/**
 * Forgets the older of two facts that contradict each other. Throws `invalid` for a change of another kind.
 */
export async function keepNewer(agentId: string, id: string): Promise<void> {
  const found = await readConsolidation(agentId, id);
  if (!found) throw gone(id);
  if (found.kind !== "contradiction")
    throw new AppError("invalid", "Only a contradiction has a newer fact. Answer with kept or undone.");
  const facts = await readFacts(
    agentId,
    found.before.map((fact) => fact.id),
  );
  const [newer, ...older] = facts.toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
  for (const fact of older)
    if (newer) await supersede(agentId, fact.id, newer.id, { author: "person", cause: null });
  await keepConsolidation(agentId, id);
}

/**
 * Undoes a consolidation: restores all of its facts as new versions by the user. Later consolidations do not
 * propose the change again. Throws `conflict` if a fact has changed since.
 */
export async function undoConsolidation(agentId: string, id: string): Promise<void> {
  const found = await readConsolidation(agentId, id);
  if (!found) throw gone(id);
  const { before, versions } = found;
  // Version 0 means that the consolidation did not write this fact.
  const written = before.filter((fact) => (versions[fact.id] ?? 0) > 0);
  const item = ({ id: name }: FactBefore) => ({ agentId, kind: KIND, name });
  const items = new Map(written.map((fact) => [fact.id, item(fact)]));
  await changingSeveral([...items.values()], async (tx, addFor) => {
    if (!(await settleConsolidation(tx, agentId, id, "undone"))) throw gone(id);
    for (const fact of written) {
      const at = items.get(fact.id);
      if (!at) continue;
      const live = await versionOf(tx, agentId, fact.id);
      if (live !== null && live !== versions[fact.id])
        throw new AppError(
          "conflict",
          "One of these facts changed since. Undo this in the fact's own history instead.",
          { details: { id: fact.id, version: live } },
        );
      const cause = { restored: { version: fact.version } };
      const by = { author: "restore", cause, origins: fact.origins } as const;
      if (fact.content) await assertFree(tx, agentId, fact.id, fact.content);
      await putFact(tx, addFor(at), agentId, fact.id, { content: fact.content, ...by });
    }
  });
}

export async function viewConsolidation(agentId: string): Promise<ConsolidationAnswer> {
  const [settings, changes] = await Promise.all([readSettings(agentId), listConsolidations(agentId)]);
  const { since: _, ...consolidation } = settings.consolidation;
  return { consolidation: { ...consolidation, timeZone: timeZoneOf(settings) }, changes };
}
