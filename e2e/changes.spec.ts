import { randomUUID } from "node:crypto";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";
import { ask as asked, Past } from "./past.ts";

// Takes more than a minute on a busy machine.
test.describe.configure({ timeout: 120_000 });

test("each change of a message has its words, a link and undo, live, after a reload and in another tab", {
  tag: "@once",
}, async ({ page, context, provider, easel: server }) => {
  const ask = (method: string, path: string, body?: unknown) => asked(server.url, method, path, body);
  const documents = (operation: string, rest: object) =>
    ask("POST", "/api/documents/query", { operation, collection: "schedule", ...rest });
  const name = `check_${randomUUID().slice(0, 8)}`;
  const title = `Dentist ${name}`;
  const year = new Date().getFullYear() + 1;
  const start = (day: number) => ({ $date: `${year}-12-0${day}T09:00:00.000Z` });
  const dayOf = async () =>
    JSON.stringify(await documents("findOne", { filter: { title } })).includes(`${year}-12-02`) ? 2 : 1;
  // Events of another test's calendar would mark the collection as text of strangers.
  await documents("deleteMany", { filter: {} });
  await documents("insertOne", { data: { title, start: start(1), timeZone: "UTC" } });
  const fact = `Allergic to hazelnuts ${name}`;
  const tool = { name, description: "Checks", parameter_schema: { type: "object" }, code: "return 1;" };
  provider.script(
    { tool: "load_toolset", input: { id: "documents" } },
    {
      tool: "db_query",
      input: {
        ...{ collection: "schedule", operation: "updateOne", filter: { title } },
        update: { $set: { start: start(2) } },
      },
    },
    { tool: "memory", input: { action: "store", layer: "long", content: fact } },
    { tool: "create_tool", input: tool },
    { text: "All done." },
  );
  const easel = await Workspace.open(page);
  await easel.tell("Move the dentist, and remember the nuts");
  const moved = `${title}: 1 Dec ${year} 09:00 → 2 Dec ${year} 09:00`;
  const undo = (words: string) => page.getByRole("button", { name: `Undo: ${words}`, exact: true });
  const changes = page.getByRole("list", { name: "Changes" });
  await expect(changes.getByRole("listitem")).toHaveText([
    new RegExp(`^${RegExp.escape(moved)}Undo$`),
    `Remembered: ${fact}Undo`,
    `Made the tool ${name}Undo`,
  ]);
  await sound(page, "iframe");

  await undo(moved).click();
  await expect(changes.getByRole("status")).toHaveText("Undone");
  expect(await dayOf()).toBe(1);
  const second = await context.newPage();
  await second.goto(page.url());
  const redo = second.getByRole("button", { name: `Redo: ${moved}`, exact: true });
  await expect(redo).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: `Redo: ${moved}`, exact: true })).toBeVisible();
  await redo.click();
  await expect(undo(moved)).toBeVisible();
  expect(await dayOf()).toBe(2);
  await second.close();

  await undo(`Made the tool ${name}`).click();
  await expect(page.getByRole("button", { name: `Redo: Made the tool ${name}` })).toBeVisible();
  expect((await ask("GET", "/api/agent-tools")).tools.map((one: { name: string }) => one.name)).not.toContain(
    name,
  );

  await documents("updateOne", { filter: { title }, update: { $set: { start: start(3) } } });
  await expect(changes.getByRole("link", { name: "Changed since" })).toBeVisible();
  await expect(undo(moved)).toHaveCount(0);
  await changes.getByRole("link", { name: "Changed since" }).click();
  const past = new Past(page);
  await expect(past.entry(moved).first()).toBeVisible();
  await expect(past.entry(`Remembered: ${fact}`)).toHaveCount(1);
  await page.goto("/agent/activity");
  await expect(page.getByText(moved)).toBeVisible();
});
