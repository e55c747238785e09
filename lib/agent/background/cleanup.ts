import { z } from "zod";
import { settleAllWrites } from "@/lib/agent/apps/settle";
import { settleRehearsals } from "@/lib/agent/rehearsals/settle";
import { purgeBin } from "@/lib/agent/roster/remove";
import { sweep } from "@/lib/data/files/sweep";
import { forgetOldRequests } from "@/lib/store/activity/requests";
import { forgetOldExecutions } from "@/lib/store/agents/executions";
import { forgetOldRuns } from "@/lib/store/agents/job-runs";
import { forgetOldVisitors } from "@/lib/store/apps/visitors";
import { forgetOldTraffic } from "@/lib/store/channels/channel-updates";
import { forgetOldMessages } from "@/lib/store/channels/whatsapp";
import { sweepBefore } from "@/lib/store/data/document-history";
import { prune } from "@/lib/store/events";
import { forgetOldUses } from "@/lib/store/gallery/uses";
import { settleDeadCalls } from "@/lib/store/loop/budgets";
import { purgeOld } from "@/lib/store/loop/deletion";
import { forgetOldResponses } from "@/lib/store/loop/responses";
import { sweepConsolidations } from "@/lib/store/memory/consolidations";
import { sweepFacts } from "@/lib/store/memory/fact-ends";
import { defineBackgroundJob } from "./define";

const nothing = z.object({});
/** No retries, because the job runs again at its interval. */
const retry = { limit: 0, delaySeconds: 1 };

export const cleanup = [
  defineBackgroundJob({
    name: "prune-chunks",
    ...{ input: nothing, retry, everySeconds: 30 },
    run: () => prune(),
  }),
  defineBackgroundJob({
    name: "purge-conversations",
    ...{ input: nothing, retry, everySeconds: 600 },
    run: () => purgeOld(),
  }),
  defineBackgroundJob({
    name: "purge-agents",
    ...{ input: nothing, retry, everySeconds: 3_600 },
    run: () => purgeBin(),
  }),
  defineBackgroundJob({
    name: "forget-requests",
    ...{ input: nothing, retry, everySeconds: 600 },
    run: () => forgetOldRequests(),
  }),
  defineBackgroundJob({
    name: "forget-executions",
    ...{ input: nothing, retry, everySeconds: 3_600 },
    run: () => forgetOldExecutions(),
  }),
  defineBackgroundJob({
    name: "forget-traffic",
    ...{ input: nothing, retry, everySeconds: 3_600 },
    run: async () => {
      await forgetOldTraffic();
      await forgetOldMessages();
      await forgetOldVisitors();
      await forgetOldResponses();
      await forgetOldUses();
    },
  }),
  defineBackgroundJob({
    name: "sweep-files",
    ...{ input: nothing, retry, everySeconds: 3_600 },
    run: () => sweep(),
  }),
  defineBackgroundJob({
    name: "sweep-facts",
    ...{ input: nothing, retry, everySeconds: 600 },
    run: async () => {
      await sweepFacts();
      await sweepConsolidations();
    },
  }),
  defineBackgroundJob({
    name: "sweep-documents",
    ...{ input: nothing, retry, everySeconds: 3_600 },
    run: () => sweepBefore(),
  }),
  defineBackgroundJob({
    name: "settle-app-writes",
    ...{ input: nothing, retry, everySeconds: 60 },
    run: () => settleAllWrites(),
  }),
  defineBackgroundJob({
    name: "settle-rehearsals",
    ...{ input: nothing, retry, everySeconds: 60 },
    run: () => settleRehearsals(),
  }),
  defineBackgroundJob({
    name: "settle-dead-calls",
    ...{ input: nothing, retry, everySeconds: 60 },
    run: async () => {
      await settleDeadCalls();
    },
  }),
  defineBackgroundJob({
    name: "forget-firings",
    ...{ input: nothing, retry, everySeconds: 3_600 },
    run: () => forgetOldRuns(),
  }),
];
