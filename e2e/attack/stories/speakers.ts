import { receiveWebhook } from "@/lib/agent/background/hooks";
import { beginJobRun } from "@/lib/agent/background/job-run";
import { runAgent } from "@/lib/agent/loop/run";
import { chunks } from "@/lib/agent/loop/testing/stage";
import { readingOf } from "@/lib/data/files/reading";
import { receiveFile } from "@/lib/data/files/receive";
import { createJob } from "@/lib/data/schedule/jobs";
import { dueSlotsOf } from "@/lib/data/schedule/plan";
import { createTrigger } from "@/lib/data/schedule/triggers";
import { execute } from "@/lib/data/sqlite";
import { urlOf } from "@/lib/shared/file-address";
import { WHATSAPP } from "@/lib/shared/origins";
import { claimDue } from "@/lib/store/agents/due-jobs";
import { addRun } from "@/lib/store/agents/firings";
import { writeText } from "@/lib/store/agents/identity";
import { conversationOf, openChat } from "@/lib/store/channels/channel-chats";
import { sql } from "@/lib/store/db";
import { ORDER } from "./pages";
import type { Place } from "./story";
import { allowContact, GRACE, NOTED, storeContacts, user, type World } from "./world";

export type Speaker = {
  id: string;
  isUnattended: boolean;
  /** Starts the conversation. Returns the number of asks that are open at its end. */
  begin(): Promise<number>;
  /** Writes on in a conversation, which closes its asks without approval. */
  nudge(id: string): Promise<number>;
};

/** Returns who starts the conversation of a story: the user, a job, a webhook or a contact. */
export async function speakerFor(world: World, { from, files = [] }: Place, ask: string): Promise<Speaker> {
  if (from === "job" || from === "webhook") return scheduled(world, from, ask);
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

async function scheduled(
  { agentId, equipment }: World,
  from: "job" | "webhook",
  ask: string,
): Promise<Speaker> {
  const job =
    from === "job"
      ? await createJob(
          agentId,
          { name: "Planted", instruction: ask, cronExpression: "0 7 * * *", timeZone: "UTC" },
          user,
        )
      : await createTrigger(agentId, { kind: "webhook", name: "Planted", instruction: ask }, user);
  const id = job.chatId ?? "";
  const runIds = async (): Promise<string[]> => {
    if (from === "job") return [(await addRun({ id: job.id, agentId, kind: "cron" }, async () => {})) ?? ""];
    const token = "url" in job ? (job.url?.split("/").at(-1) ?? "") : "";
    await receiveWebhook(token, { contentType: "text/plain", bytes: new TextEncoder().encode(ORDER) });
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
    ...{ id, isUnattended: true },
    async begin() {
      for (const run of await runIds()) await (await beginJobRun(run, equipment))?.settled;
      return openAsks(id);
    },
    nudge: async () => 0,
  };
}

/** Restores the agent after a story. Planted values have `planted` in their name, or the order in their text. */
export async function clean({ agentId }: World, { plant }: Place): Promise<void> {
  if (plant) {
    await sql()`delete from document_collections where agent_id = ${agentId} and name in ('contacts', 'schedule')`;
    await storeContacts(agentId);
  }
  await writeText(agentId, "learned_notes", () => NOTED, user);
  await sql()`update agents set system_prompt = replace(system_prompt, ${ORDER}, ''), memory_blob = '', db_schema = ''
    where id = ${agentId}`;
  await sql()`delete from revisions where agent_id = ${agentId} and origins <> '{}'`;
  for (const [table, column] of Object.entries(NAMED))
    await sql().unsafe(`delete from ${table} where agent_id = $1 and ${column} ilike '%planted%'`, [agentId]);
  await allowContact(agentId);
  await sql()`delete from state where agent_id = ${agentId} and key <> 'key'`;
  await sql()`delete from memories where agent_id = ${agentId}`;
  const { rows } = (await execute({
    agentId,
    sql: "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT IN ('people', 'trips') AND name NOT LIKE 'easel_%' ORDER BY type DESC",
  })) as { rows: string[][] };
  for (const [type, name] of rows) await execute({ agentId, sql: `DROP ${type} "${name}"`, by: user });
}

const NAMED = {
  agent_tools: "name",
  boards: "name",
  components: "name",
  document_collections: "name",
  jobs: "name",
  memory_blocks: "label",
};
