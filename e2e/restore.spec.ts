import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { alive } from "./alive.ts";
import { call } from "./call.ts";
import { newDataFolder } from "./data-folder.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { EaselServer } from "./server.ts";

let easel: EaselServer;
let folder: string;
test.beforeAll(async ({ provider }) => {
  folder = newDataFolder();
  easel = await EaselServer.start({ EASEL_DATA_DIR: folder, ...modelOf(provider) }, "start.mjs");
});
test.afterAll(async () => {
  await easel.stop();
  removeDataFolder(folder);
});

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies here
  baseURL: async ({}, use) => use(easel?.url),
});

test("the settings restore a backup with a restart, and refuse a damaged one", { tag: "@long" }, async ({
  page,
}) => {
  const notes = async () => (await call(easel.url, "GET", "/api/notes")).body.content;
  await call(easel.url, "PUT", "/api/notes", { content: "of the backup" });
  await page.goto("/settings/general");
  await alive(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download a backup" }).click(),
  ]);
  const buffer = await readFile(await download.path());
  await call(easel.url, "PUT", "/api/notes", { content: "later" });

  const choose = (bytes: Buffer) =>
    page
      .getByLabel("Backup to restore")
      .setInputFiles({ name: "my.easel", mimeType: "application/gzip", buffer: bytes });
  await choose(buffer.subarray(0, buffer.length / 2));
  await expect(page.getByText(/“my.easel” cannot be restored\. The file is truncated/)).toBeVisible();
  await choose(buffer);
  const dialog = page.getByRole("dialog", { name: "Restore “my.easel”" });
  await dialog.getByLabel("Type “restore” to confirm").fill("restore");
  await dialog.getByRole("button", { name: "Restore and restart" }).click();
  await expect(page.getByText(/^Restored · /)).toBeVisible({ timeout: 60_000 });
  expect(await notes()).toBe("of the backup");
  expect(easel.output.filter((line) => /died/.test(line))).toEqual([]);
});

test("a command replaces a forgotten password while Easel runs", { tag: "@long" }, async ({ page }) => {
  const [script, ...env] = ["bin/server/password.ts", "PATH", "HOME"];
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    cwd: join(import.meta.dirname, ".."),
    env: {
      ...Object.fromEntries(env.map((name) => [name, process.env[name]])),
      NODE_ENV: "production",
      EASEL_DATA_DIR: folder,
    },
  });
  const password = /The new password is (\S+)/.exec(stdout)?.[1] ?? "";
  expect(password).toMatch(/^[\w-]{16}$/);
  await expect.poll(async () => (await call(easel.url, "GET", "/api/notes")).status).toBe(401);
  await page.goto("/login");
  await expect(page.getByText("Forgot it? Run npm run password where Easel runs.")).toBeVisible();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
});
