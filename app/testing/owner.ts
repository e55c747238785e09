import { randomUUID } from "node:crypto";
import { newAgent } from "@/lib/code/history/testing/agents";
import { createSkill } from "@/lib/code/skills/save";
import { createTool } from "@/lib/code/tools/save";
import { makeAgentCalendarAddress } from "@/lib/data/documents/calendar-address";
import { writeAsUser } from "@/lib/data/documents/user";
import { facts } from "@/lib/data/memory/facts";
import { blockStore } from "@/lib/data/memory/postgres";
import { archival, working } from "@/lib/data/memory/testing/contract";
import { createJob } from "@/lib/data/schedule/jobs";
import { createTrigger } from "@/lib/data/schedule/triggers";
import { execute } from "@/lib/data/sqlite/index";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { put } from "@/lib/ground/blobs/blobs";
import { insertExecution } from "@/lib/store/agents/executions";
import { writeText } from "@/lib/store/agents/identity";
import * as state from "@/lib/store/agents/state";
import { add } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { begin } from "@/lib/store/loop/runs";

/** Occurs in all data of the first agent, and in none of the second. */
export const SECRET = "zeppelin";
const user = { author: "person", cause: null } as const;

export async function talk(agentId: string, text: string): Promise<string> {
  const conversationId = randomUUID();
  const message = { id: "m", parts: [{ type: "text", text }] };
  await begin({ agentId, conversationId, message, title: text });
  return conversationId;
}

export async function makeOwner(): Promise<{ owner: string; conversation: string }> {
  const owner = await newAgent();
  const conversation = await talk(owner, `The ${SECRET} flies`);
  await writeText(owner, "system_prompt", () => `You fly a ${SECRET}`, user);
  await writeText(owner, "learned_notes", () => `Of a ${SECRET}`, user);
  await writeText(owner, "memory_blob", () => `Fears the ${SECRET}`, user);
  await state.write(owner, "kept", SECRET, user);
  const tool = { description: `Of a ${SECRET}`, parameter_schema: { type: "object" } };
  await createTool(owner, { name: "fly", ...tool, code: `return "${SECRET}"` }, user);
  await createSkill(
    owner,
    {
      markdown: `---\nname: taxi\ndescription: Of a ${SECRET}\n---\n\nTaxi the ${SECRET}.\n`,
      files: [
        { path: "notes.md", text: `Of a ${SECRET}` },
        { path: "scripts/fly.ts", text: `console.log("${SECRET}")` },
      ],
    },
    user,
  );
  await sql()`
    insert into components (agent_id, name, description, code, version)
    values (${owner}, 'Balloon', ${SECRET}, ${`export default () => "${SECRET}"`}, 1)`;
  await blockStore.create(owner, { label: "alpha", ...working(`A ${SECRET} block`) }, user);
  await blockStore.create(owner, { label: "beta", ...archival(`A ${SECRET} entry`) }, user);
  await facts.remember(owner, { layer: "long", content: `Owns a ${SECRET}` }, user);
  await execute({ agentId: owner, sql: "CREATE TABLE hangar (id INTEGER PRIMARY KEY, name TEXT)" });
  await execute({ agentId: owner, sql: "INSERT INTO hangar (name) VALUES (?)", params: [SECRET] });
  const insert = (collection: string, data: Record<string, unknown>) =>
    writeAsUser(owner, { operation: "insertOne", collection, data });
  await insert("ai_ships", { _id: "one", name: SECRET });
  await insert("contacts", { _id: "pilot", name: `Mr ${SECRET}` });
  const at = { name: SECRET, instruction: `Fly the ${SECRET}` };
  await createJob(owner, { ...at, cronExpression: "0 7 * * *" }, user);
  await createTrigger(owner, { ...at, kind: "webhook" }, user);
  await makeAgentCalendarAddress(owner);
  await createMcpToken(owner, { name: SECRET, tools: "*" });
  const text = await put(new TextEncoder().encode(SECRET), 1_000);
  await add(owner, { ...text, name: `${SECRET}.txt`, mediaType: "text/plain", origin: "upload" });
  await fillConversation(owner, conversation, SECRET);
  return { owner, conversation };
}

/** Adds an execution and an open ask that contain `word` to a conversation of `talk`. */
export async function fillConversation(agentId: string, conversation: string, word: string): Promise<void> {
  await sql()`
    insert into comments (agent_id, target, conversation_id, author, text)
    values (${agentId}, ${`surface ${conversation} m/asked`}, ${conversation}, 'Ada', ${`Of a ${word}`})`;
  await insertExecution({
    ...{
      id: randomUUID(),
      agentId,
      runner: "isolate",
      tool: "run_sandbox_code",
      code: word,
      stdout: word,
    },
    ...{
      stderr: "",
      exitCode: 0,
      durationMs: 1,
      success: true,
      conversationId: conversation,
      messageId: null,
    },
    ...{ toolCallId: null, triggerMessage: null, llmReasoning: null, errorCategory: null, fromWeb: false },
  });
  const [run] = await sql()<{ id: string; message: string }[]>`
    select id, message_id as message from runs where conversation_id = ${conversation}`;
  await sql()`
    insert into asks (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, kind, input)
    values (${conversation}, ${run?.message ?? ""}, 'asked', ${agentId}, ${run?.id ?? ""}, 'ask_user', 'answer',
      ${JSON.stringify({ question: `Where is the ${word}?` })}::json)`;
  await sql()`update runs set status = 'waiting', lease_until = null where conversation_id = ${conversation}`;
}

export async function rowsOf(agentId: string): Promise<Record<string, unknown[]>> {
  everything ??= makeEverything();
  const { tables, statement } = await everything;
  const found: Record<string, unknown[]> = Object.fromEntries(tables.map((name) => [name, []]));
  const rows = await sql().unsafe(statement, [agentId], { prepare: true });
  for (const { name, row } of rows) found[name]?.push(row);
  return found;
}

let everything: ReturnType<typeof makeEverything> | undefined;

/** Prepares one statement that reads all tables, because hundreds of tests read an agent's data twice. */
async function makeEverything() {
  const scoped = await sql()<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where column_name = 'agent_id' and table_schema = 'public' order by 1`;
  const tables = ["agents", ...scoped.map(({ name }) => name)];
  const of = (name: string) =>
    `select '${name}' as name, to_json(t)::text as row from "${name}" t where ${name === "agents" ? "id" : "agent_id"} = $1::uuid`;
  return { tables, statement: `${tables.map(of).join(" union all ")} order by 1, 2` };
}
