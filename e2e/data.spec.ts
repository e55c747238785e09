import type { Locator, Page } from "@playwright/test";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./library.ts";

let count = 0;
const newName = (base: string) => `${base}_${process.pid}_${count++}`;

const PRODUCTS = "name,price,code\nRye loaf,2.4,007\nRoll,0.8,012\nStollen,12.5,100\n";

const run = (url: string, sql: string) => call(url, "POST", "/api/database/sql", { sql });

async function create(url: string, csv = PRODUCTS, base = "products"): Promise<string> {
  const name = newName(base);
  const sent = { method: "POST", headers: { "content-type": "text/csv" }, body: csv };
  const response = await fetch(`${url}/api/database/tables/${name}/csv?mode=create`, sent);
  expect(response.status).toBe(201);
  return name;
}

class Surface {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, table: string): Promise<Surface> {
    await page.goto(`/files/table/${table}`);
    const surface = new Surface(page);
    await expect(surface.cell(0, 0)).not.toBeEmpty();
    return surface;
  }

  cell(row: number, column: number): Locator {
    return this.page.locator(`[data-at="${row}:${column}"]`);
  }

  async write(row: number, column: number, text: string): Promise<void> {
    await this.cell(row, column).click();
    await this.page.keyboard.press("Enter");
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press("Enter");
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }
}

const isPhone = (size: { width: number } | null) => (size?.width ?? 0) < 768;

test.describe("on a desktop", () => {
  // Skip in a hook without `page`, so that skipped tests open no page.
  test.beforeEach(({ viewport }) => test.skip(isPhone(viewport), "the same in every width"));

  test("asks for number and date formats of a CSV, imports it as a table, and edits and undoes cells by keyboard", async ({
    page,
    easel,
  }) => {
    await page.goto("/files?kind=table");
    await expect(page.getByText("of 100 MB")).toBeVisible();
    const prices = newName("preise");
    const give = (name: string, csv: string) =>
      page
        .getByLabel("Files to upload")
        .setInputFiles({ name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(csv) });
    await give(prices, "artikel;preis;am\nBrot;1.234,50;1.2.2024\nSalz;0,9;3.4.2024\n");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("checkbox", { name: /Decimal comma/ })).toBeChecked();
    await expect(dialog.getByText("preis: 1.234,50 becomes 1234.50")).toBeVisible();
    await dialog.getByRole("combobox", { name: /Dates/ }).selectOption("Day first");
    await expect(dialog.getByText("am: 1.2.2024 becomes 2024-02-01")).toBeVisible();
    await sound(page);
    await dialog.getByRole("button", { name: "Import" }).click();
    await expect(page).toHaveURL(new RegExp(`/files/table/${prices}$`));
    expect((await run(easel.url, `SELECT * FROM ${prices}`)).body.rows).toEqual([
      ["Brot", 1234.5, "2024-02-01"],
      ["Salz", 0.9, "2024-04-03"],
    ]);

    const name = newName("bakery");
    await give(name, PRODUCTS);
    await expect(page.getByRole("textbox", { name: "Table name" })).toHaveValue(name);
    await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
    await expect(page).toHaveURL(new RegExp(`/files/table/${name}$`));
    const surface = new Surface(page);
    await expect(surface.cell(0, 2)).toHaveText("007");
    await sound(page);

    await surface.cell(0, 1).click();
    await page.keyboard.type("many");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "price, row 1" })).toHaveAccessibleDescription(
      /is not a number/,
    );
    await page.keyboard.press("Escape");
    await expect(surface.cell(0, 1)).toHaveText("2.4");
    await expect(surface.cell(0, 1)).toBeFocused();
    await page.keyboard.type("3.25");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("textbox", { name: "code, row 1" })).toBeFocused();
    await page.keyboard.type("8");
    await page.keyboard.press("Enter");
    await expect(surface.cell(1, 2)).toBeFocused();
    await page.keyboard.press("Delete");
    await expect(surface.cell(1, 2)).toHaveText("NULL");
    const rows = async () => (await run(easel.url, `SELECT * FROM ${name}`)).body.rows;
    await expect.poll(rows).toEqual([
      ["Rye loaf", 3.25, "8"],
      ["Roll", 0.8, null],
      ["Stollen", 12.5, "100"],
    ]);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await surface.button("Undo changing price").click();
    await expect(surface.cell(0, 1)).toHaveText("2.4");
    await page.keyboard.press("Control+Shift+z");
    await expect(surface.cell(0, 1)).toHaveText("3.25");
    await expect.poll(rows).toEqual([
      ["Rye loaf", 3.25, "007"],
      ["Roll", 0.8, "012"],
      ["Stollen", 12.5, "100"],
    ]);
  });

  test("adds, deletes and restores rows; shows changes by others at once and asks before overwriting them", {
    tag: "@long",
  }, async ({ page, easel }) => {
    const name = await create(easel.url);
    const surface = await Surface.open(page, name);
    await surface.button("Add a row").click();
    await page.getByRole("textbox", { name: "name" }).fill("Pretzel");
    await page.getByRole("textbox", { name: "price" }).fill("cheap");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText("“cheap” is not a number")).toBeVisible();
    await sound(page);
    await page.getByRole("textbox", { name: "price" }).fill("1.1");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(surface.cell(3, 0)).toHaveText("Pretzel");
    await expect(surface.cell(3, 0)).toBeFocused();
    await page.keyboard.press("Shift+Space");
    await surface.cell(0, 0).click();
    await page.keyboard.press("Shift+Space");
    await surface.button("Delete 2 rows").click();
    await expect(surface.cell(0, 0)).toHaveText("Roll");
    await expect(page.getByText("2 rows deleted")).toBeVisible();
    await surface.button("Undo deleting 2 rows").click();
    await expect(surface.cell(0, 0)).toHaveText("Rye loaf");
    await expect(surface.cell(3, 0)).toHaveText("Pretzel");

    await run(easel.url, `UPDATE ${name} SET price = 2.6 WHERE code = '007'`);
    await expect(surface.cell(0, 1)).toHaveText("2.6");
    await surface.cell(0, 1).click();
    await page.keyboard.press("Enter");
    await run(easel.url, `UPDATE ${name} SET price = 9 WHERE code = '007'`);
    await page.getByRole("textbox", { name: "price, row 1" }).fill("3");
    await page.keyboard.press("Enter");
    await expect(page.getByText("price is now “9”, so your “3” was not saved.")).toBeVisible();
    await expect(surface.cell(0, 1)).toHaveText("9");
    await sound(page);
    await surface.button("Write “3”").click();
    await expect(surface.cell(0, 1)).toHaveText("3");
    await surface.button("Undo changing price").click();
    await expect(surface.cell(0, 1)).toHaveText("9");
  });

  test("scrolls, sorts and searches a hundred thousand rows", { tag: "@long" }, async ({ page, easel }) => {
    const name = newName("orders");
    await run(easel.url, `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, pieces INTEGER, code TEXT)`);
    await run(
      easel.url,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
     INSERT INTO ${name} SELECT i, i * 7 % 1000, 'c' || i FROM n`,
    );
    const surface = await Surface.open(page, name);
    await surface.cell(0, 2).click();
    await page.keyboard.press("Control+End");
    await expect(surface.cell(99_999, 2)).toHaveText("c100000");
    await expect(surface.cell(99_999, 2)).toBeInViewport();
    await page.keyboard.press("Control+Home");
    await page.getByRole("button", { name: /^pieces/ }).click();
    await page.getByRole("button", { name: /^pieces/ }).click();
    await expect(surface.cell(0, 1)).toHaveText("999");
    await surface.button(/^Filter$/).click();
    await page.getByRole("combobox", { name: "Column" }).selectOption("pieces");
    await page.getByRole("combobox", { name: "Condition" }).selectOption("at most");
    await page.getByRole("textbox", { name: "Value" }).fill("10");
    await expect(page.getByText("1,100 of 100,000 rows")).toBeVisible();
    await sound(page);
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: `Search ${name}` }).fill("c9999");
    await expect(page.getByText("No matches")).toBeVisible();
    await surface.button("Show all").click();
    await expect(surface.cell(0, 1)).toHaveText("999");
  });

  test("completes names in SQL, runs it and restores earlier statements", { tag: "@long" }, async ({
    page,
    easel,
  }) => {
    const name = await create(easel.url);
    await page.goto("/files/sql");
    const editor = page.getByRole("textbox", { name: "SQL" });
    await editor.click();
    await page.keyboard.type(`SELECT count(*) AS n FROM ${name.slice(0, -1)}`);
    await expect(page.getByRole("option", { name }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await editor.fill(`SELECT name, price * 2 AS twice FROM ${name} ORDER BY price`);
    await page.keyboard.press("Control+Enter");
    const result = page.getByRole("grid", { name: "Result" });
    await expect(result.getByRole("gridcell")).toContainText(["Roll", "1.6", "Rye loaf"], {
      useInnerText: true,
    });
    await expect(page.getByText(/^3 rows, /)).toBeVisible();
    await sound(page);
    await editor.fill(`SELECT nowhere FROM ${name}`);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(/no such column: nowhere/)).toBeVisible();
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("button", { name: /^SELECT name, price \* 2/ }).click();
    await expect(editor).toContainText("twice");
  });

  test("shows the schema of a table and restores a dropped one from the history", { tag: "@long" }, async ({
    page,
    easel,
  }) => {
    const name = await create(easel.url);
    await run(easel.url, `CREATE INDEX by_price_${name} ON ${name}(price)`);
    await page.goto(`/files/table/${name}?structure`);
    await expect(page.getByText(`by_price_${name}`)).toBeVisible();
    await sound(page);
    await page.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Drop the table…" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Deletes 3 rows, indexes and triggers.");
    await page.getByRole("alertdialog").getByRole("button", { name: "Drop the table" }).click();
    await expect(page.getByRole("link", { name })).toHaveCount(0);
    await page.getByRole("button", { name: "History" }).click();
    await expect(page).toHaveURL(/\/history\//);
    const restored = page.waitForResponse(/\/restore$/);
    await page.getByRole("button", { name: /^Restore version/ }).click();
    expect((await restored).status()).toBe(200);
    await page.goto("/files?kind=table");
    await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("3 rows");
  });
});

test("on a phone, list and table are separate levels, and a row opens with room for editing", async ({
  page,
  easel,
  viewport,
}) => {
  test.skip(!isPhone(viewport), "there is room for both");
  const name = await create(easel.url);
  await page.goto("/files?kind=table");
  await page.getByRole("link", { name }).tap();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Files" })).toBeHidden();
  await page.getByRole("gridcell", { name: "Roll" }).tap();
  await page.getByRole("textbox", { name: "price" }).fill("0.95");
  await sound(page);
  await page.getByRole("button", { name: "Save" }).tap();
  await expect(page.getByRole("gridcell", { name: "0.95" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(page.getByRole("gridcell", { name: "0.8", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Files", exact: true }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Files" })).toBeVisible();
  await expect(page.getByRole("link", { name })).toBeFocused();
});
