import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { readSkillSummary } from "@/lib/store/agents/skills";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { fetchSkills } from "./address";
import { importSkills, previewSkills } from "./import";
import { skillOf } from "./save";
import { zipOf } from "./testing/zip";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const md = (name: string, body = "Do it.") => `---\nname: ${name}\ndescription: It\n---\n\n${body}\n`;
const archive = (...parts: Parameters<typeof zipOf>[0]) => ({
  name: "skills.zip",
  archive: zipOf(parts).toString("base64"),
});

test("an archive is previewed, then the chosen skills are stored with the origin of the file", async () => {
  const parts = [
    { name: "a/SKILL.md", text: md("a") },
    { name: "a/logo.bin", text: Buffer.from([0, 255]) },
    { name: "b/SKILL.md", text: md("b") },
    { name: "c/SKILL.md", text: "none" },
  ];
  const from = archive(...parts);
  const preview = await previewSkills(agentId, from);
  expect(preview.candidates).toMatchObject([
    { folder: "a", name: "a", action: "create", fileCount: 1 },
    { folder: "b", name: "b", action: "create", fileCount: 0 },
    { folder: "c", problem: expect.stringContaining("frontmatter") },
  ]);
  expect(await readSkillSummary(agentId, "a")).toBeNull();
  await expect(importSkills(agentId, { from, choose: ["c"] })).rejects.toThrow("c: SKILL.md must begin");
  await expect(importSkills(agentId, { from, choose: ["a"], expect: "other" })).rejects.toMatchObject({
    code: "conflict",
  });
  const choose = ["a"];
  expect(await importSkills(agentId, { from, choose, expect: preview.hash })).toEqual({ names: ["a"] });
  expect(await readSkillSummary(agentId, "a")).toMatchObject({ origins: ["file:skills.zip"], version: 1 });
  expect(await readSkillSummary(agentId, "b")).toBeNull();
  expect((await previewSkills(agentId, from)).candidates[0]).toMatchObject({ action: "same" });
  await importSkills(agentId, { from, choose });
  const changed = archive({ name: "SKILL.md", text: md("a", "Do more.") });
  expect((await previewSkills(agentId, changed)).candidates).toMatchObject([
    { folder: "", action: "change" },
  ]);
  await importSkills(agentId, { from: changed, choose: [""] });
  expect(await skillOf(agentId, "a")).toMatchObject({ version: 2, fileCount: 0 });
  const { revisions } = await listRevisions(agentId, { kind: "skill", name: "a" });
  expect(revisions.map(({ author }) => author)).toEqual(["import", "import"]);
});

test("a folder is read like an archive", async () => {
  const file = (path: string, text: string) => ({ path, base64: Buffer.from(text).toString("base64") });
  const from = { folder: "mine", files: [file("mine/SKILL.md", md("mine")), file("mine/x/y.md", "Y")] };
  expect((await previewSkills(agentId, from)).candidates).toMatchObject([{ folder: "mine", fileCount: 1 }]);
  const outside = { folder: "mine", files: [file("mine/SKILL.md", md("mine")), file("mine/../x", "Y")] };
  expect((await previewSkills(agentId, outside)).candidates[0]?.problem).toMatch(/\.\.\/x/);
});

test("an address of GitHub is tried with branches of several segments", async () => {
  const asked: string[] = [];
  const bytes = zipOf([
    { name: "repo-1/README.md", text: "Hello" },
    { name: "repo-1/skills/a/SKILL.md", text: md("a") },
    { name: "repo-1/skills/b/SKILL.md", text: md("b") },
  ]);
  const fetch = async (url: string | URL) => {
    asked.push(String(url));
    const status = String(url).endsWith("/feature/skills") ? 200 : 404;
    return { status, bytes: new Uint8Array(bytes), url: String(url), headers: [] } as never;
  };
  const address = "https://github.com/o/repo/tree/feature/skills/skills/b";
  const found = await fetchSkills(agentId, address, fetch);
  expect(asked).toEqual([
    "https://codeload.github.com/o/repo/zip/feature",
    "https://codeload.github.com/o/repo/zip/feature/skills",
  ]);
  expect(found).toMatchObject({ within: "repo-1/skills/b", origins: ["https://github.com"] });
  await expect(fetchSkills(agentId, "https://github.com/o/gone", fetch)).rejects.toThrow("was not found");
});

test("an address of a SKILL.md is one skill, and its origin is the site", async () => {
  const answer = (text: string) => async (url: string | URL) =>
    ({ status: 200, bytes: new TextEncoder().encode(text), url: String(url), headers: [] }) as never;
  const address = "https://a.test/SKILL.md";
  expect(await fetchSkills(agentId, address, answer(md("a")))).toMatchObject({ origins: ["https://a.test"] });
  await expect(fetchSkills(agentId, address, answer("<html>"))).rejects.toThrow("neither a zip archive nor");
});
