import type { Locator } from "@playwright/test";
import { call } from "./call.ts";
import { type Block, look, show } from "./canvas.ts";
import { expect, test } from "./fixtures.ts";

const CSV = "product,day,sold\nRye loaf,Tue,58\nRye loaf,Wed,40\nCroissant,Tue,90\nCroissant,Wed,110\n";

const chart = (table: string): Block => ({
  type: "chart",
  chartType: "bar",
  data: { sql: `SELECT product, sum(sold) AS Sold FROM ${table} GROUP BY product ORDER BY product` },
});
const rows = (table: string): Block => ({
  type: "table",
  editable: true,
  data: { sql: `SELECT product AS Product, day AS Day, sold AS Sold, sold * 2 AS Twice FROM ${table}` },
});

async function imported(url: string, name: string): Promise<string> {
  const response = await fetch(`${url}/api/database/tables/${name}.csv/csv`, { method: "POST", body: CSV });
  expect(response.status).toBe(201);
  return (await response.json()).table;
}

async function query(url: string, sql: string): Promise<unknown> {
  return (await call(url, "POST", "/api/database/query", { sql })).body.rows;
}

const drawn = (surface: Locator) => surface.locator("svg.recharts-surface desc").first();
const cell = (surface: Locator, text: string) => surface.getByRole("gridcell", { name: text, exact: true });

test("shows a new collection as a live table and an aggregation over it as a live, labelled chart", async ({
  page,
  easel: server,
}) => {
  const ask = (operation: string, rest: object) =>
    call(server.url, "POST", "/api/documents/query", { operation, collection: "ai_bakes", ...rest });
  const bakes = [
    { loaf: "Rye", sold: 58 },
    { loaf: "Rye", sold: 40 },
    { loaf: "Wheat", sold: 90 },
  ];
  expect((await ask("insertMany", { data: bakes })).body).toMatchObject({ insertedCount: 3 });
  const summed = [{ $group: { _id: "$loaf", Sold: { $sum: "$sold" } } }, { $sort: { _id: 1 } }];
  const easel = await show(
    page,
    server.url,
    "Bakes",
    { type: "chart", chartType: "bar", data: { collection: "ai_bakes", pipeline: summed } },
    { type: "table", data: { collection: "ai_bakes", sort: { sold: -1 } } },
  );
  const surface = easel.sheet("Bakes");
  await expect(drawn(surface)).toContainText("from 90 (Wheat) to 98 (Rye)");
  await expect(surface.getByText("3 rows")).toBeVisible();
  await ask("updateOne", { filter: { sold: 40 }, update: { $inc: { sold: 100 } } });
  await ask("insertOne", { data: { loaf: "Oat", sold: 7 } });
  await expect(drawn(surface)).toContainText("from 7 (Oat) to 198 (Rye)");
  await expect(cell(surface, "140")).toBeVisible();
  await expect(surface.getByText("4 rows")).toBeVisible();
  await surface.getByRole("button", { name: "Live" }).first().click();
  await expect(page.getByText("from ai_bakes")).toBeVisible();
});

test("a chart of a CSV follows the edit of a cell and its undo", { tag: "@long" }, async ({
  page,
  easel: server,
}) => {
  const table = await imported(server.url, "loaves");
  const easel = await show(page, server.url, "Loaves", chart(table), rows(table));
  const surface = easel.sheet("Loaves");
  await expect(drawn(surface)).toContainText("from 98 (Rye loaf) to 200 (Croissant)");
  await expect(surface.getByText("4 rows")).toBeVisible();

  await surface.getByRole("button", { name: "Sold" }).last().click();
  await cell(surface, "58").click();
  await page.keyboard.press("Enter");
  const field = surface.getByRole("textbox", { name: "Sold" });
  await field.fill("many");
  await field.press("Enter");
  await expect(surface.getByRole("alert")).toContainText("Enter a number");
  await field.fill("150");
  await field.press("Enter");
  await expect(drawn(surface)).toContainText("from 190 (Rye loaf) to 200 (Croissant)");
  await expect(cell(surface, "300")).toBeVisible();
  expect(await query(server.url, `SELECT sold, typeof(sold) FROM ${table} WHERE rowid = 1`)).toEqual([
    [150, "integer"],
  ]);

  await page.keyboard.press("Control+z");
  await expect(drawn(surface)).toContainText("from 98 (Rye loaf)");
  await surface.getByRole("button", { name: "Redo changing Sold" }).click();
  await expect(drawn(surface)).toContainText("from 190 (Rye loaf)");
  await surface.getByRole("button", { name: "Undo changing Sold" }).click();
  await expect(drawn(surface)).toContainText("from 98 (Rye loaf)");

  await surface.getByRole("button", { name: "Live" }).first().click();
  await expect(page.getByRole("dialog")).toContainText(`FROM ${table}`);
  await page.keyboard.press("Escape");
  await look(easel);
});

test("asks before overwriting a cell that changed concurrently", { tag: "@long" }, async ({
  page,
  easel: server,
}) => {
  const table = await imported(server.url, "meanwhile");
  const surface = (await show(page, server.url, "Meanwhile", rows(table))).sheet("Meanwhile");
  await cell(surface, "58").dblclick();
  const field = surface.getByRole("textbox", { name: "Sold" });
  await field.fill("61");
  await call(server.url, "POST", "/api/database/sql", {
    sql: `UPDATE ${table} SET sold = CASE WHEN rowid = 1 THEN 59 ELSE sold + 1 END WHERE rowid < 3`,
  });
  await expect(cell(surface, "41")).toBeVisible();
  await field.press("Enter");
  await expect(surface.getByText("Sold is now “59”, so your “61” was not saved.")).toBeVisible();
  await surface.getByRole("button", { name: "Write “61”" }).click();
  await expect(cell(surface, "61")).toBeVisible();
  // The doubled column is computed by the database, so this value was written and read again.
  await expect(cell(surface, "122")).toBeVisible();
  await expect(surface.getByRole("alert")).toHaveCount(0);

  await call(server.url, "POST", "/api/database/sql", { sql: `DROP TABLE ${table}` });
  await expect(surface.getByRole("alert")).toContainText(`no such table: ${table}`);
  await expect(cell(surface, "61")).toBeVisible();
});

test("on a phone, a second tap on a cell edits it", { tag: "@long" }, async ({ browser, easel: server }) => {
  const table = await imported(server.url, "tapped");
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await context.newPage();
  const surface = (await show(page, server.url, "Tapped", rows(table))).sheet("Tapped");
  await cell(surface, "90").tap();
  await cell(surface, "90").tap();
  const field = surface.getByRole("textbox", { name: "Sold" });
  await field.fill("91");
  await field.blur();
  await expect(cell(surface, "182")).toBeVisible();
  await context.close();
});
