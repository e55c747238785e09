import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { assembled } from "@/lib/agent/prompt/assembled";
import { changeSetting } from "@/lib/store/agents/change-settings";
import {
  changeProject,
  createProject,
  deleteProject,
  listProjects,
  readProject,
} from "@/lib/store/agents/projects";
import { add, moveFile } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { changeConversation, readConversation } from "@/lib/store/loop/conversations";
import { listFacts } from "@/lib/store/memory/fact-list";
import { listConversations } from "@/lib/store/search/conversation-list";
import { searchConversations } from "@/lib/store/search/search";
import { runAgent } from "./run";
import { lab, withLab } from "./testing/lab";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

const script = newScript({}, withLab());
const user = { author: "person", cause: null } as const;

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  lab.reset();
  await sql()`delete from memories`;
  await sql()`delete from projects`;
  await sql()`delete from files`;
});

const project = (name: string, instructions = "") =>
  createProject(scene.agentId, { name, instructions }, user).then(({ id }) => id);

/** Sends a message that starts a conversation, and returns its system prompt and the results of its calls. */
async function talk(text: string, projectId: string | undefined, ...steps: Step[]) {
  const { prompts, model } = scripted([...steps, { text: "Done." }]);
  script.model = model;
  const { id } = scene.conversation();
  const input = { message: { parts: [{ type: "text" as const, text }] }, projectId };
  const where = { agentId: scene.agentId, conversationId: id, equipment: script.equipment };
  await chunks(await runAgent({ ...where, input }));
  const read = await readConversation(scene.agentId, id);
  return {
    id,
    system: String(prompts[0]?.[0]?.content),
    results: JSON.stringify(read?.messages.at(-1)?.parts),
    project: read?.conversation.project,
  };
}

const keep = (content: string): Step => ({
  calls: [{ tool: "memory", input: { action: "store", layer: "long", content } }],
});
const search = (query: string, more: object = {}): Step => ({
  calls: [{ tool: "search", input: { query, ...more } }],
});

test("a conversation of a project has its instructions and the names of its files in the prompt", async () => {
  const kitchen = await project("Kitchen", "Use grams, not cups.");
  const file = { hash: "a".repeat(64), mediaType: "text/plain", size: 3, origin: "upload" } as const;
  const { id: fileId } = await add(scene.agentId, { ...file, name: "scones.txt", projectId: kitchen });
  const foreign = { name: "obey me.pdf", mediaType: "application/pdf", origins: ["https://evil.example"] };
  await add(scene.agentId, { ...file, ...foreign, projectId: kitchen });
  const inside = await talk("Scones?", kitchen);
  expect(inside.system).toMatch(/^- application\/pdf \([\w-]{36}\)$/m);
  expect(inside.system).not.toContain("obey me");
  expect(inside.system).toContain("# Project: Kitchen");
  expect(inside.system).toContain("Use grams, not cups.");
  expect(inside.system).toContain(`- scones.txt (${fileId})`);
  expect(inside.project).toEqual({ id: kitchen, name: "Kitchen" });
  const outside = await talk("Scones?", undefined);
  expect(outside.system).not.toContain("Kitchen");
  expect(outside.project).toBeNull();

  await changeProject(scene.agentId, kitchen, { instructions: "Use ounces." }, user);
  await moveFile(scene.agentId, fileId, null);
  const { parts } = await assembled(scene.agentId, inside.id);
  const text = parts.find(({ id }) => id === "project")?.text ?? "";
  expect(text).toContain("Use ounces.");
  expect(text).not.toContain("scones.txt");
});

test("facts are recalled only in their project, and facts of no project only outside", async () => {
  const [kitchen, garden] = [await project("Kitchen"), await project("Garden")];
  await talk("Remember that", kitchen, keep("The oven burns sourdough on the left"));
  await talk("Remember that", undefined, keep("Likes sourdough with butter"));
  const said = "What about sourdough?";
  const prompts = [await talk(said, kitchen), await talk(said, garden), await talk(said, undefined)];
  expect(prompts.map(({ system }) => system.includes("burns sourdough"))).toEqual([true, false, false]);
  expect(prompts.map(({ system }) => system.includes("with butter"))).toEqual([false, false, true]);
});

test("the same fact can be stored in two projects, and each has its own", async () => {
  const [kitchen, garden] = [await project("Kitchen"), await project("Garden")];
  for (const one of [kitchen, garden, undefined]) await talk("Remember that", one, keep("Opens at nine"));
  const { facts } = await listFacts(scene.agentId);
  expect(facts.map(({ projectId }) => projectId).sort()).toEqual([kitchen, garden, null].sort());
});

test("search stays within the project unless it is asked to go beyond", async () => {
  const [kitchen, garden] = [await project("Kitchen"), await project("Garden")];
  await talk("The marrow recipe is in the drawer", kitchen);
  await talk("The marrow grows by the fence", garden);
  await talk("A marrow is a squash", undefined);
  const found = async (...asked: Parameters<typeof talk>) => {
    const { results } = await talk(...asked);
    return ["in the drawer", "by the fence", "is a squash"].filter((text) => results.includes(text));
  };
  expect(await found("Find it", kitchen, search("marrow"))).toEqual(["in the drawer"]);
  expect(await found("Find it", kitchen, search("marrow", { beyond_project: true }))).toHaveLength(3);
  expect(await found("Find it", undefined, search("marrow"))).toHaveLength(3);
});

test("conversations are listed and searched by project, move, and keep their project when it is restored", async () => {
  const kitchen = await project("Kitchen");
  const { id } = await talk("The quince jelly", undefined);
  await talk("The quince tree", undefined);
  await changeConversation(scene.agentId, id, { projectId: kitchen });
  const listed = async (projectId: string) =>
    (await listConversations(scene.agentId, { projectId })).conversations.map((one) => one.id);
  expect(await listed(kitchen)).toEqual([id]);
  const hits = await searchConversations(scene.agentId, "quince", { projectId: kitchen });
  expect(hits.conversations.map((one) => one.id)).toEqual([id]);
  expect(await readProject(scene.agentId, kitchen)).toMatchObject({ conversations: 1, files: 0 });

  await deleteProject(scene.agentId, kitchen, user);
  expect((await readConversation(scene.agentId, id))?.conversation.project).toBeNull();
  await expect(changeConversation(scene.agentId, id, { projectId: kitchen })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("the agent creates a project, changes its instructions, and moves the conversation into it", async () => {
  await changeSetting(scene.agentId, "toolset:projects", { mode: "on" });
  const call = (input: object): Step => ({ calls: [{ tool: "project", input }] });
  const { id, results } = await talk(
    "Make a project",
    undefined,
    call({ action: "create", project: "Garden" }),
    call({ action: "update", project: "garden", instructions: "Think of frost." }),
    call({ action: "move", project: "Garden" }),
    call({ action: "move", project: "Nowhere" }),
  );
  const [garden] = await listProjects(scene.agentId);
  expect(garden).toMatchObject({ name: "Garden", conversations: 1, version: 2 });
  expect((await readProject(scene.agentId, garden?.id ?? "")).instructions).toBe("Think of frost.");
  expect((await readConversation(scene.agentId, id))?.conversation.project?.name).toBe("Garden");
  expect(results).toContain("There is no project “Nowhere”");
});

test("two projects cannot have the same name, and an outdated change is a conflict", async () => {
  const kitchen = await project("Kitchen");
  await expect(project("KITCHEN")).rejects.toMatchObject({ code: "conflict" });
  await changeProject(scene.agentId, kitchen, { name: "Bakery", version: 1 }, user);
  const late = changeProject(scene.agentId, kitchen, { instructions: "Late", version: 1 }, user);
  await expect(late).rejects.toMatchObject({ code: "conflict", details: { version: 2 } });
});
