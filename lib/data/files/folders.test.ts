import { mkdir, mkdtemp, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { read as readBytes } from "@/lib/ground/blobs/blobs";
import { resolveAgent } from "@/lib/store/agents/agents";
import { createProject } from "@/lib/store/agents/projects";
import { list, remove } from "@/lib/store/data/files";
import { addFolder, listFolders, removeFolder } from "@/lib/store/data/folders";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { allowedFolder, readFolders } from "./folders";

const signal = AbortSignal.timeout(60_000);
let database: Awaited<ReturnType<typeof testDatabase>>;
let [home, root, agentId, projectId] = ["", "", "", ""];
beforeAll(async () => {
  database = await testDatabase();
  home = await mkdtemp(join(tmpdir(), "easel-folders-"));
  vi.stubEnv("EASEL_DATA_DIR", join(home, "data"));
  agentId = await resolveAgent();
});
afterAll(async () => {
  await database.drop();
  await rm(home, { recursive: true });
});
beforeEach(async () => {
  await sql()`delete from watched_folders`;
  await sql()`delete from files`;
  await sql()`delete from projects`;
  root = await mkdtemp(join(home, "root-"));
  vi.stubEnv("EASEL_FOLDERS", root);
  const by = { author: "person", cause: null } as const;
  projectId = (await createProject(agentId, { name: "Bakery", instructions: "" }, by)).id;
});

const watch = async (path = root) => {
  const id = await addFolder(agentId, projectId, await allowedFolder(path));
  await readFolders(signal);
  return id;
};
const named = async () => {
  await readFolders(signal);
  const { files } = await list(agentId, { projectId });
  return files.map(({ name }) => name).sort();
};
const put = (name: string, text: string) => writeFile(join(root, name), text);

test("files of a folder are files of the project and follow their changes", async () => {
  await mkdir(join(root, "recipes"));
  await put("rye.txt", "Rye");
  await put("recipes/wheat.md", "# Wheat");
  await watch();
  expect(await named()).toEqual(["rye.txt", "wheat.md"]);
  const [before] = (await list(agentId, { projectId, q: "rye" })).files;
  expect(before?.origins).toEqual(["file:rye.txt"]);

  await put("rye.txt", "Rye, 12 hours");
  await rename(join(root, "recipes/wheat.md"), join(root, "recipes/spelt.md"));
  expect(await named()).toEqual(["rye.txt", "spelt.md"]);
  const [after] = (await list(agentId, { projectId, q: "rye" })).files;
  expect(after?.id).toBe(before?.id);
  expect(Buffer.from((await readBytes(after?.hash ?? "")) ?? []).toString()).toBe("Rye, 12 hours");
  await unlink(join(root, "rye.txt"));
  expect(await named()).toEqual(["spelt.md"]);
  expect(await listFolders(agentId, projectId)).toMatchObject([{ files: 1, problem: null }]);
});

test("links, hidden files and packages are left out, and large files are named", async () => {
  const outside = await mkdtemp(join(home, "outside-"));
  await writeFile(join(outside, "secret.txt"), "secret");
  await symlink(join(outside, "secret.txt"), join(root, "link.txt"));
  await symlink(outside, join(root, "linked"));
  for (const folder of [".git", "node_modules"]) await mkdir(join(root, folder));
  for (const path of [".env", ".git/config", "node_modules/a.js", "kept.txt"]) await put(path, "text");
  await put("empty.txt", "");
  await watch();
  expect(await named()).toEqual(["kept.txt"]);
});

test("only folders that the operator has allowed can be watched, with the same answer for others", async () => {
  const outside = await mkdtemp(join(home, "outside-"));
  await symlink(outside, join(root, "linked"));
  const refusals = await Promise.all(
    [outside, join(home, "missing"), join(root, "linked"), `${root}/..`, `${root}-other`].map((path) =>
      allowedFolder(path).catch((error: Error) => error.message),
    ),
  );
  expect(new Set(refusals).size).toBe(1);
  expect(refusals[0]).toContain("can be watched");
  await mkdir(join(root, "part"));
  expect(await allowedFolder(join(root, "part"))).toContain("part");
  vi.stubEnv("EASEL_FOLDERS", "");
  await expect(allowedFolder(root)).rejects.toMatchObject({ code: "forbidden" });
});

test("a folder that is no longer allowed or is gone keeps its files and shows the reason", async () => {
  await put("rye.txt", "Rye");
  await watch();
  vi.stubEnv("EASEL_FOLDERS", "");
  expect(await named()).toEqual(["rye.txt"]);
  expect((await listFolders(agentId, projectId))[0]?.problem).toContain("EASEL_FOLDERS");
  vi.stubEnv("EASEL_FOLDERS", root);
  await rename(root, `${root}-gone`);
  expect(await named()).toEqual(["rye.txt"]);
  expect((await listFolders(agentId, projectId))[0]?.problem).toContain("can be watched");
});

test("a file that the user deletes stays deleted, and unwatching keeps or deletes the files", async () => {
  await put("rye.txt", "Rye");
  await put("wheat.txt", "Wheat");
  const id = await watch();
  const [rye] = (await list(agentId, { projectId, q: "rye" })).files;
  await remove(agentId, rye?.id ?? "");
  await put("rye.txt", "Rye again");
  expect(await named()).toEqual(["wheat.txt"]);
  await removeFolder(agentId, id, { keepsFiles: true });
  expect(await named()).toEqual(["wheat.txt"]);
  await removeFolder(agentId, await watch(), { keepsFiles: false });
  expect(await named()).toEqual(["wheat.txt"]);
});

test("two servers that read a folder at once store each file once", async () => {
  for (let n = 0; n < 20; n++) await put(`${n}.txt`, `Text ${n}`);
  await addFolder(agentId, projectId, root);
  await Promise.all([readFolders(signal), readFolders(signal), readFolders(signal)]);
  expect(await named()).toHaveLength(20);
});
