import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { validate } from "skills-ref";
import { describe, expect, test } from "vitest";
import { githubFolder } from "./address";
import { describeFile } from "./files";
import { type Entry, skillFolders } from "./folders";
import { type ZipPart, zipOf } from "./testing/zip";
import { readZip, writeZip } from "./zip";

const MD = "---\nname: a\ndescription: It\n---\n\nDo it.\n";
const skill: ZipPart = { name: "a/SKILL.md", text: MD };
const problemOf = async (parts: readonly ZipPart[], count?: number) => {
  try {
    const [found] = await skillFolders(await readZip(zipOf(parts, count)));
    return found?.problem;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe("readZip", () => {
  test("returns the skills of an archive with their files", async () => {
    const parts = [
      { name: "repo/README.md", text: "Hello" },
      { name: "repo/skills/a/", text: "" },
      { name: "repo/skills/a/SKILL.md", text: MD },
      { name: "repo/skills/a/scripts/größe.ts", text: "1", flags: 0 },
      { name: "repo/skills/a/template/SKILL.md", text: "no skill" },
      { name: "repo/skills/a/.DS_Store", text: "junk" },
      { name: "repo/skills/b/SKILL.md", text: "nothing" },
    ];
    const folders = await skillFolders(await readZip(zipOf(parts)));
    expect(folders.map(({ folder, name, problem, files }) => [folder, name, problem, files.length])).toEqual([
      ["repo/skills/a", "a", undefined, 2],
      ["repo/skills/b", "b", expect.stringContaining("must begin with frontmatter"), 0],
    ]);
    expect(folders[0]?.files.map(({ path }) => path)).toEqual(["scripts/größe.ts", "template/SKILL.md"]);
    expect(await skillFolders(await readZip(zipOf(parts)), "repo/skills/b")).toHaveLength(1);
    await expect(skillFolders(await readZip(zipOf(parts)), "repo/docs")).rejects.toThrow("below repo/docs");
  });

  test.each<[string, readonly ZipPart[], RegExp]>([
    [
      "a path above the folder",
      [skill, { name: "a/../../etc/passwd" }],
      /"a\/\.\.\/\.\.\/etc\/passwd" leads out/,
    ],
    ["an absolute path", [skill, { name: "/etc/passwd" }], /"\/etc\/passwd" leads out/],
    ["a drive", [skill, { name: "C:/x" }], /"C:\/x" leads out/],
    ["a backslash", [skill, { name: "a\\..\\x" }], /leads out/],
    ["a control character", [skill, { name: "a/x\u0007" }], /has an invalid name/],
    ["a name twice", [skill, skill], /has the entry "a\/SKILL\.md" twice/],
    [
      "a name that is not UTF-8",
      [skill, { name: Buffer.from([0x61, 0x2f, 0xff]), flags: 0 }],
      /entry 2 .* is not UTF-8/,
    ],
    [
      "a symbolic link",
      [skill, { name: "a/x", text: "/etc/passwd", mode: 0o120_777 }],
      /"a\/x" is a symbolic link/,
    ],
    ["a device", [skill, { name: "a/x", mode: 0o020_666 }], /"a\/x" is not a regular file/],
    ["an encrypted entry", [skill, { name: "a/x", flags: 0x801 }], /"a\/x" is encrypted/],
    ["two names that differ in case", [skill, { name: "a/skill.md", text: MD }], /SKILL|skill/],
    [
      "a file above the limit",
      [skill, { name: "a/x", text: Buffer.alloc(2_000_001) }],
      /a\/x has 2000001 bytes/,
    ],
    [
      "a size that is too small",
      [skill, { name: "a/x", text: Buffer.alloc(1_000_000), size: 10 }],
      /"a\/x" is broken: too many bytes/,
    ],
    [
      "a size that is too large",
      [skill, { name: "a/x", text: "1", size: 1_000 }],
      /"a\/x" is broken: not enough bytes/,
    ],
    [
      "too many files",
      [skill, ...Array.from({ length: 201 }, (_, n) => ({ name: `a/${n}` }))],
      /has 201 files/,
    ],
    ["no skill", [{ name: "a/b.txt" }], /There is no SKILL\.md/],
  ])("names the entry of an archive with %s", async (_, parts, message) => {
    expect(await problemOf(parts)).toMatch(message);
  });

  test("refuses an archive with 60,000 entries before it reads them, and bytes that are no archive", async () => {
    expect(await problemOf([skill], 60_000)).toMatch(/60,000 entries; at most 20,000/);
    await expect(readZip(new Uint8Array(100))).rejects.toThrow("not a zip archive");
    const cut = zipOf([skill, { name: "a/x", text: "1".repeat(1_000) }]);
    await expect(readZip(cut.subarray(0, 60))).rejects.toThrow(/zip archive/);
  });

  test("a bomb of many files is refused by the sizes that it states", async () => {
    const parts = Array.from({ length: 5 }, (_, n) => ({ name: `a/${n}`, text: Buffer.alloc(1_900_000) }));
    expect(await problemOf([skill, ...parts])).toMatch(/a skill has at most 8000000/);
  });
});

test("writeZip writes an archive that the reference library accepts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "easel-skill-"));
  try {
    const bytes = new Uint8Array([0, 255, 1]);
    const content = {
      markdown: MD,
      files: [describeFile({ path: "references/more.md", bytes: Buffer.from("More") })],
    };
    const zip = await writeZip("a", content, new Date("2026-01-01T00:00:00Z"));
    expect(zip).toEqual(await writeZip("a", content, new Date("2026-01-01T00:00:00Z")));
    await unpack(await readZip(zip), folder);
    expect(await validate(join(folder, "a"))).toEqual([]);
    expect(await readFile(join(folder, "a/references/more.md"), "utf8")).toBe("More");
    expect(describeFile({ path: "x", bytes })).toMatchObject({ hash: expect.any(String), size: 3 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function unpack(entries: readonly Entry[], folder: string): Promise<void> {
  for (const { path, read } of entries) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), await read());
  }
}

test("a public skill loads with all files", async () => {
  const root = join(import.meta.dirname, "../../../vendor/anthropics-skills");
  const paths = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(root.length + 1));
  const entries = paths.map((path) => ({ path, size: 1, read: () => readFile(join(root, path)) }));
  const found = await skillFolders(entries);
  expect(found).toMatchObject([{ name: "internal-comms", moved: [] }]);
  expect(found[0]?.files).toHaveLength(5);
});

test.each([
  ["https://github.com/anthropics/skills", { owner: "anthropics", name: "skills", rest: [] }],
  [
    "https://github.com/a/b.git/tree/main/skills/pdf",
    { owner: "a", name: "b", rest: ["main", "skills", "pdf"] },
  ],
  ["https://github.com/a/b/blob/main/x/SKILL.md", { owner: "a", name: "b", rest: ["main", "x"] }],
  ["https://github.com/a/b/archive/main.zip", null],
  ["https://example.com/a/b", null],
])("githubFolder of %s", (address, expected) => {
  expect(githubFolder(address)).toEqual(expected);
});
