import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runAgent } from "@/lib/agent/loop/run";
import { scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks } from "@/lib/agent/loop/testing/stage";
import { assembled } from "@/lib/agent/prompt/assembled";
import type { PromptFields } from "@/lib/agent/prompt/prompt";
import { newAgent } from "@/lib/code/history/testing/agents";
import { createSkill } from "@/lib/code/skills/save";
import { createTool } from "@/lib/code/tools/save";
import { recordExecution } from "@/lib/code/traces/record";
import { facts } from "@/lib/data/memory/facts";
import { blockStore } from "@/lib/data/memory/postgres";
import { archival, working } from "@/lib/data/memory/testing/contract";
import { createJob } from "@/lib/data/schedule/jobs";
import { execute } from "@/lib/data/sqlite/index";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { putComponent } from "@/lib/store/agents/components";
import { readText, writeText } from "@/lib/store/agents/identity";
import { setFamily } from "@/lib/store/agents/model-families";
import { createProject, listProjects } from "@/lib/store/agents/projects";
import { addProof } from "@/lib/store/agents/proofs";
import { setPermission } from "@/lib/store/channels/whatsapp";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";

const user = { author: "person", cause: null } as const;

type Fill = (agentId: string, word: string) => Promise<unknown>;

const fillMemory: Fill = async (agentId, word) => {
  await writeText(agentId, "memory_blob", () => `Of ${word} saved`, user);
  await blockStore.create(agentId, { label: "alpha", ...working(`Of ${word} block`) }, user);
  await blockStore.create(agentId, { label: word, ...archival("An entry") }, user);
  await facts.remember(agentId, { layer: "long", content: `Of ${word} fact` }, user);
};

const fillTools: Fill = async (agentId, word) => {
  const tool = { name: "own", description: `Of ${word}`, parameter_schema: { type: "object" } };
  await createTool(agentId, { ...tool, code: "return 1" }, user);
  await changeSetting(agentId, "toolset:state", { mode: "on", instructions: `Of ${word} set` });
  await changeSetting(agentId, "tool:ask_user", { instructions: `Of ${word} single` });
};

/** For each input of the system message, a function that fills it for one agent; null if all agents share the input. */
const SECTIONS: Record<keyof PromptFields, Fill | null> = {
  identity: async (agentId, word) => {
    await writeText(agentId, "system_prompt", () => `Of ${word} prompt`, user);
    await writeText(agentId, "learned_notes", () => `Of ${word} notes`, user);
  },
  tools: fillTools,
  project: (agentId, word) =>
    createProject(agentId, { name: word, instructions: `Of ${word} project` }, user),
  tables: (agentId, word) => execute({ agentId, sql: `CREATE TABLE ${word} (id INTEGER)` }),
  documents: (agentId, word) => writeText(agentId, "db_schema", () => `ai_${word}`, user),
  components: (agentId, word) => {
    const content = { description: "", code: "", props_schema: null };
    return putComponent(agentId, word, 0, { content, ...user });
  },
  skills: (agentId, word) =>
    createSkill(
      agentId,
      { markdown: `---\nname: ${word.toLowerCase()}\ndescription: Of ${word}\n---\n`, files: [] },
      user,
    ),
  schedule: (agentId, word) =>
    createJob(agentId, { name: word, instruction: "Plan", cronExpression: "0 7 * * *" }, user),
  whatsapp: async (agentId, word) => {
    await sql()`
      insert into channels (agent_id, id, credentials, account_id, account_name, status)
      values (${agentId}, 'whatsapp', '', ${word}, '', 'connected')`;
    await setPermission(agentId, "+49151", { display_name: word, can_read: true }, "person");
  },
  codeHint: async (agentId, word) => {
    const run = { runner: "isolate", code: "1", stdout: "", exitCode: 1, durationMs: 1 } as const;
    for (let n = 0; n < 20; n++)
      await recordExecution(
        { agentId, toolName: "run_sandbox_code", origins: () => [] },
        { ...run, stderr: `The code threw TypeError: ${word}`, success: false },
      );
  },
  trials: async (agentId, word) => {
    const cause = { conversationId: talks[agentId] ?? "", messageId: "a", runId: "a", toolCallId: "a" };
    const { content } = await readText(agentId, "learned_notes");
    const { version } = await writeText(agentId, "learned_notes", () => "Tried", { author: "agent", cause });
    const { version: base } = await writeText(agentId, "learned_notes", () => content, user);
    const item = { agentId, kind: "learned_notes", name: "learned_notes" } as const;
    const returned = { state: "returned", verdict: "worse", reason: `Of ${word} trial`, cases: [] } as const;
    await addProof(item, { version, base, ...returned });
  },
  memory: fillMemory,
  recalled: (agentId, word) =>
    facts.remember(agentId, { layer: "long", content: `Likes satay with ${word}` }, user),
  families: (agentId, word) => setFamily(agentId, "gpt", `Of ${word} family`),
  ...{ model: null, now: null, timeZone: null },
};

const script = newScript({ id: "openai/gpt-5.2" });
const marked = (section: string, agent: string) => `${section}${agent}`;

let database: Awaited<ReturnType<typeof testDatabase>>;
let folder = "";
const agents: Record<string, string> = {};
/** The conversation of each agent. */
const talks: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-data-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  vi.stubEnv("EASEL_MODEL", "openai/gpt-5.2");
  database = await testDatabase();
  for (const name of ["Anemone", "Bluebell"]) {
    const agentId = await newAgent();
    agents[name] = agentId;
    talks[agentId] = randomUUID();
    for (const [section, fill] of Object.entries(SECTIONS)) await fill?.(agentId, marked(section, name));
  }
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

test.each([
  ["Anemone", "Bluebell"],
  ["Bluebell", "Anemone"],
])("the request of %s has all of its own sections and no text of %s", async (own, other) => {
  const agentId = agents[own] ?? "";
  const sent: LanguageModelV4CallOptions[] = [];
  const step = (options: LanguageModelV4CallOptions) => {
    sent.push(options);
    return { text: "Well." };
  };
  script.model = scripted([step, step]).model;
  const conversationId = talks[agentId] ?? "";
  const message = { parts: [{ type: "text" as const, text: "Cook satay" }] };
  await chunks(await runAgent({ agentId, conversationId, equipment: script.equipment, input: { message } }));
  const view = await assembled(agentId, conversationId);
  const system = String(sent[0]?.prompt[0]?.content);
  const tools = JSON.stringify(sent[0]?.tools);
  for (const [section, fill] of Object.entries(SECTIONS))
    if (fill && section !== "project") expect(system + tools, section).toContain(marked(section, own));
  expect(system).not.toContain(other);
  expect(tools).toContain(marked("tools", own));
  expect(tools).not.toContain(other);
  expect(JSON.stringify(view)).not.toContain(other);
  const [project] = await listProjects(agentId);
  const of = { agentId, conversationId: randomUUID(), equipment: script.equipment };
  await chunks(await runAgent({ ...of, input: { message, projectId: project?.id } }));
  const inProject = String(sent[1]?.prompt[0]?.content);
  expect(inProject).toContain(`Of ${marked("project", own)} project`);
  expect(inProject).not.toContain(other);
  const withoutClock = (text: string) => text.replace(/It is [^\n]*$/, "");
  expect(withoutClock(view.parts.map(({ text }) => text).join("\n\n"))).toBe(withoutClock(system));
});
