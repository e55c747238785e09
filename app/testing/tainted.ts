import { randomUUID } from "node:crypto";
import { newAgent } from "@/lib/code/history/testing/agents";
import { createSkill } from "@/lib/code/skills/save";
import { createTool } from "@/lib/code/tools/save";
import { recordExecution } from "@/lib/code/traces/record";
import { runQuery } from "@/lib/data/documents/query";
import { documentsQuery } from "@/lib/data/documents/work";
import { facts } from "@/lib/data/memory/facts";
import { blockStore } from "@/lib/data/memory/postgres";
import { archival, working } from "@/lib/data/memory/testing/contract";
import { createJob } from "@/lib/data/schedule/jobs";
import { changePulseSettings } from "@/lib/data/schedule/pulse-settings";
import { createTrigger } from "@/lib/data/schedule/triggers";
import { execute } from "@/lib/data/sqlite/index";
import { put } from "@/lib/ground/blobs/blobs";
import { putComponent } from "@/lib/store/agents/components";
import { writeText } from "@/lib/store/agents/identity";
import { createProject } from "@/lib/store/agents/projects";
import * as state from "@/lib/store/agents/state";
import { addMessages, setPermission } from "@/lib/store/channels/whatsapp";
import { add } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { boardNamed, pinTile } from "@/lib/tools/boards/boards";
import { talk } from "./owner";

/** The word that a stranger has written. Everything that contains it has the origin `STRANGER`. */
export const WORD = "marmalade";
export const STRANGER = "https://stranger.test";

export type Tainted = { agentId: string; conversation: string; ids: string[] };

/** Writes the word into every kind of value that an agent stores, as a call does that has read the stranger's page. */
export async function makeTainted(): Promise<Tainted> {
  const agentId = await newAgent();
  const conversation = await talk(agentId, `The ${WORD} spreads`);
  await sql()`update conversations set read_web = array[${STRANGER}] where id = ${conversation}`;
  await sql()`update runs set status = 'completed', lease_until = null where conversation_id = ${conversation}`;
  const by = { author: "agent", cause: null, origins: [STRANGER] } as const;
  for (const fill of [fillTexts, fillData, fillPlans, fillContacts]) await fill(agentId, by, conversation);
  const rows = await sql()<{ id: string }[]>`
    select id::text from jobs where agent_id = ${agentId} union all
    select id::text from memories where agent_id = ${agentId} union all
    select id::text from files where agent_id = ${agentId} union all
    select id::text from executions where agent_id = ${agentId} union all
    select id::text from conversations where agent_id = ${agentId}`;
  return { agentId, conversation, ids: rows.map(({ id }) => id) };
}

type By = { author: "agent"; cause: null; origins: readonly string[] };
type Fill = (agentId: string, by: By, conversation: string) => Promise<unknown>;

const fillTexts: Fill = async (agentId, by) => {
  await writeText(agentId, "system_prompt", () => `Eat ${WORD}`, by);
  await writeText(agentId, "learned_notes", () => `Of ${WORD}`, by);
  await writeText(agentId, "memory_blob", () => `Likes ${WORD}`, by);
  await writeText(agentId, "db_schema", () => `ai_${WORD}`, by);
  await blockStore.create(agentId, { label: "alpha", ...working(`A ${WORD} block`) }, by);
  await blockStore.create(agentId, { label: "beta", ...archival(`A ${WORD} entry`) }, by);
  await facts.remember(agentId, { layer: "long", content: `Owns ${WORD}` }, by);
  const tool = { description: `Of ${WORD}`, parameter_schema: { type: "object" } };
  await createTool(agentId, { name: "fly", ...tool, code: `return "${WORD}"` }, by);
  const markdown = `---\nname: taxi\ndescription: Of ${WORD}\n---\n\nTaxi ${WORD}.\n`;
  const files = [
    { path: "notes.md", text: WORD },
    { path: "scripts/fly.ts", text: `console.log("${WORD}")` },
  ];
  await createSkill(agentId, { markdown, files }, by);
  const content = { description: WORD, code: `export default () => "${WORD}"`, props_schema: null };
  await putComponent(agentId, "Balloon", 0, { content, ...by });
};

const fillData: Fill = async (agentId, by, conversation) => {
  await state.write(agentId, "kept", WORD, by);
  await execute({ agentId, by, sql: "CREATE TABLE hangar (id INTEGER PRIMARY KEY, name TEXT)" });
  await execute({ agentId, by, sql: "INSERT INTO hangar (name) VALUES (?)", params: [WORD] });
  const insert = (collection: string, data: Record<string, unknown>) =>
    runQuery(documentsQuery.parse({ operation: "insertOne", collection, data }), { agentId, by });
  await insert("ai_ships", { _id: "one", name: WORD });
  await insert("contacts", { _id: "pilot", name: `Mr ${WORD}` });
  const text = await put(new TextEncoder().encode(WORD), 1_000);
  const file = { ...text, name: `${WORD}.txt`, mediaType: "text/plain", origin: "upload" } as const;
  await add(agentId, { ...file, origins: by.origins });
  await recordExecution(
    { agentId, conversationId: conversation, toolName: "run_sandbox_code", origins: () => [STRANGER] },
    {
      ...{ runner: "isolate", code: WORD, stdout: WORD, stderr: "" },
      exitCode: 0,
      durationMs: 1,
      success: true,
    },
  );
};

const fillPlans: Fill = async (agentId, by) => {
  const plan = { name: WORD, instruction: `Buy ${WORD}` };
  await createJob(agentId, { ...plan, cronExpression: "0 7 * * *" }, by);
  await createTrigger(agentId, { ...plan, kind: "webhook" }, by);
  await changePulseSettings(agentId, { notes: `Look for ${WORD}` }, by);
  const board = await boardNamed(agentId, WORD, by);
  await createProject(agentId, { name: WORD, instructions: `Eat ${WORD}` }, by);
  await pinTile(agentId, board.id, { component: { name: "Balloon", props: { title: WORD } } }, by);
};

const fillContacts: Fill = async (agentId) => {
  await setPermission(agentId, "+14155552671", { display_name: "Ada", can_read: true }, "person");
  await addMessages(agentId, [
    {
      ...{ id: randomUUID(), phone: "+14155552671", name: WORD, text: WORD, fromMe: false, cause: null },
      ...{ conversationId: null, at: new Date() },
    },
  ]);
};
