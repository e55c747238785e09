import { expect, test } from "./fixtures.ts";
import { ask as asked, Past } from "./past.ts";

// Takes more than a minute on a busy machine.
test.describe.configure({ timeout: 120_000 });

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => asked(url, method, path, body);
const setPrompt = (content: string) => ask("PUT", "/api/prompt", { content });
const prompt = async (): Promise<string> => (await ask("GET", "/api/prompt")).content;

test("restores a point in time after a preview, and undoes the restore", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  await setPrompt("You are at the first moment.");
  await ask("PUT", "/api/state/oven", { value: { degrees: 200 } });
  const [first] = (await ask("GET", "/api/history?kind=state&name=oven")).revisions;
  await setPrompt("You are at the second moment.");
  await ask("PUT", "/api/notes", { content: "The oven is hot." });
  await ask("PUT", "/api/state/later", { value: 1 });

  const past = await Past.open(page, `/agent/history/${first.id}`);
  await past.version.getByRole("button", { name: "Go back here" }).click();
  const restorePoint = page.getByRole("region", { name: "Point in time" });
  const change = restorePoint.getByRole("button", { name: /System prompt/ });
  await expect(change).toContainText(/version \d+ → \d+/);
  await change.click();
  await expect(restorePoint.getByRole("table", { name: "Text" })).toContainText(
    "You are at the first moment.",
  );
  await expect(restorePoint.getByRole("button", { name: /later/ })).toContainText("deleted");
  await past.sound();

  await ask("PUT", "/api/state/meanwhile", { value: 1 });
  await expect(restorePoint.getByRole("button", { name: /meanwhile/ })).toBeVisible();
  await restorePoint.getByRole("button", { name: /^Restore everything to/ }).click();
  await expect(page.getByText(/^Restored \d+ items$/)).toBeVisible();
  expect(await prompt()).toBe("You are at the first moment.");
  expect(await ask("GET", "/api/state/later")).toEqual({ value: null });
  await expect(past.entry("Back to today").first()).toBeVisible();

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Undone: \d+ items$/)).toBeVisible();
  expect(await prompt()).toBe("You are at the second moment.");
  expect(await ask("GET", "/api/state/later")).toEqual({ value: 1 });
});
