import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { ask as asked } from "./past.ts";

test("edits documents in a table, updates a second tab and restores a deleted collection", {
  tag: ["@once", "@long"],
}, async ({ page, context, easel }) => {
  const ask = (operation: string, collection: string, rest: object = {}) =>
    asked(easel.url, "POST", "/api/documents/query", { operation, collection, ...rest });
  await ask("deleteMany", "contacts", { filter: {} });
  await ask("insertMany", "contacts", {
    data: [
      {
        name: "Ada Lovelace",
        phone: "+44 20 7946 0018",
        email: "ada@example.com",
        company: "Analytical Engines",
      },
      {
        name: "Grace Hopper",
        phone: "+1 202 555 0143",
        email: "grace@example.com",
        met: { $date: "2025-11-02T09:30:00Z" },
      },
      { name: "Katherine Johnson", email: "katherine@example.com", tags: ["flight", "orbits"] },
    ],
  });
  await ask("insertMany", "ai_books", {
    data: [
      { _id: 1, title: "Frankenstein", pages: 280, read: true },
      { _id: 2, title: "Middlemarch", pages: 904, read: false },
    ],
  });
  await page.goto("/files");
  await page.getByRole("radio", { name: /^Collections/ }).click();
  const list = page.getByRole("list", { name: "Collections" });
  const books = list.getByRole("listitem").filter({ hasText: "ai_books" });
  await expect(books).toContainText("2 documents");
  await sound(page);
  // Contacts are in the calendar.
  await expect(list.getByRole("link", { name: "contacts" })).toHaveCount(0);

  await list.getByRole("link", { name: "ai_books" }).click();
  const second = await context.newPage();
  await second.goto("/files/collection/ai_books");
  const cell = (of: typeof page, text: string) => of.getByRole("gridcell", { name: text, exact: true });
  await expect(cell(second, "904")).toBeVisible();
  await cell(page, "904").dblclick();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("912");
  await page.keyboard.press("Enter");
  await expect(cell(second, "912")).toBeVisible();
  await page.getByRole("button", { name: "Undo changing pages" }).click();
  await expect(cell(second, "904")).toBeVisible();

  await page.getByRole("button", { name: "Add a document" }).click();
  const dialog = page.getByRole("dialog");
  await sound(page);
  await dialog.getByRole("tab", { name: "JSON" }).click();
  await dialog.getByRole("textbox").fill('{ "_id": 3, "title": "Emma" }');
  await sound(page);
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(cell(second, "Emma")).toBeVisible();
  await second.getByRole("searchbox", { name: "Search ai_books" }).fill("emm");
  await expect(second.getByText("1 document", { exact: true })).toBeVisible();
  await expect(cell(second, "904")).toHaveCount(0);
  await second.close();

  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByText('"title": "Emma"')).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "More for ai_books" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Files" })).toBeVisible();
  await expect(list.getByRole("link", { name: "ai_books" })).toHaveCount(0);
  // The collection also has an undo button, for changes of its documents.
  const notices = page.getByRole("region", { name: /^Notices/ });
  await notices.getByRole("button", { name: "Undo" }).last().click();
  await expect(books).toContainText("3 documents");
  expect((await ask("findOne", "ai_books", { filter: { _id: 2 } })).row.pages).toBe(904);
});
