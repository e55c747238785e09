import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { denoPath } from "@/lib/code/deno/deno";
import { storeFile } from "@/lib/code/skills/files";
import { createSkill, deleteSkill, setSkillEnabled } from "@/lib/code/skills/save";
import type { SkillFile } from "@/lib/shared/skills/contract";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readSkill, readSkillSummary } from "@/lib/store/agents/skills";
import { sql } from "@/lib/store/db";
import { listRevisions } from "@/lib/store/revisions";
import { lab, withLab } from "./testing/lab";
import { type Step, scripted } from "./testing/model";
import { call } from "./testing/own-tools";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

const script = newScript({}, withLab());
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  lab.reset();
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
  await sql()`delete from skills`;
  await sql()`delete from revisions where kind = 'skill'`;
});

const user = { author: "person", cause: null } as const;
const md = (name: string, body = "Do it.") =>
  `---\nname: ${name}\ndescription: Use it for ${name}.\n---\n\n${body}\n`;
const create = (name: string, files: SkillFile[] = [], origins: string[] = []) =>
  createSkill(scene.agentId, { markdown: md(name), files }, { ...user, origins });
const versions = async (name: string) =>
  (await listRevisions(scene.agentId, { kind: "skill", name })).revisions.length;

function play(...steps: Step[]) {
  const made = scripted([...steps, { text: "Done." }]);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}
const outputs = async (talk: ReturnType<typeof play>) =>
  ((await talk.read()).messages.at(-1)?.parts ?? []).flatMap((part) =>
    "output" in part ? [part.output] : [],
  );
const isOn = () => changeSetting(scene.agentId, "toolset:skills", { mode: "on" });

test("the prompt lists enabled skills, and use_skill returns instructions and files", async () => {
  await create("water", [{ path: "references/more.md", text: "More" }]);
  await create("off");
  await setSkillEnabled(scene.agentId, "off", false);
  await create("foreign", [], ["https://a.test"]);
  const talk = play({
    calls: [
      call("use_skill", { name: "water" }, "a"),
      call("use_skill", { name: "water", path: "references/more.md" }, "b"),
      call("use_skill", { name: "water", path: "none.md" }, "c"),
    ],
  });
  await chunks(await talk.say("go"));
  const [prompt] = talk.prompts;
  expect(JSON.stringify(prompt)).toContain(
    "# Skills\\n\\n- water: Use it for water.\\nlist_skills lists 1 more.",
  );
  expect(await outputs(talk)).toEqual([
    {
      name: "water",
      instructions: "Do it.\n",
      files: [{ path: "references/more.md", size: 4 }],
    },
    { path: "references/more.md", text: "More" },
  ]);
  const errors = ((await talk.read()).messages.at(-1)?.parts ?? []).flatMap((part) =>
    "errorText" in part ? [part.errorText] : [],
  );
  expect(errors).toEqual([
    expect.stringContaining('has no file "none.md". It has: SKILL.md, references/more.md'),
  ]);
});

test("a skill that the agent writes is stored only after the user's yes, once for two answers", async () => {
  await isOn();
  const write = call("write_skill", { name: "water", markdown: md("water"), files: { "scripts/a.ts": "1" } });
  const talk = play({ calls: [write] });
  await chunks(await talk.say("go"));
  expect([await readSkillSummary(scene.agentId, "water"), await versions("water")]).toEqual([null, 0]);
  const { asks } = await talk.read();
  expect(asks).toMatchObject([
    {
      kind: "approval",
      because: {
        kind: "block",
        changes: [
          { kind: "skill", name: "water", version: 0, path: "SKILL.md", before: "", after: md("water") },
          { path: "scripts/a.ts", before: "", after: "1" },
        ],
      },
    },
  ]);
  const yes = () => talk.answer("write_skill", { decision: "approve" }).then(chunks);
  await Promise.allSettled([yes(), yes()]);
  expect(await versions("water")).toBe(1);
  expect(await readSkill(scene.agentId, "water")).toMatchObject({ version: 1, fileCount: 1, enabled: true });
  expect(await outputs(talk)).toEqual([{ name: "water", version: 1 }]);
});

test("a rejected skill is not stored, and the agent reads the reason", async () => {
  await isOn();
  const talk = play({ calls: [call("write_skill", { name: "water", markdown: md("water") })] });
  await chunks(await talk.say("go"));
  await chunks(await talk.answer("write_skill", { decision: "reject", reason: "Too short." }));
  expect(await versions("water")).toBe(0);
  expect(JSON.stringify(talk.prompts[1])).toContain("Too short.");
});

test("a change asks again if the skill changed since, even if the tool is always allowed", async () => {
  await isOn();
  await changeSetting(scene.agentId, "tool:write_skill", { policy: "allow" });
  await create("water");
  const edits = [{ find: "Do it.", replace: "Do it twice." }];
  const talk = play({ calls: [call("write_skill", { name: "water", edits })] });
  await chunks(await talk.say("go"));
  const files = [await storeFile({ path: "a.md", bytes: Buffer.from("A") })];
  await deleteSkill(scene.agentId, "water", user);
  await createSkill(scene.agentId, { markdown: md("water"), files }, user);
  await chunks(await talk.answer("write_skill", { decision: "approve" }));
  expect((await talk.read()).asks).toMatchObject([{ because: { changes: [{ version: 3 }] } }]);
  await chunks(await talk.answer("write_skill", { decision: "approve" }));
  expect(await readSkill(scene.agentId, "water")).toMatchObject({
    version: 4,
    content: { markdown: md("water", "Do it twice."), files },
  });
});

test("an invalid skill is refused without a question", async () => {
  await isOn();
  const talk = play({ calls: [call("write_skill", { name: "water", markdown: "# Water" })] });
  await chunks(await talk.say("go"));
  expect((await talk.read()).asks).toEqual([]);
  expect(JSON.stringify(talk.prompts[1])).toContain("must begin with frontmatter");
});

test("a deletion asks, too", async () => {
  await create("water");
  const talk = play({ calls: [call("delete_skill", { name: "water" })] });
  await chunks(await talk.say("go"));
  expect(await readSkillSummary(scene.agentId, "water")).not.toBeNull();
  await chunks(await talk.answer("delete_skill", { decision: "approve" }));
  expect(await readSkillSummary(scene.agentId, "water")).toBeNull();
});

const RUN = `import { twice } from "../lib/twice.ts";
import { readFile } from "node:fs/promises";
const bytes = await Deno.readFile("assets/a.bin");
console.log(Deno.args.join(), process.argv.slice(2).join(), twice(21), bytes.length, (await readFile("SKILL.md", "utf8")).length > 0);
try { await Deno.readTextFile("/etc/passwd"); } catch (error) { console.log(error.name); }
await Deno.writeTextFile("out.txt", "Rye");`;

test.skipIf(!denoPath())("a script runs confined among the files of its skill", async () => {
  const files = await Promise.all(
    [
      { path: "assets/a.bin", bytes: new Uint8Array([0, 255, 1]) },
      { path: "lib/twice.ts", bytes: Buffer.from("export const twice = (n: number) => 2 * n;") },
      { path: "scripts/run.ts", bytes: Buffer.from(RUN) },
      { path: "scripts/run.py", bytes: Buffer.from("print(1)") },
    ].map(storeFile),
  );
  await create("water", files);
  const talk = play({
    calls: [
      call("run_skill_script", { name: "water", script: "scripts/run.ts", args: ["a", "b"] }, "ts"),
      call("run_skill_script", { name: "water", script: "scripts/run.py" }, "py"),
    ],
  });
  await chunks(await talk.say("go"));
  expect(await outputs(talk)).toMatchObject([
    {
      success: true,
      result: { stdout: "a,b a,b 42 3 true\nNotCapable\n", files: [{ name: "out.txt", size: 3 }] },
    },
  ]);
  expect(JSON.stringify(talk.prompts[1])).toContain("is a Python script. Only JavaScript and TypeScript");
});

test("a script of strangers asks each time", async () => {
  await create("water", [{ path: "run.ts", text: "console.log(1)" }], ["https://a.test"]);
  const talk = play({ calls: [call("run_skill_script", { name: "water", script: "run.ts" })] });
  await chunks(await talk.say("go"));
  expect((await talk.read()).asks).toMatchObject([
    { because: { kind: "effect", why: expect.stringContaining("was not written here (https://a.test)") } },
  ]);
});
