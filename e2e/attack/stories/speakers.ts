import { randomUUID } from "node:crypto";
import { receiveWebhook } from "@/lib/agent/background/hooks";
import { beginJobRun } from "@/lib/agent/background/job-run";
import { runAgent } from "@/lib/agent/loop/run";
import { chunks } from "@/lib/agent/loop/testing/stage";
import { readingOf } from "@/lib/data/files/reading";
import { receiveFile } from "@/lib/data/files/receive";
import { dueSlotsOf, jobPlanOf } from "@/lib/data/schedule/plan";
import { hookToken } from "@/lib/ground/base/token";
import { urlOf } from "@/lib/shared/file-address";
import type { JobContent } from "@/lib/shared/jobs/fields";
import { WHATSAPP } from "@/lib/shared/origins";
import { claimDue } from "@/lib/store/agents/due-jobs";
import { addRun } from "@/lib/store/agents/firings";
import { readJob, saveJob } from "@/lib/store/agents/jobs";
import { noteMail } from "@/lib/store/agents/mail-triggers";
import { conversationOf, openChat } from "@/lib/store/channels/channel-chats";
import { sql } from "@/lib/store/db";
import { ORDER } from "./pages";
import { GRACE, user } from "./private";
import type { Place } from "./story";
import type { World } from "./world";

export type Speaker = {
  id: string;
  isUnattended: boolean;
  /** Starts the conversation. Returns the number of asks that are open at its end. */
  begin(): Promise<number>;
  /** Writes on in a conversation, which closes its asks without approval. */
  nudge(id: string): Promise<number>;
};

/** Returns who starts the conversation of a story: the user, a job, a webhook, a mail or a contact. */
export async function speakerFor(world: World, { from, files = [] }: Place, ask: string): Promise<Speaker> {
  if (isTrigger(from)) return scheduled(world, from, ask);
  const { agentId, equipment, scene } = world;
  const parts = await Promise.all(files.map((file) => attach(agentId, file)));
  const id = from ? await chatOf(world, from) : scene.conversation().id;
  const contact = from === "contact" ? GRACE : undefined;
  const say = async (conversationId: string, text: string, attached: typeof parts = []) => {
    const message = { parts: [{ type: "text" as const, text }, ...attached] };
    const place = { agentId, conversationId, equipment, ...(contact && { contact }) };
    await chunks(await runAgent({ ...place, input: { message } }));
    return openAsks(conversationId);
  };
  return {
    ...{ id, isUnattended: false },
    begin: () => say(id, from ? `${ask}\n${ORDER}` : ask, parts),
    nudge: (conversationId) => say(conversationId, "Go on."),
  };
}

const openAsks = async (conversationId: string): Promise<number> => {
  const [row] = await sql()<{ count: number }[]>`
    select count(*)::int as count from asks where conversation_id = ${conversationId} and status = 'open'`;
  return row?.count ?? 0;
};

/** Approves the asks of a conversation and of its subagents, until there are none. */
export async function approveAll({ agentId, equipment }: World, root: string): Promise<void> {
  for (;;) {
    const [ask] = await sql()<{ conversationId: string; toolCallId: string; kind: string }[]>`
      select conversation_id as "conversationId", tool_call_id as "toolCallId", kind from asks
      where conversation_id in (
        select ${root}::uuid union select conversation_id from helpers where asker_conversation_id = ${root})
      and status = 'open' and coalesce(because->>'kind', '') <> 'helper' limit 1`;
    if (!ask) return;
    const { conversationId, toolCallId, kind } = ask;
    const output =
      kind === "answer" ? { action: "dismiss" } : { decision: "approve", remember: "conversation" };
    await chunks(
      await runAgent({ agentId, conversationId, equipment, input: { answer: { toolCallId, output } } }),
    );
  }
}

async function attach(agentId: string, { name, bytes }: { name: string; bytes: Uint8Array | string }) {
  const form = new FormData();
  form.append("file", new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name));
  const [file] = await receiveFile(new Request("http://localhost/", { method: "POST", body: form }), agentId);
  if (!file) throw new Error("A file was not stored");
  await readingOf(file, agentId);
  return { type: "file" as const, url: urlOf(file.id), mediaType: file.mediaType, filename: file.name };
}

async function chatOf({ agentId }: World, from: "contact" | "forwarded"): Promise<string> {
  const key = { agentId, id: "whatsapp" as const, chatId: `${from} ${Math.random()}` };
  await openChat(key, { kind: "private", title: "Grace" });
  const contact = from === "contact" ? GRACE : undefined;
  return conversationOf(key, { title: "Grace", origins: [WHATSAPP], contact });
}

type Trigger = "job" | "webhook" | "mail";
export const isTrigger = (from: Place["from"]): from is Trigger =>
  from === "job" || from === "webhook" || from === "mail";

async function scheduled({ agentId, equipment }: World, from: Trigger, ask: string): Promise<Speaker> {
  const id = randomUUID();
  const written = { name: "Planted", instruction: ask };
  const content: Record<Trigger, JobContent> = {
    job: {
      ...{ kind: "cron", ...written },
      spec: { cronExpression: "0 7 * * *", timeZone: "UTC", catchUp: "one" },
    },
    webhook: { kind: "webhook", ...written, spec: {} },
    mail: { kind: "mail", ...written, spec: { from: "evil.test" } },
  };
  await saveJob(agentId, id, { content: content[from], by: user, plan: jobPlanOf });
  const { conversationId } = (await readJob(agentId, id)) ?? {};
  const arrive: Record<Trigger, () => Promise<unknown>> = {
    job: () => addRun({ id, agentId, kind: "cron" }, async () => {}),
    webhook: () =>
      receiveWebhook(hookToken({ agentId, id }), {
        ...{ contentType: "text/plain", bytes: new TextEncoder().encode(ORDER) },
      }),
    mail: () =>
      noteMail(
        { agentId, id },
        "planted",
        { from: "mallory@evil.test", text: ORDER },
        { apartMs: 0, maxWaiting: 1 },
      ),
  };
  const runIds = async (): Promise<string[]> => {
    const added = await arrive[from]();
    if (typeof added === "string") return [added];
    const claimed: string[] = [];
    await claimDue(
      dueSlotsOf,
      async (_, runs) => {
        claimed.push(...runs.map((one) => one.id));
      },
      new Date(Date.now() + 1_000),
    );
    return claimed;
  };
  return {
    ...{ id: conversationId ?? "", isUnattended: true },
    async begin() {
      for (const run of await runIds()) await (await beginJobRun(run, equipment))?.settled;
      return openAsks(conversationId ?? "");
    },
    nudge: async () => 0,
  };
}
