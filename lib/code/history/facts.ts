import { createHash } from "node:crypto";
import type { ISql } from "postgres";
import { factContent } from "@/lib/shared/memory/facts";
import { findExistingFacts } from "@/lib/store/hot/facts";
import type { FileItem } from "./agent-file";

/**
 * Gives each fact of a file an id in this agent. Fact ids are unique in the workspace, so a copy of another
 * agent's fact gets a new id, which is the same on every import. Omits facts that the agent already has and
 * duplicates in the file. Also omits facts that were forgotten before the export, because this agent would
 * never delete their history.
 */
export async function adoptFacts(on: ISql, agentId: string, fileItems: FileItem[]): Promise<FileItem[]> {
  const items = fileItems.filter(({ kind, live }) => kind !== "memory" || live !== null);
  const facts = items.filter(({ kind }) => kind === "memory");
  if (facts.length === 0) return items;
  const keys = new Set<string>();
  const duplicates = new Set<string>();
  const candidates = facts.map(({ name, live }) => {
    const content = live ? factContent.parse(live.content) : null;
    const hash = content && sha256(content.content);
    const key = content && `${content.layer} ${content.conversationId} ${hash}`;
    if (key && keys.has(key)) duplicates.add(name);
    if (key) keys.add(key);
    return { id: name, copy: copyOf(agentId, name), layer: content?.layer ?? null, hash };
  });
  const found = new Map((await findExistingFacts(on, agentId, candidates)).map((one) => [one.id, one]));
  return items.flatMap((item) => {
    const taken = item.kind === "memory" ? found.get(item.name) : undefined;
    if (taken?.isKnown || (item.kind === "memory" && duplicates.has(item.name))) return [];
    return taken?.isOthers ? [{ ...item, name: copyOf(agentId, item.name) }] : [item];
  });
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The id of an agent's copy of a fact. Ids of facts are unique in the workspace. */
export function copyOf(agentId: string, id: string): string {
  const hex = sha256(`${agentId} ${id}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
