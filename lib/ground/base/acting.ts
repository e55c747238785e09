import { AsyncLocalStorage } from "node:async_hooks";
import type { Right } from "@/lib/shared/members/roles";

/** The member for whom code runs. */
export type Actor = {
  memberId: string;
  /** The workspace has no other member, so nothing is hidden. */
  isAlone: boolean;
  /** Returns the present right of the member on an agent. */
  rightOn(agentId: string): Promise<Right | null>;
  /** The program that acts for the member by the HTTP API. It reaches only this agent. */
  program?: ActingProgram;
};
export type ActingProgram = { name: string; agentId: string };

/** On `globalThis`, because the front server, routes and pages each have this module once. */
const KEY = Symbol.for("easel.acting");
const holder = globalThis as typeof globalThis & { [KEY]?: AsyncLocalStorage<{ actor?: Actor }> };
holder[KEY] ??= new AsyncLocalStorage<{ actor?: Actor }>();
const acting = holder[KEY];

/** Runs the work of one request. `actAs` then sets its member, also for pages and layouts, which run side by side. */
export const inRequest = <T>(work: () => T): T => acting.run({}, work);

/** Sets the member of the present request. */
export function actAs(actor: Actor): void {
  const store = acting.getStore();
  if (store) store.actor = actor;
}

/** Runs `work` for a member. */
export const actingAs = <T>(actor: Actor, work: () => T): T => acting.run({ actor }, work);

const actor = (): Actor | undefined => acting.getStore()?.actor;

/** Returns the member for whom this code runs, or null in background work. */
export const actingMember = (): string | null => actor()?.memberId ?? null;

/** Returns the member whose conversations may be read; null for all, in background work or if the owner is alone. */
export const viewer = (): string | null => (actor()?.isAlone === false ? actingMember() : null);

/** Returns the program that acts by the HTTP API, or null. */
export const actingProgram = (): ActingProgram | null => actor()?.program ?? null;

/** Returns false if a program acts that is for another agent. */
export const isReachable = (agentId: string): boolean =>
  actingProgram() === null || actingProgram()?.agentId === agentId;

/** Returns the right of the acting member on an agent; `own` in background work or if the owner is alone. */
export async function actingRight(agentId: string): Promise<Right | null> {
  if (!isReachable(agentId)) return null;
  const present = actor();
  return present && !present.isAlone ? present.rightOn(agentId) : "own";
}
