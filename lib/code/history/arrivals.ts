import { createHash } from "node:crypto";
import type { ImportChange } from "@/lib/shared/import";
import type { Present } from "@/lib/store/agents/arrivals";
import type { FileThing } from "./agent-file";

/** An item in a file that the agent lacks, fully or in part, and the change that importing it makes. */
export type Arrival = {
  thing: FileThing;
  change: ImportChange;
  /** The number of its first imported version in this agent. */
  first: number;
};

export type ArrivalPlan = { same: number; arrivals: Arrival[]; hash: string };

export function arrivalPlanOf(things: FileThing[], present: Map<string, Present>): ArrivalPlan {
  const hash = createHash("sha256");
  const arrivals: Arrival[] = [];
  for (const given of things) {
    const here = present.get(`${given.kind} ${given.name}`)?.versions ?? [];
    const last = here.findLast(({ live }) => live);
    const live = last && last.hash !== null ? last : null;
    // A deletion in the file does not delete a live item of this agent.
    const thing = given.live === null && live ? withoutLife(given) : given;
    const hashes = thing.versions.map(({ content }) => hashOf(content));
    const staysLive = thing.live === null || hashOf(thing.live.content) === live?.hash;
    if (
      staysLive &&
      isWithin(
        hashes,
        here.map((one) => one.hash),
      )
    )
      continue;
    const known = prefixOf(
      here.map((one) => one.hash),
      hashes,
    );
    const rest = known < hashes.length ? after(thing, known) : thing;
    const action = staysLive ? "history" : live ? "change" : "create";
    const { kind, name, versions } = rest;
    const from = live?.version ?? null;
    const change = { kind, name, action, versions: versions.length, from, liveId: live?.id ?? null } as const;
    const first = (here.at(-1)?.version ?? 0) + 1;
    arrivals.push({ thing: rest, change, first });
    hash.update(JSON.stringify([change, first, live?.hash ?? null, hashes, thing.enabled ?? null]));
  }
  return { same: things.length - arrivals.length, arrivals, hash: hash.digest("hex") };
}

function withoutLife(thing: FileThing): FileThing {
  const kept = thing.versions.filter(({ content }) => content !== null);
  return { ...thing, versions: kept.map((version) => ({ ...version, live: false })) };
}

function after(thing: FileThing, known: number): FileThing {
  const versions = thing.versions.slice(known);
  return { ...thing, versions, live: thing.live && versions.includes(thing.live) ? thing.live : null };
}

const hashOf = (content: unknown): string | null =>
  content === null ? null : createHash("md5").update(JSON.stringify(content)).digest("hex");

/**
 * Returns how many versions of the file this agent already has if the file continues the agent's whole
 * history, else 0.
 */
function prefixOf(here: (string | null)[], given: (string | null)[]): number {
  return here.every((hash, at) => hash === given[at]) ? here.length : 0;
}

function isWithin(some: (string | null)[], all: (string | null)[]): boolean {
  let found = 0;
  for (const one of all) if (found < some.length && one === some[found]) found++;
  return found === some.length;
}
