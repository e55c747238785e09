import { createHash } from "node:crypto";
import type { ISql } from "postgres";
import { factContent } from "@/lib/shared/memory/facts";
import { takenFacts } from "@/lib/store/hot/facts";
import type { FileThing } from "./agent-file";

/**
 * Gives the facts in a file ids of this agent. An id is unique in the workspace, so a copy of another agent's
 * fact gets a new id, the same each time. Omits facts that the agent already knows, duplicates in the file,
 * and facts that were forgotten before the export, because nothing would end their history here.
 */
export async function ownFacts(on: ISql, agentId: string, given: FileThing[]): Promise<FileThing[]> {
  const things = given.filter(({ kind, live }) => kind !== "memory" || live !== null);
  const facts = things.filter(({ kind }) => kind === "memory");
  if (facts.length === 0) return things;
  const said = new Set<string>();
  const twice = new Set<string>();
  const coming = facts.map(({ name, live }) => {
    const content = live ? factContent.parse(live.content) : null;
    const hash = content && sha256(content.content);
    const key = content && `${content.layer} ${content.conversationId} ${hash}`;
    if (key && said.has(key)) twice.add(name);
    if (key) said.add(key);
    return { id: name, copy: copyOf(agentId, name), layer: content?.layer ?? null, hash };
  });
  const found = new Map((await takenFacts(on, agentId, coming)).map((one) => [one.id, one]));
  return things.flatMap((thing) => {
    const taken = thing.kind === "memory" ? found.get(thing.name) : undefined;
    if (taken?.isKnown || (thing.kind === "memory" && twice.has(thing.name))) return [];
    return taken?.isOthers ? [{ ...thing, name: copyOf(agentId, thing.name) }] : [thing];
  });
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function copyOf(agentId: string, id: string): string {
  const hex = sha256(`${agentId} ${id}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
