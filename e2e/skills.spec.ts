import { readFileSync } from "node:fs";
import { zipOf } from "../lib/code/skills/testing/zip.ts";
import { alive } from "./alive.ts";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";

const md = (name: string, body = "Knead it.") =>
  `---\nname: ${name}\ndescription: Use it for ${name}.\n---\n\n# ${name}\n\n${body}\n`;

test("imports skills, edits one, and approves the agent's change in the inbox", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const { url } = easel;
  const zip = zipOf([
    { name: "skills/rye-bread/SKILL.md", text: md("rye-bread", "See [times](references/times.md).") },
    { name: "skills/rye-bread/references/times.md", text: "12 hours" },
    { name: "skills/rye-bread/scripts/time.ts", text: "console.log(12);" },
    { name: "skills/cake/SKILL.md", text: md("cake") },
    { name: "skills/cake/link", text: "/etc/passwd", mode: 0o120_777 },
  ]);
  const upload = (buffer: Buffer) => ({ name: "skills.zip", mimeType: "application/zip", buffer });
  await page.goto("/agent/skills");
  await alive(page);
  await expect(page.getByText("No skills yet")).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "Import" }).click();
  const choose = page.locator("input[type=file][aria-label='Choose a zip archive']");
  await choose.setInputFiles(upload(zipOf([{ name: "../SKILL.md", text: md("bad") }])));
  await expect(page.getByRole("alert")).toContainText('"../SKILL.md" leads out');
  await choose.setInputFiles(upload(zip));
  const dialog = page.getByRole("dialog", { name: "2 skills in skills.zip" });
  await expect(dialog.getByText('"skills/cake/link" is a symbolic link')).toBeVisible();
  await sound(page);
  await dialog.getByRole("button", { name: "Import 1 skill" }).click();

  await expect(page).toHaveURL(/\/agent\/skills\/rye-bread$/);
  await expect(page.getByText("Not in the prompt until you trust it.")).toBeVisible();
  await page.getByRole("button", { name: "from the file skills.zip" }).click();
  await page.getByRole("button", { name: "I wrote this" }).click();
  await expect(page.getByText("Not in the prompt until you trust it.")).toHaveCount(0);
  await page.getByRole("link", { name: "times" }).click();
  const editor = page.getByRole("textbox", { name: "references/times.md of rye-bread" });
  await editor.fill("14 hours");
  await sound(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v2");

  const talk = new Talk(url);
  const edits = [{ find: "See", replace: "Read" }];
  const said = await talk.say(
    "Improve the skill",
    { tool: "write_skill", input: { name: "rye-bread", edits } },
    { text: "Improved." },
  );
  await said.text();
  expect((await call(url, "GET", "/api/skills/rye-bread")).body.version).toBe(2);
  await page.goto("/inbox");
  const item = page.getByRole("article", { name: "Improve the skill" });
  await expect(item).toContainText("It would change the skill rye-bread.");
  await expect(item.getByRole("region", { name: "Change of SKILL.md" })).toContainText("Read");
  await sound(page);
  await item.getByRole("button", { name: "Allow", exact: true }).click();
  await talk.until("completed");

  await page.goto("/agent/skills/rye-bread");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v3");
  const menu = async (name: string) => {
    await page.getByRole("button", { name: "More for “rye-bread”" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const [download] = await Promise.all([page.waitForEvent("download"), menu("Export as zip")]);
  expect(download.suggestedFilename()).toBe("rye-bread.zip");
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
  await menu("Delete");
  await expect(page).toHaveURL(/\/agent\/skills$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(/\/agent\/skills\/rye-bread$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("v5");
});
