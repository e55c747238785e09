import { z } from "zod";
import { listLostTriggers } from "@/lib/data/schedule/mail-triggers";
import { log } from "@/lib/ground/base/log";
import { notifyUser } from "@/lib/platform/web-push/notify";
import { type MailTrigger, stopTrigger } from "@/lib/store/agents/mail-triggers";
import { listUnsettled, moveMail } from "@/lib/store/channels/mail";
import type { MailDraftRow } from "@/lib/store/rows";
import { connectedAccount } from "@/lib/tools/mail/account";
import { settleInterrupted } from "@/lib/tools/mail/send";
import { MAX_SENDING_SECONDS } from "@/lib/tools/mail/smtp";
import { defineBackgroundJob } from "./define";
import { pushJob } from "./notifications";
import { enqueue } from "./queue";

const LOOK_MS = 60_000;
/** A run that continues after a crash repeats its call much earlier. */
const ABANDONED_SECONDS = 86_400;

/** Finds out what became of mails whose call was not repeated after a crash, for example because its run was stopped. */
export const settleMailsJob = defineBackgroundJob({
  name: "settle-mails",
  ...{ input: z.object({}), retry: { limit: 0, delaySeconds: 1 }, everySeconds: 120 },
  run: async () => {
    for (const mail of await listUnsettled({ queued: ABANDONED_SECONDS, sending: MAX_SENDING_SECONDS }))
      await settle(mail).catch((error) => log.info("An interrupted mail is not settled yet", error));
  },
});

async function settle(mail: MailDraftRow): Promise<void> {
  if (mail.status === "queued")
    await moveMail(mail, ["queued"], "failed", "Easel ended before it sent the mail.");
  else await settleInterrupted(await connectedAccount(mail.agentId), mail, AbortSignal.timeout(LOOK_MS));
}

/** Stops mail triggers that lost their account, folder or sender. */
export async function checkMailTriggers(agentId: string | null = null): Promise<void> {
  for (const { trigger, reason } of await listLostTriggers(agentId)) await stopMailTrigger(trigger, reason);
}

/** Stops a mail trigger and notifies the user. The reason is shown as its last result. */
export async function stopMailTrigger(trigger: MailTrigger, reason: string): Promise<void> {
  if (await stopTrigger(trigger, `Stopped. ${reason}`))
    await notifyUser(trigger.agentId, "job_off", (deliveries) => enqueue(pushJob, deliveries));
}
