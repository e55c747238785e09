import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { ask } from "./past.ts";

const card = (...lines: string[]) => `BEGIN:VCARD\r\nVERSION:3.0\r\n${lines.join("\r\n")}\r\nEND:VCARD\r\n`;

const CARDS = [
  ...Array.from({ length: 996 }, (_, n) =>
    card(`FN:Person ${String(n).padStart(3, "0")}`, `TEL:+49 30 ${100_000 + n}`, `UID:p-${n}`),
  ),
  card("FN:Countess Lovelace", "EMAIL:ADA@example.com", "TITLE:Analyst", "BDAY:1815-12-10"),
  card("FN:Ada Lovelase", "NOTE:Misspelt"),
  card("NOTE:Nobody"),
  card("FN:Person 000", "UID:p-0"),
].join("");

test("imports a thousand contacts with duplicates, merges two pairs and undoes each change", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const query = (operation: string, rest: object = {}) =>
    ask(easel.url, "POST", "/api/documents/query", { operation, collection: "contacts", ...rest });
  await query("deleteMany", { filter: {} });
  await query("insertOne", {
    data: { _id: "ada", name: "Ada Lovelace", email: "ada@example.com", pet: "Puff" },
  });
  await page.goto("/calendar/contacts");
  const list = page.getByRole("list", { name: "Contacts" });
  await expect(list.getByRole("link", { name: "Ada Lovelace" })).toBeVisible();
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: "friends.vcf", mimeType: "text/vcard", buffer: Buffer.from(CARDS) });
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("997 added, 0 updated, 1 unchanged, 1 duplicate, 1 unreadable");
  await sound(page);
  await dialog.getByRole("button", { name: "Merge…" }).click();
  await expect(dialog.getByRole("heading", { name: "Merge into Ada Lovelace" })).toBeVisible();
  await sound(page);
  await dialog.getByRole("radio", { name: "Countess Lovelace" }).check();
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(dialog.getByText("Merged", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  expect((await query("findOne", { filter: { _id: "ada" } })).row).toEqual({
    ...{ _id: "ada", name: "Countess Lovelace", email: "ada@example.com", pet: "Puff" },
    ...{ jobTitle: "Analyst", birthday: "1815-12-10" },
  });
  await page.getByRole("button", { name: /^Undo merging/ }).click();
  await expect(list.getByRole("link", { name: "Ada Lovelace" })).toBeVisible();

  await page.getByRole("button", { name: "More for contacts" }).click();
  await page.getByRole("menuitem", { name: "Likely duplicates" }).click();
  await expect(dialog.getByText("Similar name", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Merge…" }).click();
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(dialog.getByText("No duplicates")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("997 contacts", { exact: true })).toBeVisible();

  await page.getByRole("searchbox", { name: "Search contacts" }).fill("30100 995");
  await list.getByRole("link", { name: "Person 995" }).click();
  await expect(page.getByRole("heading", { name: "Person 995" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(list).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(list).toBeVisible();
  await query("updateOne", { filter: { uid: "p-995" }, update: { $set: { shoeSize: 43 } } });
  await expect(page.getByRole("definition").filter({ hasText: "43" })).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("E-mail").fill("ada@example.com");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Another contact has this phone or e-mail");
  await dialog.getByRole("button", { name: "Show other contact" }).click();
  await expect(page.getByRole("heading", { name: /^Ada Lovela/ })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  // Select the notice of the deletion: that of the merge may still be visible, with another Undo button.
  const notice = page.getByRole("listitem").filter({ hasText: "Deleted “Ada" });
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await query("findOne", { filter: { _id: "ada" } })).row?.pet).toBe("Puff");
  expect((await query("countDocuments")).count).toBe(997);

  await page.getByRole("button", { name: "More for contacts" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as vCard 4.0" }).click();
  expect(readFileSync(await (await download).path(), "utf8").match(/BEGIN:VCARD/g)).toHaveLength(997);
});
