import { attached, csv, drop, PNG, pick, png } from "./attach.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";

test("attached tables and images survive a reload and reach the model", { tag: "@once" }, async ({
  page,
  provider,
}) => {
  const easel = await Workspace.open(page);
  await drop(page, csv, png);
  await expect(attached(page)).toHaveCount(2);
  await expect(attached(page).first()).toContainText("57 bytes");
  await easel.composer.fill("What sold best?");
  await sound(page);
  await page.reload();
  await expect(attached(page)).toHaveCount(2);
  await attached(page).nth(1).getByRole("button", { name: "Remove shelf.png" }).click();
  await pick(page, png);
  await expect(attached(page).nth(1)).toContainText("bytes");

  const marker = "What sold best of all?";
  await easel.say(marker, { text: "Köln did." });
  await expect(page.getByText("Köln did.", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(attached(page)).toHaveCount(0);
  const message = easel.messages.first();
  await expect(message.getByRole("link", { name: "Sales.csv 57 bytes" })).toBeVisible();
  const table = message.getByRole("link", { name: /as table sales/ });
  await expect(table).toContainText("2 rows");
  await expect(table).toHaveAttribute("href", /^\/files\/table\/sales/);
  await sound(page);

  const [request] = await provider.log.until({ containing: marker, atLeast: 1 });
  const sentBody = JSON.stringify(request?.body);
  expect(sentBody).toContain("All of it is in your database as table");
  expect(sentBody).toContain("2026-11-21,Köln,517");
  expect(sentBody).toContain(`data:image/png;base64,${PNG.toString("base64")}`);

  await page.reload();
  await message.getByRole("button", { name: "Enlarge: shelf.png" }).click();
  await expect(page.getByRole("dialog", { name: "shelf.png" })).toBeVisible();
  await page.keyboard.press("Escape");
});

test("a dropped file is listed with uploads, tables and collections, opens, and is deleted with undo", async ({
  page,
  easel: { url },
}) => {
  const name = `minutes-${process.pid}.txt`;
  await page.goto("/files");
  await expect(page.getByRole("heading", { level: 1, name: "Files" })).toBeVisible();
  const dropped = await page.evaluateHandle((name) => {
    const data = new DataTransfer();
    data.items.add(new File(["Present: Ada, Grace"], name, { type: "text/plain" }));
    return data;
  }, name);
  await page.getByRole("main").dispatchEvent("drop", { dataTransfer: dropped });
  const link = page.getByRole("link", { name, exact: true });
  await expect(link).toBeVisible();
  await sound(page);
  await page.getByRole("searchbox", { name: "Search files" }).fill(name);
  await expect(page.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveCount(1);
  await link.click();
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog.getByText("Present: Ada, Grace")).toBeVisible();
  await sound(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(link).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(link).toBeVisible();
  const { body } = await call(url, "GET", `/api/files/entries?q=${name}`);
  expect(body.counts.document).toBe(1);
});

test("an iCalendar file that is dropped on the page Files is imported by the calendar", {
  tag: "@long",
}, async ({ page }) => {
  const fair = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:fair-1", "SUMMARY:Spring fair"],
    ...["DTSTAMP:20260101T000000Z", "DTSTART:20260401T100000Z", "DTEND:20260401T110000Z"],
    ...["END:VEVENT", "END:VCALENDAR"],
  ].join("\r\n");
  await page.goto("/files");
  await page
    .getByLabel("Files to upload")
    .setInputFiles({ name: "fair.ics", mimeType: "text/calendar", buffer: Buffer.from(fair) });
  await expect(page).toHaveURL(/\/calendar$/);
  await expect(page.getByText(/^1 event added/)).toBeVisible();
});
