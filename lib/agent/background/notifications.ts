import { z } from "zod";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { notifyUnseen, UNSEEN_MS } from "@/lib/platform/web-push/notify";
import { deliver } from "@/lib/platform/web-push/send";
import { notificationKind } from "@/lib/shared/notifications";
import { subscribe } from "@/lib/store/bus";
import { defineBackgroundJob } from "./define";
import { enqueue } from "./queue";

/** Tolerance for differences between the clocks of server and database. */
const SLACK_MS = 200;

/**
 * Is retried for about five minutes. Sending a notification twice does no harm, because the browser replaces
 * the first one.
 */
export const pushJob = defineBackgroundJob({
  name: "push",
  input: z.object({
    agentId: z.string(),
    endpoint: z.string(),
    notice: z.object({ title: z.string(), kind: notificationKind }),
  }),
  retry: { limit: 6, delaySeconds: 5 },
  concurrency: 4,
  run: deliver,
});

const notifyWaiting = () => notifyUnseen((deliveries, tx) => enqueue(pushJob, deliveries, { tx }));

/** Sends the notifications for asks whose server died before it could send them. */
export const notifyWaitingJob = defineBackgroundJob({
  name: "tell-waiting",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 60,
  run: notifyWaiting,
});

/** Sends a notification for each ask shortly after it opens, unless a tab has shown it by then. */
export const notifyOnAsk = () =>
  singleton(
    "telling",
    () => {
      const timers = new Set<NodeJS.Timeout>();
      let working: Promise<unknown> = Promise.resolve();
      const unsubscribe = subscribe((notice) => {
        if (notice.type !== "asked") return;
        const timer = setTimeout(() => {
          timers.delete(timer);
          working = notifyWaiting().catch((error) =>
            log.warn("Notifications about unseen questions could not be sent", error),
          );
        }, UNSEEN_MS + SLACK_MS);
        timers.add(timer);
      });
      return async () => {
        unsubscribe();
        for (const timer of timers) clearTimeout(timer);
        await working;
      };
    },
    (stop) => stop(),
  );
