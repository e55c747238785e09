import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.ts";
import { ask as asked, Past } from "./past.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => asked(url, method, path, body);
const setPrompt = (content: string) => ask("PUT", "/api/prompt", { content });
const prompt = async (): Promise<string> => (await ask("GET", "/api/prompt")).content;

test("edits the prompt; after concurrent changes the second user decides", { tag: "@once" }, async ({
  page,
}) => {
  await setPrompt("Be brief.");
  await page.goto("/agent/prompt");
  const field = page.getByRole("textbox", { name: "Prompt" });
  await expect(field).toHaveValue("Be brief.");
  await field.fill("Be brief and kind.");
  await expect(page.getByText("18 characters")).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue("Be brief and kind.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved as version \d+$/)).toBeVisible();
  expect(await prompt()).toBe("Be brief and kind.");

  await field.fill("Be brief, kind and quick.");
  await setPrompt("Be long.");
  const conflict = page.getByRole("region", { name: "Two versions" });
  await conflict.getByRole("button", { name: "Compare" }).click();
  await expect(conflict.getByRole("table")).toContainText("Be long.");
  await new Past(page).sound();
  await conflict.getByRole("button", { name: "Save mine over it" }).click();
  await expect(conflict).toHaveCount(0);
  await expect.poll(prompt).toBe("Be brief, kind and quick.");

  const versions = page.getByRole("complementary", { name: "Versions" });
  const { version } = await ask("GET", "/api/prompt");
  await expect(versions.getByRole("listitem").filter({ hasText: "live" })).toContainText(
    `Version ${version}`,
  );
  await versions.getByRole("button", { name: `Version ${version - 1}`, exact: true }).click();
  await expect(versions.getByRole("table", { name: "Text" })).toContainText("Be long.");
  await versions.getByRole("button", { name: /^Restore version/ }).click();
  await expect(field).toHaveValue("Be long.");

  // Separate words, because browsers take seconds to lay out one word of this length, and longer for as many
  // lines.
  await field.fill(`${"Be brief. ".repeat(10_000)}.`);
  await expect(page.getByText("1 character too many")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.getByRole("button", { name: "Discard" }).click();
});

test("exports and imports the agent as a file; an invalid file changes nothing", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  await setPrompt("As it was exported");
  await ask("PUT", "/api/state/taken", { value: [1, 2] });
  await page.goto("/agent/export");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export this agent" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^easel-agent-\d{4}-\d\d-\d\d\.json$/);
  const text = readFileSync(await download.path(), "utf8");
  const file = (content: string) => ({
    name: "agent.json",
    mimeType: "application/json",
    buffer: Buffer.from(content),
  });
  const input = page.getByLabel("Agent file");
  await input.setInputFiles(file(text));
  await expect(page.getByText("nothing new.")).toBeVisible();
  await page.getByRole("button", { name: "Choose another file" }).click();

  await setPrompt("As it became");
  await ask("DELETE", "/api/state/taken").catch(() => {});
  await input.setInputFiles(file('{"easel":"component"}'));
  await expect(page.getByText("“agent.json” not imported, nothing changed.")).toBeVisible();
  const broken = { ...JSON.parse(text), state: [{ key: "taken", value: 1, extra: true }] };
  await input.setInputFiles(file(JSON.stringify(broken)));
  await expect(page.getByText(/not imported, nothing changed.*state\[0\]/)).toBeVisible();
  await new Past(page).sound();
  expect(await prompt()).toBe("As it became");

  await input.setInputFiles(file(text));
  const preview = page.getByRole("region", { name: "What would change" });
  await expect(preview.getByRole("listitem").filter({ hasText: "System prompt" })).toContainText(
    "replaces version",
  );
  await preview.getByRole("button", { name: /System prompt/ }).click();
  const change = preview.getByRole("table", { name: "Text" });
  await expect(change.getByRole("row").filter({ hasText: "removed: " })).toContainText("As it became");
  await expect(change.getByRole("row").filter({ hasText: "added: " })).toContainText("As it was exported");
  await new Past(page).sound();
  await preview.getByRole("button", { name: "Import" }).click();
  await expect(page.getByText(/^Imported “agent\.json”: /)).toBeVisible();
  expect(await prompt()).toBe("As it was exported");
  expect(await ask("GET", "/api/state/taken")).toEqual({ value: [1, 2] });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  expect(await prompt()).toBe("As it became");
});
