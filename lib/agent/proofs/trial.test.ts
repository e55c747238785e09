import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { editText, readEdited } from "@/lib/code/identity/save";
import { createSkill, replaceSkill } from "@/lib/code/skills/save";
import { actingAs } from "@/lib/ground/base/acting";
import { OWNER_ID } from "@/lib/shared/members/roles";
import type { Tried } from "@/lib/shared/proofs/contract";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readText, writeText } from "@/lib/store/agents/identity";
import { listOpenProofs, newestProof } from "@/lib/store/agents/proofs";
import { readSkill } from "@/lib/store/agents/skills";
import { claimTrial } from "@/lib/store/agents/trials";
import { sql } from "@/lib/store/db";
import { actorOf, publishMembers } from "@/lib/store/members/roster";
import { listRevisions } from "@/lib/store/revisions";
import { tryNewest } from "./begin-trial";
import { keepExample } from "./examples";
import { acceptProof, readItemProofs } from "./settle";
import { tryChanges } from "./trial";

const SERIES = process.env.ATTACK === "all" ? 20 : 2;

const script = newScript({}, withLab());
const user = { author: "person", cause: null } as const;
const agent = { author: "agent", cause: null } as const;
const signal = new AbortController().signal;
let scene: Awaited<ReturnType<typeof stage>>;
let folder = "";
let asked = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-trials-"));
  process.env.EASEL_DATA_DIR = folder;
  scene = await stage(script.equipment);
});
beforeEach(async () => {
  const { agentId } = scene;
  lab.reset();
  lab.act = async ({ n }) => {
    if (n === 0) throw new Error("n is 0");
    return { ok: true };
  };
  for (const table of ["proofs", "examples", "skills"])
    await sql()`delete from ${sql()(table)} where agent_id = ${agentId}`;
  await sql()`delete from conversations where agent_id = ${agentId}`;
  await changeSetting(agentId, "proofs", { policy: "auto", budget: 1_000_000 });
  await writeText(agentId, "system_prompt", () => "Be kind.", user);
  await writeText(agentId, "learned_notes", () => "Lives in Ulm.", user);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true, force: true });
});

const textOf = (options: { prompt: unknown }) => JSON.stringify(options.prompt);
const look = (n: number): Step => ({ calls: [{ tool: "look", input: { n } }] });

/** The model does what the word of the text or skill says that it reads. */
const OBEYS: Step = (options) => {
  const text = textOf(options);
  const isDone = options.prompt.at(-1)?.role === "tool";
  if (isDone && !text.endsWith("skill-result")) return { text: "Done." };
  if (text.includes("WORSE")) return look(0) as Exclude<Step, (...args: never[]) => unknown>;
  if (text.includes("OTHER")) return { text: "Only words." };
  if (text.includes("BETTER")) return look(2) as Exclude<Step, (...args: never[]) => unknown>;
  return look(1) as Exclude<Step, (...args: never[]) => unknown>;
};

function play(...steps: Step[]) {
  const { model, prompts } = scripted([...steps, ...Array.from({ length: 60 }, () => OBEYS)]);
  script.model = model;
  return prompts;
}

/** A turn that calls `look` with this number. 0 fails. */
async function turn(n: number) {
  play(look(n), { text: "Seen." });
  const chat = scene.conversation();
  await chunks(await chat.say("Look."));
  return chat.read();
}

const tryAll = () => tryChanges(signal, script.equipment);
const prompt = (text: string) => editText(scene.agentId, "system_prompt", () => text, agent);
const livePrompt = async () => (await readText(scene.agentId, "system_prompt")).content;
const itemOf = (kind: Tried, name: string = kind) => ({ agentId: scene.agentId, kind, name });

test("smoke", async () => {
  await turn(1);
  const held = await prompt("Be kind. WORSE");
  expect(held).toMatchObject({ live: false, note: expect.stringContaining("tried on recent turns") });
  const prompts = play();
  await tryAll();
  asked = prompts.length;
  console.log(asked, JSON.stringify(await newestProof(itemOf("system_prompt")), null, 1));
});
