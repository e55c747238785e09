import { expect, test } from "./fixtures.ts";
import { ask as asked, Past } from "./past.ts";

// More steps than fit into a minute of a busy machine.
test.describe.configure({ timeout: 120_000 });

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => asked(url, method, path, body);
const setPrompt = (content: string) => ask("PUT", "/api/prompt", { content });
const prompt = async (): Promise<string> => (await ask("GET", "/api/prompt")).content;

test("what is restored survives a crash, one thing and everything", { tag: "@once" }, async ({
  page,
  easel,
}) => {
  await setPrompt("Before the crash");
  await ask("PUT", "/api/state/early", { value: 1 });
  const [early] = (await ask("GET", "/api/history?kind=state&name=early")).revisions;
  await setPrompt("After it was changed");
  await ask("PUT", "/api/state/late", { value: 1 });
  const past = await Past.open(page, "/history?kind=system_prompt");
  await past.choose("Before the crash");
  await past.version.getByRole("button", { name: /^Restore version/ }).click();
  await expect(page.getByText(/^Restored version \d+ of/)).toBeVisible();
  const restored = page.url();
  await page.goto(`/history?at=${early.createdAt}`);
  await page.getByRole("button", { name: /^Restore everything to/ }).click();
  await expect(page.getByText("Restored one thing")).toBeVisible();
  await easel.kill();
  await easel.start();
  expect(await prompt()).toBe("Before the crash");
  expect(await ask("GET", "/api/state/late")).toEqual({ value: null });
  await page.goto(restored);
  await expect(past.version).toContainText(/You, by restoring version \d+/);
});

test("everything goes back to a moment together, after a look at what would change, and forth again", {
  tag: "@once",
}, async ({ page }) => {
  await setPrompt("You are at the first moment.");
  await ask("PUT", "/api/state/oven", { value: { degrees: 200 } });
  const [first] = (await ask("GET", "/api/history?kind=state&name=oven")).revisions;
  await setPrompt("You are at the second moment.");
  await ask("PUT", "/api/notes", { content: "The oven is hot." });
  await ask("PUT", "/api/state/later", { value: 1 });

  const past = await Past.open(page, `/history/${first.id}`);
  await past.version.getByRole("button", { name: "Go back to this moment" }).click();
  const moment = page.getByRole("region", { name: "A moment" });
  const change = moment.getByRole("button", { name: /System prompt/ });
  await expect(change).toContainText(/version \d+ → \d+/);
  await change.click();
  await expect(moment.getByRole("table", { name: "Text" })).toContainText("You are at the first moment.");
  await expect(moment.getByRole("button", { name: /later/ })).toContainText("goes");
  await past.sound();

  // What changes while one looks is seen before anything is done.
  await ask("PUT", "/api/state/meanwhile", { value: 1 });
  await expect(moment.getByRole("button", { name: /meanwhile/ })).toBeVisible();
  await moment.getByRole("button", { name: /^Restore everything to/ }).click();
  await expect(page.getByText(/^Restored \d+ things$/)).toBeVisible();
  expect(await prompt()).toBe("You are at the first moment.");
  expect(await ask("GET", "/api/state/later")).toEqual({ value: null });
  await expect(past.entry("Back to today").first()).toBeVisible();

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  expect(await prompt()).toBe("You are at the second moment.");
  expect(await ask("GET", "/api/state/later")).toEqual({ value: 1 });

  await page.goto(`/history?at=${new Date().toISOString()}`);
  await expect(moment).toContainText("Nothing would change");
  await moment.getByLabel("The moment").fill("2001-01-01T00:00:00");
  await expect(moment.getByRole("alert")).toContainText("The agent had not begun then.");
  await moment.getByRole("button", { name: "Go to where it began" }).click();
  await expect(moment.getByRole("button", { name: /^Restore everything to/ })).toBeVisible();
});

test("what changes just before everything goes back stops it, and is shown", { tag: "@once" }, async ({
  page,
}) => {
  await setPrompt("Before the race.");
  const [before] = (await ask("GET", "/api/history?kind=system_prompt&limit=1")).revisions;
  await setPrompt("After the race.");
  await Past.open(page, `/history?at=${before.createdAt}`);
  const moment = page.getByRole("region", { name: "A moment" });
  const restore = moment.getByRole("button", { name: /^Restore everything to/ });
  await expect(moment.getByRole("button", { name: /System prompt/ })).toBeVisible();
  await expect(moment.getByRole("button", { name: /raced/ })).toHaveCount(0);
  // Between the click and its arrival at the server.
  const isRestore = (url: URL) => url.pathname === "/api/history/moment" && url.search === "";
  await page.route(isRestore, async (route) => {
    await ask("PUT", "/api/state/raced", { value: 1 });
    await route.continue();
  });
  await restore.click();
  await expect(moment.getByRole("status")).toContainText(
    "Not restored: something changed while you were looking.",
  );
  await expect(moment.getByRole("button", { name: /raced/ })).toContainText("goes");
  expect(await prompt()).toBe("After the race.");

  await page.unroute(isRestore);
  await restore.click();
  await expect(page.getByText(/^Restored \d+ things$/)).toBeVisible();
  expect(await prompt()).toBe("Before the race.");
  expect(await ask("GET", "/api/state/raced")).toEqual({ value: null });
});
