import { Talk } from "./api.ts";
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

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText(/^Undone: \d+ items$/)).toBeVisible();
  expect(await prompt()).toBe("You are at the second moment.");
  expect(await ask("GET", "/api/state/later")).toEqual({ value: 1 });
});

test("restores the database exactly to a moment between two changes, and shows and undoes a change", {
  tag: "@once",
}, async ({ page }) => {
  const run = (sql: string) => ask("POST", "/api/database/sql", { sql });
  const rows = async () => (await run("SELECT * FROM trips ORDER BY id")).rows;
  await run("CREATE TABLE trips (id INTEGER PRIMARY KEY, town TEXT, price REAL)");
  await run("INSERT INTO trips VALUES (1, 'Rome', 9.5), (2, 'Oslo', 3)");
  const noon = new Date(Date.now() + 5).toISOString();
  const then = await rows();
  await expect.poll(() => new Date().toISOString() > noon).toBe(true);
  await run("UPDATE trips SET town = 'Pisa' WHERE id = 1");
  await run("INSERT INTO trips VALUES (3, 'Bergen', 4)");

  const past = await Past.open(page);
  const change = past.entry("trips: 3 rows added, 1 changed");
  await change.getByRole("link").click();
  const table = past.version.getByRole("region", { name: "trips" });
  await expect(table.getByRole("row", { name: /Bergen/ })).toBeVisible();
  await past.sound();

  await page.goto(`/agent/history?at=${encodeURIComponent(noon)}`);
  const restorePoint = page.getByRole("region", { name: "Point in time" });
  await expect(restorePoint.getByRole("listitem").filter({ hasText: "All tables" })).toBeVisible();
  await restorePoint.getByRole("button", { name: /^Restore everything to/ }).click();
  await expect(page.getByText(/^Restored 1 item$/)).toBeVisible();
  expect(await rows()).toEqual(then);

  await run("UPDATE trips SET town = 'Bari' WHERE id = 2");
  await page.goto("/agent/history?kind=database");
  await past.entry("trips: 1 changed").first().getByRole("link").click();
  await expect(past.version.getByRole("region", { name: "trips" }).getByText("Bari")).toBeVisible();
  await past.version.getByRole("button", { name: "Undo" }).click();
  await expect.poll(rows).toEqual(then);
});

test("a message's button brings the time before it back: chosen items, the database and the conversation, and undoes it", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  const run = (sql: string) => ask("POST", "/api/database/sql", { sql });
  const rows = async () => (await run("SELECT * FROM visits ORDER BY id")).rows;
  await run("CREATE TABLE visits (id INTEGER PRIMARY KEY, town TEXT)");
  await run("INSERT INTO visits VALUES (1, 'Rome')");
  await setPrompt("You plan visits.");
  const talk = new Talk(url);
  const { messages } = await talk.tell("Plan a visit", { text: "Rome is on the list." });
  const noon = await rows();
  await talk.tell(
    "Go to Oslo instead",
    { tool: "set_state", input: { key: "town", value: "Oslo" } },
    { tool: "db_sql", input: { sql: "UPDATE visits SET town = 'Oslo'" } },
    { text: "Oslo it is." },
  );
  await setPrompt("You plan visits to Norway.");
  const later = await rows();

  await page.goto(`/chat/${talk.id}`);
  const asked = page.getByRole("article", { name: "You said" }).filter({ hasText: "Go to Oslo" });
  await asked.hover();
  await asked.getByRole("link", { name: "Back to before this message" }).click();
  const restorePoint = page.getByRole("region", { name: "Point in time" });
  await expect(restorePoint.getByText("Hides 2 later messages")).toBeVisible();
  await restorePoint.getByRole("checkbox", { name: "Restore “System prompt”" }).click();
  await new Past(page).sound();
  await restorePoint.getByRole("button", { name: /^Restore 2 items to/ }).click();

  await expect(page).toHaveURL(new RegExp(`/chat/${talk.id}`));
  await expect(page.getByText("Later messages are hidden.")).toBeVisible();
  await expect(page.getByText("Oslo it is.", { exact: true })).toHaveCount(0);
  expect((await talk.read()).messages).toEqual(messages);
  expect(await rows()).toEqual(noon);
  expect(await ask("GET", "/api/state/town")).toEqual({ value: null });
  expect(await prompt()).toBe("You plan visits to Norway.");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Oslo it is.", { exact: true })).toBeVisible();
  expect(await rows()).toEqual(later);
  expect(await ask("GET", "/api/state/town")).toEqual({ value: "Oslo" });
});
