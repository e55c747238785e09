import { afterAll, beforeAll, expect, test } from "vitest";
import { storeFile } from "@/lib/code/skills/files";
import { createSkill, setSkillEnabled } from "@/lib/code/skills/save";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { route } from "@/lib/platform/http/route";
import { testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { answerMcp } from "./answer";
import { program } from "./testing/program";

const handle = route({ public: true, raw: true }, ({ request }) => answerMcp(request));

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
  const files = await Promise.all([
    storeFile({ path: "references/größe.md", bytes: Buffer.from("Größe") }),
    storeFile({ path: "assets/a.bin", bytes: new Uint8Array([0, 255]) }),
  ]);
  await createSkill(agentId, { markdown: md("one"), files }, user);
  await createSkill(agentId, { markdown: md("off"), files: [] }, user);
  await setSkillEnabled(agentId, "off", false);
  await createSkill(
    agentId,
    { markdown: md("foreign"), files: [] },
    { ...user, origins: ["https://a.test"] },
  );
});
afterAll(() => database.drop());

const user = { author: "person", cause: null } as const;
const md = (name: string) => `---\nname: ${name}\ndescription: It\n---\n\nDo it.\n`;

async function enter(tools: "*" | string[] = "*") {
  const { token } = await createMcpToken(agentId, { name: "Reader", tools });
  return program((body, headers) => handle(testRequest("/mcp", { method: "POST", body, headers })), token)
    .ask;
}

test("lists enabled skills with the digests of their files, without those of strangers", async () => {
  const ask = await enter();
  expect((await ask("skills/list")).result).toMatchObject({
    skills: [
      {
        uri: "skill://one/SKILL.md",
        frontmatter: { name: "one", description: "It" },
        resources: [
          { uri: "skill://one/SKILL.md", digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
          { uri: `skill://one/references/${encodeURIComponent("größe.md")}`, size: 7 },
          { uri: "skill://one/assets/a.bin", size: 2 },
        ],
      },
    ],
    ...{ ttlMs: 0, cacheScope: "private" },
  });
  const { resources } = (await ask("resources/list")).result as { resources: { uri: string }[] };
  expect(resources.map(({ uri }) => uri).filter((uri) => uri.startsWith("skill:"))).toEqual([
    "skill://one/SKILL.md",
  ]);
});

test("reads files and folders of a skill", async () => {
  const ask = await enter();
  const read = async (uri: string) => (await ask("resources/read", { uri })).result?.contents;
  expect(await read("skill://one/SKILL.md")).toMatchObject([{ mimeType: "text/markdown", text: md("one") }]);
  expect(await read(`skill://one/references/${encodeURIComponent("größe.md")}`)).toMatchObject([
    { text: "Größe" },
  ]);
  expect(await read("skill://one/assets/a.bin")).toMatchObject([{ blob: "AP8=" }]);
  expect((await ask("resources/directory/read", { uri: "skill://one" })).result?.resources).toEqual([
    { uri: "skill://one/SKILL.md", name: "SKILL.md", mimeType: "text/markdown" },
    { uri: "skill://one/references", name: "references", mimeType: "inode/directory" },
    { uri: "skill://one/assets", name: "assets", mimeType: "inode/directory" },
  ]);
});

test.each([
  ["skills/get", "skill://none/SKILL.md"],
  ["skills/get", "skill://off/SKILL.md"],
  ["skills/get", "skill://one/references"],
  ["resources/read", "skill://one/none"],
  ["resources/read", "skill://off/SKILL.md"],
  ["resources/directory/read", "skill://one/SKILL.md"],
  ["resources/directory/read", "skill://one/%"],
])("%s of %s is an error", async (method, uri) => {
  expect((await (await enter())(method, { uri })).error).toMatchObject({ code: -32602 });
});

test("a token for other tools reads no skill", async () => {
  const ask = await enter(["get_state"]);
  expect((await ask("skills/list")).result).toMatchObject({ skills: [] });
  expect((await ask("resources/read", { uri: "skill://one/SKILL.md" })).error).toBeDefined();
  expect(
    (await (await enter(["use_skill"]))("skills/get", { uri: "skill://one/SKILL.md" })).result,
  ).toMatchObject({
    skill: { uri: "skill://one/SKILL.md" },
  });
});
