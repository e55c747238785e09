import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { alive } from "./alive.ts";
import { note, show } from "./canvas.ts";
import { expect, modelOf } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { ownServer } from "./own-server.ts";

const test = ownServer(modelOf);
const PASSWORD = "open sesame";

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("sharing sets a password first, and the settings change it, back up and remove it @long", async ({
  page,
  browser,
  own,
}) => {
  const easel = await show(page, own.url, "Sales", note("Rye leads"));
  const other = await (await browser.newContext({ baseURL: own.url })).newPage();
  await other.goto("/settings/general");
  await expect(other.getByRole("button", { name: "Set password" })).toBeVisible();

  // Three presses: the menu, the entry, the button.
  await page.getByRole("button", { name: "More for “Sales”" }).click();
  await page.getByRole("menuitem", { name: "Share…" }).click();
  const dialog = page.getByRole("dialog", { name: "Share “Sales”" });
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await easel.accessible();
  await dialog.getByRole("button", { name: "Set password and share" }).click();
  const link = (await dialog.locator("code").textContent()) ?? "";
  expect(link).toMatch(/\/shared\/[\w-]{43}$/);
  await expect(dialog.getByRole("button", { name: "Copy link to “Sales”" })).toBeVisible();
  await easel.accessible();

  // Other browsers see the link alone. Wait until the open page has left, because its navigation would abort the next one.
  await expect(other).toHaveURL(/\/login/, { timeout: 20_000 });
  const address = new URL(new URL(link).pathname, own.url).href;
  expect((await other.goto(address))?.status()).toBe(200);
  await other.goto("/settings/general");
  await expect(other).toHaveURL(/\/login/);
  await signIn(other, PASSWORD);
  await expect(other).not.toHaveURL(/\/login/);

  await page.goto("/settings/general");
  await expect(page.getByRole("list", { name: "Links" }).getByText("Sales")).toBeVisible();
  await alive(page);
  await sound(page);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill("open barley");
  await sound(page);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Changed. Other browsers signed out.")).toBeVisible();
  await other.goto("/settings/general");
  await expect(other).toHaveURL(/\/login/);

  await page.getByLabel("Your password").fill("open barley");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download a backup" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^easel-\d{4}-\d\d-\d\d\.easel$/);
  const path = await download.path();
  expect((await readFile(path)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  await page.getByLabel("Backup to restore").setInputFiles({
    name: "my.easel",
    mimeType: "application/gzip",
    buffer: await readFile(path),
  });
  const restore = page.getByRole("dialog", { name: "Restore “my.easel”" });
  await expect(restore.getByText("npm run restore my.easel -- --replace")).toBeVisible();
  await sound(page);
  await restore.getByRole("button", { name: "Close" }).first().click();

  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const removal = page.getByRole("dialog", { name: "Remove the password?" });
  await removal.getByLabel("Current password").fill("open barley");
  await removal.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Set password" })).toBeVisible();
  await other.goto("/settings/general");
  await expect(other.getByRole("button", { name: "Set password" })).toBeVisible();
});

test("the page reports a restart and keeps typed text", { tag: "@long" }, async ({ page, own }) => {
  await page.goto("/settings/general");
  await alive(page);
  await page.getByLabel("Password", { exact: true }).fill("half typed");
  await own.stop();
  await expect(page.getByText("Reconnecting… Your text is kept.")).toBeVisible();
  await own.start();
  await expect(page.getByText("Reconnecting… Your text is kept.")).toHaveCount(0);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("half typed");
  await expect(page.getByText("Easel was updated.")).toHaveCount(0);
});
