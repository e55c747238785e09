import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.ts";
import { Bench, CODE, create, SCHEMA, sound } from "./library.ts";

// The server tries out every save in a browser, which takes long on a busy machine.
test.describe.configure({ timeout: 120_000 });

test("deletes, restores, exports and imports a component", { tag: ["@once", "@long"] }, async ({
  page,
  easel,
}) => {
  const name = await create(easel.url, "7 boards ");
  const bench = await Bench.open(page, name);
  const [download] = await Promise.all([page.waitForEvent("download"), bench.menu("Export as a file")]);
  expect(download.suggestedFilename()).toBe(`${name}.json`);
  const file = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(file).toMatchObject({ easel: "component", name, code: CODE, props_schema: SCHEMA });

  await bench.menu("Delete");
  await expect(page).toHaveURL(/\/gallery\?kind=component$/);
  const gone = page.getByRole("region", { name: "Deleted" });
  await expect(gone.getByRole("link", { name })).toBeVisible();
  await expect(gone.getByRole("button", { name: `Restore ${name}, version 1` })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(new RegExp(`/agent/components/${encodeURIComponent(name)}$`), {
    timeout: 30_000,
  });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v3", { timeout: 30_000 });

  await bench.menu("Delete");
  await expect(page.getByText(`Deleted “${name}”`)).toBeVisible();
  await gone.getByRole("link", { name }).click();
  await expect(page.getByText("Deleted. Any version can be restored.")).toBeVisible();
  await sound(page);

  await page.goBack();
  const upload = {
    name: `${name}.json`,
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(file)),
  };
  await page.getByLabel("A component's file").setInputFiles({ ...upload, buffer: Buffer.from("{") });
  await expect(page.getByText("Not a JSON file.")).toBeVisible();
  await page.getByLabel("A component's file").setInputFiles(upload);
  await expect(page).toHaveURL(new RegExp(`/agent/components/${encodeURIComponent(name)}$`), {
    timeout: 30_000,
  });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v5");

  await page.goBack();
  await page.getByLabel("A component's file").setInputFiles({
    ...upload,
    buffer: Buffer.from(JSON.stringify({ ...file, code: CODE.replace("Send", "Off") })),
  });
  await expect(page.getByRole("alertdialog")).toContainText(`“${name}” already exists`);
  await sound(page);
  await page.getByRole("button", { name: "Save as next version" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v6", { timeout: 30_000 });
});
