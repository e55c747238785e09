import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UNCHANGED } from "@/lib/shared/history";
import { resolveAgent } from "@/lib/store/agents/agents";
import { listSkills } from "@/lib/store/agents/skills";
import { listRevisions, readVersion } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { consentsOf, deletionOf, draftOf, storeDraft } from "./draft";
import { describeSkills } from "./prompt";
import { createSkill, deleteSkill, restoreSkill, setSkillEnabled, skillOf, updateSkill } from "./save";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const user = { author: "person", cause: null } as const;
const cause = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t" };
const agent = { author: "agent", cause } as const;
const content = (name: string, body = "Do it.", description = "It does it") => ({
  markdown: `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`,
  files: [{ path: "references/more.md", text: "More" }],
});
const revisionOf = async (name: string, version: number) => {
  const found = await readVersion({ agentId, kind: "skill", name }, version);
  if (!found) throw new Error("There is no such version");
  return found;
};

describe("a skill", () => {
  test("has versions, and is restored after its deletion", async () => {
    expect(await createSkill(agentId, content("water"), user)).toEqual({ name: "water", version: 1 });
    await expect(createSkill(agentId, content("water"), user)).rejects.toMatchObject({ code: "conflict" });
    const second = { markdown: content("water", "Twice.").markdown };
    expect(await updateSkill(agentId, "water", second, user)).toMatchObject({ version: 2 });
    expect(await updateSkill(agentId, "water", second, user)).toMatchObject({ version: 2, note: UNCHANGED });
    const stale = updateSkill(
      agentId,
      "water",
      { ...second, version: 1, remove: ["references/more.md"] },
      user,
    );
    await expect(stale).rejects.toMatchObject({ code: "conflict", details: { version: 2 } });
    await setSkillEnabled(agentId, "water", false);
    expect(await deleteSkill(agentId, "water", user)).toBe(true);
    expect(await deleteSkill(agentId, "water", user)).toBe(false);
    await restoreSkill(agentId, await revisionOf("water", 1));
    expect(await skillOf(agentId, "water")).toMatchObject({
      version: 4,
      enabled: true,
      content: content("water"),
    });
    const { revisions } = await listRevisions(agentId, { kind: "skill", name: "water" });
    expect(revisions.map(({ author, deleted }) => [author, deleted])).toEqual([
      ["restore", false],
      ["person", true],
      ["person", false],
      ["person", false],
    ]);
  });

  test.each([
    [
      "a name that differs from the skill's",
      { markdown: content("fire").markdown },
      /name in the frontmatter/,
    ],
    ["a path above its folder", { files: [{ path: "../a", text: "" }] }, /\.\.\/a/],
    ["a second SKILL.md", { files: [{ path: "skill.md", text: "" }] }, /SKILL\.md is given as markdown/],
    ["a file that is also a folder", { files: [{ path: "References", text: "" }] }, /is a file and a folder/],
    [
      "an unknown file to remove",
      { remove: ["x"] },
      /has no file "x"\. It has: SKILL\.md, references\/more\.md/,
    ],
  ])("refuses %s", async (_, change, message) => {
    await expect(updateSkill(agentId, "water", change, user)).rejects.toThrow(message);
  });
});

describe("a draft of the agent", () => {
  test("is stored only with an approval of this version", async () => {
    await createSkill(agentId, content("earth"), user);
    const proposal = { name: "earth", edits: [{ find: "Do it.", replace: "Do it twice." }] };
    const draft = await draftOf(agentId, proposal);
    expect(consentsOf(draft)).toEqual([
      expect.objectContaining({ kind: "skill", name: "earth", version: 1, path: "SKILL.md" }),
    ]);
    const without = storeDraft(agentId, draft, { approved: undefined, by: agent });
    await expect(without).rejects.toMatchObject({ code: "forbidden" });
    const approved = [{ name: "earth", version: 1 }];
    expect(await storeDraft(agentId, draft, { approved, by: agent })).toMatchObject({ version: 2 });
    await expect(storeDraft(agentId, draft, { approved, by: agent })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(
      storeDraft(agentId, await deletionOf(agentId, "earth"), { approved, by: agent }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  test("of a new skill shows every file", async () => {
    const draft = await draftOf(agentId, {
      name: "air",
      markdown: content("air").markdown,
      files: { "scripts/run.ts": "console.log(1)" },
    });
    expect(consentsOf(draft).map(({ path, version }) => [path, version])).toEqual([
      ["SKILL.md", 0],
      ["scripts/run.ts", 0],
    ]);
    await expect(draftOf(agentId, { name: "new", files: { a: "" } })).rejects.toThrow(/give its markdown/);
  });
});

describe("the prompt", () => {
  const summary = (name: string, description: string, origins: string[] = []) => ({
    ...{ name, description, origins, enabled: true, version: 1, fileCount: 0, updatedAt: "" },
  });

  test("lists skills by name, without those of strangers", async () => {
    await createSkill(agentId, content("zebra", "", "Of strangers"), {
      ...user,
      origins: ["https://a.test"],
    });
    await createSkill(agentId, content("ant"), user);
    expect(describeSkills(await listSkills(agentId, true))).toBe(
      "# Skills\n\n- ant: It does it\n- earth: It does it\n- water: It does it\nlist_skills lists 1 more.",
    );
  });

  test("has at most 8,000 characters of skills", () => {
    const many = Array.from({ length: 200 }, (_, n) => summary(`s${n}`, "x".repeat(1_000)));
    const text = describeSkills(many);
    expect(text.length).toBeLessThan(8_100);
    expect(text).toMatch(/list_skills lists \d+ more\.$/);
    expect(describeSkills([])).toBe("");
  });
});
