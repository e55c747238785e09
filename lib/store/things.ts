import type { TransactionSql } from "postgres";
import { z } from "zod";
import { toolContent } from "@/lib/shared/agent-tools/contract";
import { componentContent } from "@/lib/shared/components/contract";
import type { PartKind, WholeRevision } from "@/lib/shared/history";
import { putTool } from "./agent-tools";
import { publish } from "./bus";
import { setComponent } from "./components";
import { putText } from "./identity";
import { type Add, type NewRevision, publishChange, type Thing } from "./revisions";
import { putState } from "./state";

type Put = (tx: TransactionSql, add: Add, thing: Thing, revision: NewRevision) => Promise<WholeRevision>;

const text = z.string();
const stateContent = z.object({ value: z.unknown() });

const putIdentity =
  (kind: "system_prompt" | "learned_notes"): Put =>
  (tx, add, { agentId }, revision) =>
    putText(tx, add, agentId, kind, { ...revision, content: text.parse(revision.content) });

const PUT: Record<PartKind, Put> = {
  system_prompt: putIdentity("system_prompt"),
  learned_notes: putIdentity("learned_notes"),
  tool: (tx, add, { agentId, name }, { content, ...by }) =>
    putTool(tx, add, agentId, name, { ...by, content: content === null ? null : toolContent.parse(content) }),
  component: (tx, add, { agentId, name }, { content, ...by }) =>
    setComponent(tx, add, agentId, name, {
      ...by,
      content: content === null ? null : componentContent.parse(content),
    }),
  state: (tx, add, { agentId, name }, { content, ...by }) =>
    putState(tx, add, agentId, name, {
      ...by,
      content: content === null ? null : stateContent.parse(content),
    }),
};

/** Writes a version of a part of the agent and puts it live; it publishes nothing. */
export const putThing: Put = (tx, add, thing, revision) => {
  if (thing.kind === "database") throw new Error("The database is put back by its own restore");
  return PUT[thing.kind](tx, add, thing, revision);
};

/** Tells whom a kind concerns of what `putThing` has written, when that is committed; `changing` tells the history. */
export function publishLive({ agentId: agent, kind, name }: Thing): void {
  if (kind === "state") publish({ type: "state", agent, key: name });
  if (kind === "component") publish({ type: "component", agent, name });
}

/** The same for what was written by `changingAll`, which tells nothing. */
export function publishAll(things: readonly Thing[]): void {
  for (const thing of things) {
    publishLive(thing);
    publishChange(thing);
  }
}
