import { Talk } from "./api.ts";
import { note } from "./canvas.ts";
import { rewrite } from "./editor.ts";
import { expect, test } from "./fixtures.ts";
import { FRAME, Workspace } from "./page.ts";

// The server tries out every component that is saved, which takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

const CODE = 'export default function Hello() {\n  return <h3 className="p-2">Good morning</h3>;\n}\n';

test("changes a word of a sheet by hand, formats it, goes back, and keeps it in the library", {
  tag: "@once",
}, async ({ page, easel: server }) => {
  const title = `Flour ${process.pid} ${test.info().project.name}`;
  const talk = new Talk(server.url);
  const input = { title, blocks: [note("Bake on **Friday**.")], wait: false };
  await talk.say("When do we bake?", { tool: "render_blocks", input }, { text: "There." });
  await talk.until("completed");
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  const sheet = easel.sheet(title);
  await sheet.getByRole("button", { name: "Code" }).click();
  const dialog = page.getByRole("dialog", { name: `Code of “${title}”` });
  const blocks = [note("Bake on **Sunday**.")];
  await rewrite(dialog.getByRole("textbox"), JSON.stringify({ title, blocks }));
  await dialog.getByRole("button", { name: "Format" }).click();
  await expect(dialog.locator(".cm-line")).not.toHaveCount(1);
  await easel.accessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(sheet).toContainText("Bake on Sunday.");
  await page.reload();
  await easel.canvas();
  await expect(sheet).toContainText("Bake on Sunday.");
  await sheet.getByRole("button", { name: "Version 2 of 2" }).click();
  await page.getByRole("button", { name: "Go back to version 1" }).click();
  await expect(sheet).toContainText("Bake on Friday.");

  await sheet.getByRole("button", { name: "Keep" }).click();
  await sheet.getByRole("link", { name: "Kept" }).click({ timeout: 60_000 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  await expect(page.frameLocator(`iframe[title="${title}"]`).getByText("Bake on Friday.")).toBeVisible();
});

test("saves the code of a component as a version in the library, which the sheet shows and the agent finds", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  const title = `Hello ${process.pid}`;
  const talk = new Talk(server.url);
  await talk.say(
    "Greet me",
    { tool: "render_and_wait", input: { code: CODE, title, wait: false } },
    { text: "Hi" },
  );
  await talk.until("completed");
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  const sheet = easel.sheet(title);
  const heading = sheet.frameLocator(FRAME).getByRole("heading");
  await expect(heading).toHaveText("Good morning");
  await sheet.getByRole("button", { name: "Code" }).click();
  const dialog = page.getByRole("dialog");
  await rewrite(dialog.getByRole("textbox"), CODE.replace("morning", "evening"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0, { timeout: 60_000 });
  await expect(heading).toHaveText("Good evening");
  await expect(sheet.getByRole("link", { name: "Kept" })).toBeVisible();
  await page.reload();
  await easel.canvas();
  await expect(heading).toHaveText("Good evening");

  const edits = [{ find: "Good evening", replace: "Good night" }];
  await easel.tell(
    "Say good night",
    { tool: "update_ui_component", input: { name: title, edits } },
    { text: "Done" },
  );
  await expect(heading).toHaveText("Good night", { timeout: 30_000 });
});
