import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBuild } from "./builds";

let root: string;
let built: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "easel-builds-"));
  mkdirSync(join(root, "app"));
  edit("one");
  built = [];
});

afterEach(() => rmSync(root, { recursive: true }));

const edit = (text: string) => writeFileSync(join(root, "app", "page.tsx"), text);
const folders = () => readdirSync(join(root, ".builds")).filter((name) => !name.endsWith(".lock"));
const content = (distDir: string) => readFileSync(join(root, distDir, "out"), "utf8");

const run = async (_: string, distDir: string) => {
  built.push(distDir);
  mkdirSync(join(root, distDir));
  writeFileSync(join(root, "next-env.d.ts"), distDir);
  await sleep(50);
  writeFileSync(join(root, distDir, "out"), readFileSync(join(root, "app", "page.tsx")));
};
const open = () => openBuild(root, { log: () => {}, run });

test("builds the same sources once, ignoring tests", async () => {
  (await open()).release();
  writeFileSync(join(root, "app", "page.test.tsx"), "");
  (await open()).release();
  expect(built).toHaveLength(1);
  expect(existsSync(join(root, "next-env.d.ts"))).toBe(false);
});

test("concurrent starts share one build", async () => {
  const builds = await Promise.all([open(), open(), open()]);
  expect(new Set(builds.map(({ distDir }) => distDir)).size).toBe(1);
  expect(built).toHaveLength(1);
});

test("keeps a served build during a newer one, and removes it once unused", async () => {
  const old = await open();
  edit("two");
  const current = await open();
  expect([content(old.distDir), content(current.distDir)]).toEqual(["one", "two"]);
  old.release();
  (await open()).release();
  expect(folders()).toHaveLength(1);
  expect(content(current.distDir)).toBe("two");
});

test("never serves an incomplete build", async () => {
  const failing = openBuild(root, {
    log: () => {},
    run: async (_, distDir) => {
      mkdirSync(join(root, distDir));
      throw new Error("out of memory");
    },
  });
  await expect(failing).rejects.toThrow("out of memory");
  expect(folders()).toEqual([]);
  const whole = await open();
  rmSync(join(root, whole.distDir, "complete"));
  whole.release();
  const again = await open();
  expect(again.distDir).not.toBe(whole.distDir);
  expect(folders()).toHaveLength(1);
});
