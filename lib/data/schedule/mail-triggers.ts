import { actingRight } from "@/lib/ground/base/acting";
import { AppError } from "@/lib/shared/errors";
import type { Specs } from "@/lib/shared/jobs/fields";
import { canMatchBoth, isFrom, type MailRules } from "@/lib/shared/mail";
import { includesRight } from "@/lib/shared/members/roles";
import { listMailTriggers, type MailTrigger } from "@/lib/store/agents/mail-triggers";
import { readChannel } from "@/lib/store/channels/channels";
import { readMailRules } from "@/lib/store/channels/mail";
import { rightOn } from "@/lib/store/members/roster";

export type MailFilter = Specs["mail"];

/** Returns true if the mail has the sender, all words of the subject, and the folder. */
export function matchesMail(
  filter: MailFilter,
  mail: { from: string; subject: string; folder: string },
): boolean {
  const subject = normalize(mail.subject);
  const words = normalize(filter.subject ?? "").split(/\s+/);
  return (
    isFrom(filter.from, mail.from) &&
    (filter.folder === undefined || filter.folder === mail.folder) &&
    words.every((word) => subject.includes(word))
  );
}

const normalize = (text: string): string => text.normalize("NFKC").toLowerCase();

/** Throws an AppError if the acting member does not own the agent. */
export async function assertMailOwner(agentId: string): Promise<void> {
  if (!includesRight(await actingRight(agentId), "own"))
    throw new AppError("forbidden", ONLY_OWNER, { details: { field: "kind" } });
}

const ONLY_OWNER = "Only the owner of the agent can use its mail account.";

/** Throws an AppError if the acting member may not watch such mails with this agent. */
export async function assertMailFilter(agentId: string, filter: MailFilter): Promise<void> {
  await assertMailOwner(agentId);
  const problem = problemOf(filter, { isOwner: true, ...(await readAccess(agentId)) });
  if (!problem) return;
  const { field, message } = problem;
  throw new AppError("conflict", `${field}: ${message}`, { details: { field } });
}

const readAccess = async (agentId: string) => ({
  isConnected: (await readChannel({ agentId, id: "mail" })) !== null,
  rules: await readMailRules(agentId),
});

type Access = { isOwner: boolean; isConnected: boolean; rules: MailRules };

function problemOf(
  { from, folder }: MailFilter,
  { isOwner, isConnected, rules }: Access,
): { field: string; message: string } | null {
  const { folders, senders } = rules;
  const choose = "Folders and senders are chosen in Settings → Channels.";
  if (!isOwner) return { field: "kind", message: ONLY_OWNER };
  if (!isConnected)
    return {
      field: "kind",
      message: "No mail account is connected. It is connected in Settings → Channels.",
    };
  if (folders.length === 0)
    return { field: "folder", message: `The agent may read no folder of the mail account. ${choose}` };
  if (folder !== undefined && !folders.includes(folder))
    return {
      field: "folder",
      message: `The agent may not read ${JSON.stringify(folder)}, only ${folders.join(", ")}. ${choose}`,
    };
  if (senders.length > 0 && !senders.some((rule) => canMatchBoth(rule, from)))
    return {
      field: "from",
      message: `The agent may not read mails from ${from}, only from ${senders.join(", ")}. ${choose}`,
    };
  return null;
}

/** Returns the reason for which a trigger may not read its mails, or null. Reads the rules of each agent once. */
function problems(): (trigger: MailTrigger) => Promise<string | null> {
  const access = new Map<string, ReturnType<typeof readAccess>>();
  return async ({ agentId, memberId, spec }) => {
    const known = access.get(agentId) ?? readAccess(agentId);
    access.set(agentId, known);
    const isOwner = includesRight(await rightOn(memberId, agentId), "own");
    return problemOf(spec, { isOwner, ...(await known) })?.message ?? null;
  };
}

/** Lists the enabled mail triggers of the agent that may read mails. */
export async function readMailTriggers(agentId: string): Promise<MailTrigger[]> {
  const problemWith = problems();
  const allowed: MailTrigger[] = [];
  for (const trigger of await listMailTriggers(agentId))
    if ((await problemWith(trigger)) === null) allowed.push(trigger);
  return allowed;
}

/** Lists enabled mail triggers that may no longer read their mails, of one agent or of all, with the reason. */
export async function listLostTriggers(
  agentId: string | null,
): Promise<{ trigger: MailTrigger; reason: string }[]> {
  const problemWith = problems();
  const lost: { trigger: MailTrigger; reason: string }[] = [];
  for (const trigger of await listMailTriggers(agentId)) {
    const reason = await problemWith(trigger);
    if (reason !== null) lost.push({ trigger, reason });
  }
  return lost;
}
