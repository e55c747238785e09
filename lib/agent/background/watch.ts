import { z } from "zod";
import { readCondition } from "@/lib/data/schedule/triggers";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { isAppError } from "@/lib/shared/errors";
import { MIN_TRIGGER_SECONDS } from "@/lib/shared/jobs/fields";
import { isAtWork, listConditions, listWatching, saveConditionState } from "@/lib/store/agents/conditions";
import { noteEvent } from "@/lib/store/agents/firings";
import { find as findState } from "@/lib/store/agents/state";
import { subscribe } from "@/lib/store/bus";
import { defineBackgroundJob } from "./define";
import { checkMailTriggers } from "./mail";

/** Milliseconds in which changes of the state and the databases are collected before triggers are checked. */
const GATHER_MS = 200;
/**
 * Maximum waiting events of a trigger that may not fire yet. Further webhook calls are refused. Further
 * changes are dropped, because the state and the tables have the newest values.
 */
export const MAX_WAITING = 50;
export const APART = { apartMs: MIN_TRIGGER_SECONDS * 1_000, maxWaiting: MAX_WAITING };

export const startWatching = () =>
  singleton(
    "watch",
    () => {
      const keys = new Map<string, Set<string>>();
      const databases = new Set<string>();
      const mails = new Set<string>();
      let timer: NodeJS.Timeout | undefined;
      let working: Promise<unknown> = Promise.resolve();
      const flush = () => {
        timer = undefined;
        const [states, agents, mailAgents] = [[...keys], [...databases], [...mails]];
        for (const noted of [keys, databases, mails]) noted.clear();
        const work = [
          ...states.map(([agent, changed]) => recordStateEvents(agent, [...changed])),
          ...agents.map((agent) => checkTableTriggers(agent)),
          ...mailAgents.map((agent) => checkMailTriggers(agent)),
        ];
        working = Promise.all(work).catch((error) => log.warn("Triggers could not be checked", error));
      };
      const unsubscribe = subscribe((notice) => {
        if (notice.type === "state")
          keys.set(notice.agent, (keys.get(notice.agent) ?? new Set()).add(notice.key));
        else if (notice.type === "database") databases.add(notice.agent);
        else if (notice.type === "channel" && notice.id === "mail" && notice.what === "account")
          mails.add(notice.agent);
        else return;
        timer ??= setTimeout(flush, GATHER_MS);
      });
      return {
        stop: async () => {
          unsubscribe();
          clearTimeout(timer);
          await working;
        },
      };
    },
    ({ stop }) => stop(),
  );

async function recordStateEvents(agentId: string, changed: string[]): Promise<void> {
  for (const { id, key } of await listWatching(agentId, changed)) {
    const value = (await findState(agentId, key))?.value ?? null;
    await noteEvent({ agentId, id }, { key, value }, APART);
  }
}

/**
 * Fires the table triggers whose condition has become true. Ignores changes that the trigger's own run makes.
 */
export async function checkTableTriggers(agentId: string | null = null): Promise<void> {
  for (const { agentId: agent, id, sql } of await listConditions(agentId)) {
    const row = await readCondition(agent, sql).catch((error) => {
      // If the table was deleted, the condition counts as false. The agent sees the error in its list of
      // triggers.
      if (isAppError(error) && error.code === "invalid") return null;
      throw error;
    });
    const hasBecome = await saveConditionState(agent, id, row !== null);
    if (hasBecome && !(await isAtWork(agent, id))) await noteEvent({ agentId: agent, id }, { row }, APART);
  }
}

/** Checks all triggers regularly, in case the notice of a change was lost. */
export const watchTablesJob = defineBackgroundJob({
  name: "look-at-tables",
  ...{ input: z.object({}), retry: { limit: 0, delaySeconds: 1 }, everySeconds: 60 },
  run: async () => {
    await Promise.all([checkTableTriggers(), checkMailTriggers()]);
  },
});
