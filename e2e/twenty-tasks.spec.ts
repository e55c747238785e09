import type { Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { note } from "./canvas.ts";
import { rewrite } from "./editor.ts";
import { expect, modelOf } from "./fixtures.ts";
import { ownServer } from "./own-server.ts";
import { ask as question, Workspace } from "./page.ts";
import { Presses } from "./presses.ts";
import { directive } from "./provider/directive.ts";

// Tasks of a new user, each with the most presses that it may take from a conversation.
const test = ownServer(modelOf);
test.describe.configure({ timeout: 180_000, mode: "serial" });

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;
const DAY_MS = 86_400_000;
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

type Prepared = { talk: Talk; title: string; fact: string };

/** Creates the event, contact, board, job, sheet, fact and question of the tasks. */
async function prepare(url: string, mode: string): Promise<Prepared> {
  const documents = (collection: string, data: object) =>
    call(url, "POST", "/api/documents/query", { operation: "insertOne", collection, data });
  const start = new Date(Date.now() + DAY_MS);
  start.setUTCHours(10, 0, 0, 0);
  const at = (time: number) => ({ $date: new Date(time).toISOString() });
  await documents("schedule", {
    ...{ title: `Dentist ${mode}`, timeZone: "UTC" },
    ...{ start: at(start.getTime()), end: at(start.getTime() + 3_600_000) },
  });
  await documents("contacts", { name: `Ada ${mode}`, phone: "+49 30 100995" });
  await call(url, "POST", "/api/boards", { name: `Kitchen ${mode}` });
  const { body } = await call(url, "POST", "/api/jobs", {
    ...{ name: `Flour ${mode}`, cronExpression: "0 7 * * *" },
    instruction: `Order flour.\n${directive({ status: 400, message: "The mill is closed" })}`,
  });
  await call(url, "POST", `/api/jobs/${body.job.id}/run`);
  const title = `Bread ${mode}`;
  const talk = new Talk(url);
  const input = { title, blocks: [note("Bake on Friday.")], wait: false };
  const fact = `Plays the oboe ${mode}`;
  await talk.tell(
    `What do we bake, marzipan-${mode}?`,
    { tool: "render_blocks", input },
    { tool: "memory", input: { action: "store", layer: "long", content: fact } },
    { text: "There." },
  );
  const waiting = new Talk(url);
  await (
    await waiting.say(`Paint the door ${mode}`, question("Which colour?", ["Red", "Blue"]), {
      text: "Painted.",
    })
  ).text();
  return { talk, title, fact };
}

for (const keys of [false, true])
  test(`the tasks of a new user take few presses${keys ? " with the keyboard alone" : ""}`, {
    tag: "@long",
  }, async ({ page, own }) => {
    test.skip(keys && isPhone(page), "A phone has no keyboard");
    const mode = keys ? "keys" : isPhone(page) ? "phone" : "mouse";
    const { talk, title, fact } = await prepare(own.url, mode);
    const does = new Presses(page, { keys });
    const open = async () => {
      const easel = await Workspace.open(page, `/chat/${talk.id}`);
      return easel;
    };

    await test.step("see the code of a sheet, change a word in it, keep it, put it on a board", async () => {
      const easel = await open();
      await easel.canvas();
      const sheet = easel.sheet(title);
      await does.on(sheet.getByRole("button", { name: "Code" }));
      const dialog = page.getByRole("dialog", { name: `Code of “${title}”` });
      await expect(dialog.locator(".cm-content")).toContainText("Bake on Friday.");
      does.atMost(1);
      await rewrite(
        dialog.getByRole("textbox"),
        JSON.stringify({ title, blocks: [note("Bake on Sunday.")] }),
      );
      // In an editor, Tab indents until Escape was pressed.
      if (keys) await page.keyboard.press("Escape");
      await does.on(dialog.getByRole("button", { name: "Save" }));
      does.atMost(3 - 1);
      await expect(sheet).toContainText("Bake on Sunday.");
      await does.on(sheet.getByRole("button", { name: "Keep" }));
      does.atMost(1);
      await expect(sheet.getByRole("link", { name: "Kept" })).toBeVisible({ timeout: 60_000 });
      await does.button(`More for “${title}”`);
      await does.on(page.getByRole("menuitem", { name: `Put on “Kitchen ${mode}”` }));
      does.atMost(2);
      await expect(page.getByText(`Kitchen ${mode}`).first()).toBeVisible();
    });

    await test.step("find a conversation by a word in it", async () => {
      const other = await Workspace.open(page);
      await expect(other.composer).toBeVisible();
      await does.navigation();
      await does.type(page.getByRole("searchbox", { name: "Search conversations" }), `marzipan-${mode}`);
      await does.on(page.getByRole("link", { name: /marzipan/ }));
      does.atMost(2);
      await expect(page).toHaveURL(new RegExp(talk.id));
    });

    await test.step("take back what the agent changed a minute ago", async () => {
      const easel = await open();
      await easel.chat();
      await does.button(`Undo: Remembered: ${fact}`);
      await expect(page.getByText("Undone").filter({ visible: true }).first()).toBeVisible();
      does.atMost(2);
      await does.button(`Redo: Remembered: ${fact}`);
      does.atMost(1);
    });

    await test.step("see all that it remembers, and correct one fact", async () => {
      await open();
      await does.place("Memory");
      await expect(page.getByRole("link", { name: fact })).toBeVisible();
      does.atMost(1);
      await does.link(fact);
      await does.type(page.getByRole("textbox", { name: /^Fact/ }), `Plays the horn ${mode}`);
      await does.button("Save");
      does.atMost(3 - 1);
      await expect(page.getByRole("link", { name: `Plays the horn ${mode}` })).toBeVisible();
    });

    await test.step("see next week, and move an event", async () => {
      await open();
      await does.place("Calendar");
      const event = page.getByRole("main").getByText(`Dentist ${mode}`).first();
      await expect(event).toBeVisible();
      does.atMost(1);
      if (isPhone(page)) {
        await does.on(event);
        const dialog = page.getByRole("dialog");
        await dialog.locator("input[type=date]").first().fill(dayAfter(2));
        await does.on(dialog.getByRole("button", { name: "Save" }));
        await expect(dialog).toHaveCount(0);
        // An agenda has nothing to drag.
        return does.atMost(3 - 1);
      }
      const focusable = page
        .getByRole("main")
        .locator("a, button, [tabindex]")
        .filter({ hasText: `Dentist ${mode}` })
        .first();
      await (keys ? does.focus(focusable) : focusable.focus());
      await does.key("Shift+ArrowDown");
      await expect(page.getByRole("main").getByText(/→/)).toBeVisible();
      does.atMost(2 - 1);
    });

    await test.step("find the number of a contact", async () => {
      await open();
      await does.place("Calendar");
      await does.link("Contacts");
      await expect(
        page.getByRole("list", { name: "Contacts" }).getByText("+49 30 100995").first(),
      ).toBeVisible();
      does.atMost(2);
    });

    await test.step("answer what waits", async () => {
      await open();
      await does.place(/^Inbox/);
      const item = page.getByRole("article", { name: `Paint the door ${mode}` });
      await does.on(item.getByRole("button", { name: "Blue" }));
      await expect(item).toContainText("You answered: Blue.");
      does.atMost(2);
    });

    await test.step("see why a job failed", async () => {
      await open();
      await does.place("Calendar");
      await does.link("Jobs");
      await expect(page).toHaveURL(/\/calendar\/jobs/);
      const row = page
        .getByRole("main")
        .getByRole("listitem")
        .filter({ hasText: `Flour ${mode}` });
      await expect(row.filter({ hasText: "The mill is closed" }).first()).toBeVisible({ timeout: 30_000 });
      does.atMost(2);
    });

    await test.step("see what today cost", async () => {
      await open();
      await does.place("Settings");
      await does.link(/^Usage/);
      await expect(page.getByText(/^Today: /)).toBeVisible();
      does.atMost(2);
    });

    await test.step("download a backup", async () => {
      await open();
      await does.place("Settings");
      await does.link(/^General/);
      const downloaded = page.waitForEvent("download", { timeout: 60_000 });
      await does.button("Download a backup");
      await downloaded;
      does.atMost(3);
    });

    await test.step("make a second agent from an example", async () => {
      await open();
      await does.place("New conversation");
      // The first page offers only examples that do not exist yet.
      await does.button(keys ? /^Reading companion/ : /^Ledger/);
      await expect(page).toHaveURL(/\/a\/[0-9a-f-]+/);
      does.atMost(3);
    });

    await test.step("give a program a token", async () => {
      await open();
      await does.place("Settings");
      await does.link(/^Access tokens/);
      await does.type(page.getByLabel("Program"), `Editor ${mode}`);
      await does.button(/^Create/);
      await expect(page.getByText("Token", { exact: true }).first()).toBeVisible();
      does.atMost(3);
    });

    await test.step("go back to an earlier time", async () => {
      await open();
      if (isPhone(page)) {
        await does.navigation();
        await does.button("Theme, shortcuts and more");
        await does.on(page.getByRole("menuitem", { name: "Before today" }));
      } else {
        await does.key("ControlOrMeta+k");
        await page.getByRole("combobox").fill("Go back: before");
        await does.on(page.getByRole("option", { name: /^Go back: Before today/ }));
      }
      await expect(page.getByRole("heading", { level: 1, name: /^Back to/ })).toBeVisible();
      does.atMost(3 - 1);
    });
  });
