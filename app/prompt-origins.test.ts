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
import { SECTION_MARKS } from "@/lib/agent/prompt/section-marks";
import { newAgent } from "@/lib/code/history/testing/agents";
import { createSkill } from "@/lib/code/skills/save";
import { createTool } from "@/lib/code/tools/save";
import { recordExecution } from "@/lib/code/traces/record";
import { facts } from "@/lib/data/memory/facts";
import { blockStore } from "@/lib/data/memory/postgres";
import { working } from "@/lib/data/memory/testing/contract";
import { createJob } from "@/lib/data/schedule/jobs";
import { changePulseSettings } from "@/lib/data/schedule/pulse-settings";
import { execute } from "@/lib/data/sqlite/index";
import { putComponent } from "@/lib/store/agents/components";
import { writeText } from "@/lib/store/agents/identity";
import { createProject, listProjects } from "@/lib/store/agents/projects";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { STRANGER, WORD } from "./testing/tainted";

/*
 * No section of the prompt brings text of a stranger into a conversation without its origin. Each section that is not
 * written by Easel or the user alone has a filler, which writes the stranger's word with the stranger's origin.
 */

const by = { author: "agent", cause: null, origins: [STRANGER] } as const;

type Fill = (agentId: string) => Promise<unknown>;
const failing = {
  runner: "isolate",
  code: "1",
  stdout: "",
  exitCode: 1,
  durationMs: 1,
  success: false,
} as const;

const FILLS: Record<string, Record<string, Fill>> = {
  identity: {
    "the system prompt": (agentId) => writeText(agentId, "system_prompt", () => `Eat ${WORD}`, by),
    "the learned notes": (agentId) => writeText(agentId, "learned_notes", () => `Of ${WORD}`, by),
  },
  tools: {
    "a tool of the agent": (agentId) => {
      const tool = { name: "own", description: `Of ${WORD}`, parameter_schema: { type: "object" } };
      return createTool(agentId, { ...tool, code: "return 1" }, by);
    },
  },
  project: {
    "a project": (agentId) => createProject(agentId, { name: "Kitchen", instructions: `Of ${WORD}` }, by),
  },
  tables: {
    "a table": (agentId) => execute({ agentId, by, sql: `CREATE TABLE ${WORD} (id INTEGER)` }),
  },
  documents: {
    "the notes on collections": (agentId) => writeText(agentId, "db_schema", () => `ai_${WORD}`, by),
  },
  components: {
    "a component": (agentId) => {
      const props_schema = { type: "object", properties: { [WORD]: { type: "string" } } };
      const content = { description: "", code: "", props_schema };
      return putComponent(agentId, "Card", 0, { content, ...by });
    },
  },
  skills: {
    "a skill": (agentId) => {
      const markdown = `---\nname: ${WORD.toLowerCase()}\ndescription: Of ${WORD}\n---\n`;
      return createSkill(agentId, { markdown, files: [] }, by);
    },
  },
  schedule: {
    "a job": (agentId) =>
      createJob(agentId, { name: WORD, instruction: "Plan", cronExpression: "0 7 * * *" }, by),
    "the notes of the pulse": (agentId) => changePulseSettings(agentId, { notes: `Look for ${WORD}` }, by),
  },
  codeHint: {
    "failures of code": async (agentId) => {
      const where = { agentId, toolName: "run_sandbox_code", origins: () => [STRANGER] };
      const run = { ...failing, stderr: `The code threw TypeError: ${WORD}` };
      for (let n = 0; n < 20; n++) await recordExecution(where, run);
    },
  },
  memory: {
    "the saved text": (agentId) => writeText(agentId, "memory_blob", () => `Of ${WORD}`, by),
    "a block": (agentId) => blockStore.create(agentId, { label: "alpha", ...working(`Of ${WORD}`) }, by),
  },
  recalled: {
    "a fact": (agentId) =>
      facts.remember(agentId, { layer: "long", content: `Likes satay with ${WORD}` }, by),
  },
};

const script = newScript();
let database: Awaited<ReturnType<typeof testDatabase>>;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-origins-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

test("FILLS has every section that is not written by Easel or the user alone", () => {
  const wanted = Object.entries(SECTION_MARKS).filter(([, marks]) => marks !== "own" && marks !== "user");
  expect(Object.keys(FILLS).sort()).toEqual(wanted.map(([section]) => section).sort());
});

const CASES = Object.entries(FILLS).flatMap(([section, fills]) =>
  Object.entries(fills).map(([what, fill]) => [section, what, fill] as const),
);

type Sent = LanguageModelV4CallOptions;
const textOf = ({ prompt, tools }: Sent) =>
  `${prompt.filter(({ role }) => role === "system").map(({ content }) => content)}${JSON.stringify(tools)}`;
const readWebOf = async (conversationId: string) => {
  const [row] = await sql()<{ web: string[] }[]>`
    select to_json(read_web) as web from conversations where id = ${conversationId}`;
  return row?.web ?? [];
};

test.each(CASES)("%s: a conversation that is sent %s has its origin", async (section, _, fill) => {
  const agentId = await newAgent();
  await fill(agentId);
  const sent: Sent[] = [];
  script.model = scripted([
    (options) => {
      sent.push(options);
      return { text: "Well." };
    },
  ]).model;
  const conversationId = randomUUID();
  const message = { parts: [{ type: "text" as const, text: "Cook satay" }] };
  const [project] = await listProjects(agentId);
  const input = { message, projectId: project?.id };
  await chunks(await runAgent({ agentId, conversationId, equipment: script.equipment, input }));
  const isOmitted = SECTION_MARKS[section as keyof typeof SECTION_MARKS] === "omitted";
  expect(sent).toHaveLength(1);
  for (const one of sent) expect(textOf(one).includes(WORD)).toBe(!isOmitted);
  expect((await readWebOf(conversationId)).includes(STRANGER)).toBe(!isOmitted);
});

test("a message that is answered after another one has the origins of a job that was made in the meantime", async () => {
  const agentId = await newAgent();
  const conversationId = randomUUID();
  const sent: Sent[] = [];
  const first = Promise.withResolvers<void>();
  const note = (options: Sent) => void sent.push(options);
  script.model = scripted([
    (options) => {
      note(options);
      return { text: "One.", until: first.promise };
    },
    (options) => {
      note(options);
      return { text: "Two." };
    },
  ]).model;
  const say = (text: string) =>
    runAgent({
      ...{ agentId, conversationId, equipment: script.equipment },
      input: { message: { parts: [{ type: "text" as const, text }] } },
    });
  const answered = chunks(await say("First"));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const second = chunks(await say("Second"));
  await FILLS.schedule?.["a job"]?.(agentId);
  first.resolve();
  await Promise.all([answered, second]);
  expect(sent.map((one) => textOf(one).includes(WORD))).toEqual([false, true]);
  expect(await readWebOf(conversationId)).toContain(STRANGER);
});
