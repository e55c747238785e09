import { z } from "zod";
import { requestSync } from "@/lib/data/calendars/accounts";
import { hasUnsent } from "@/lib/data/calendars/push";
import { formatOf, syncAccount } from "@/lib/data/calendars/sync";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { SOURCE_FIELDS } from "@/lib/shared/calendars";
import { subscribe } from "@/lib/store/bus";
import { listDueAccounts, listSources, listTwoWayAccounts, makeDue } from "@/lib/store/data/calendars";
import { defineBackgroundJob } from "./define";
import { enqueue } from "./queue";

/** Synchronises one account. Its lease keeps two servers from doing so at once. */
export const syncCalendarJob = defineBackgroundJob({
  name: "sync-calendar",
  input: z.object({ agentId: z.uuid(), id: z.uuid() }),
  retry: { limit: 0, delaySeconds: 1 },
  concurrency: 2,
  run: async (account, signal) => {
    await syncAccount(account, signal);
  },
});

/** Queues accounts whose interval has passed, or whose last synchronisation was interrupted. */
export const dueCalendarsJob = defineBackgroundJob({
  name: "due-calendars",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 20,
  run: async () => {
    const due = await listDueAccounts();
    if (due.length > 0) await enqueue(syncCalendarJob, due);
  },
});

/** Synchronises an account now. Throws `not_found` if the account does not exist. */
export async function syncCalendarNow(agentId: string, id: string): Promise<void> {
  await requestSync(agentId, id);
  await enqueue(syncCalendarJob, [{ agentId, id }]);
}

/** Time in which changes of events and contacts are collected before they are sent. */
const GATHER_MS = 1_500;

/** Sends changes of events and contacts of other servers soon after they are made. */
export const startSending = () =>
  singleton(
    "calendars",
    () => {
      const agents = new Set<string>();
      let timer: NodeJS.Timeout | undefined;
      let working: Promise<unknown> = Promise.resolve();
      const flush = () => {
        timer = undefined;
        const changed = [...agents];
        agents.clear();
        working = Promise.all(changed.map(queueUnsent)).catch((error) =>
          log.warn("Changes of calendars could not be queued", error),
        );
      };
      const unsubscribe = subscribe((notice) => {
        if (notice.type !== "documents") return;
        if (!notice.collections.some((name) => Object.hasOwn(SOURCE_FIELDS, name))) return;
        agents.add(notice.agent);
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

async function queueUnsent(agentId: string): Promise<void> {
  const accounts = await listTwoWayAccounts(agentId);
  if (accounts.length === 0) return;
  const sources = await listSources(agentId);
  for (const { id } of accounts) {
    const own = sources.filter(({ accountId, isReadOnly }) => accountId === id && !isReadOnly);
    for (const source of own) {
      if (!(await hasUnsent(source, formatOf(source)))) continue;
      await makeDue({ agentId, id });
      await enqueue(syncCalendarJob, [{ agentId, id }]);
      break;
    }
  }
}
