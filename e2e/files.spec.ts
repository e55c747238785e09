import { attached, csv, drop, PNG, pick, png } from "./attach.ts";
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
  const table = message.getByRole("link", { name: /as the table sales/ });
  await expect(table).toContainText("2 rows");
  await expect(table).toHaveAttribute("href", /^\/data\/sales/);
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
