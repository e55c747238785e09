import { expect, type Page } from "@playwright/test";
import { call } from "../call.ts";
import type { Scene } from "./scenes.ts";
import { settled } from "./settled.ts";

const STATEMENTS = [
  `CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, price REAL, stock INTEGER DEFAULT 0,
   note TEXT, photo BLOB)`,
  "CREATE INDEX products_by_price ON products(price)",
  `INSERT INTO products (name, price, stock, note, photo) VALUES
   ('Rye loaf', 4.2, 31, 'Sold out by ten on Saturdays. ' || char(10) || 'Bake two trays more when it rains.', NULL),
   ('Country loaf', 5.4, 18, NULL, zeroblob(41250)), ('Roll', 0.8, 240, '', NULL),
   ('Baguette', 1.9, 64, 'From the small oven', NULL), ('Cheesecake', 22.5, 3, NULL, zeroblob(812)),
   ('Stollen', 14.0, 0, 'From November on', NULL)`,
  `CREATE TABLE orders (id INTEGER PRIMARY KEY, product INTEGER NOT NULL REFERENCES products(id), pieces INTEGER,
   day TEXT)`,
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
   INSERT INTO orders (product, pieces, day) SELECT 1 + i % 6, 1 + i * 7 % 40, date('2025-01-01', '+' || (i / 300) || ' days') FROM n`,
  "CREATE VIEW best_sellers AS SELECT name, sum(pieces) AS pieces FROM orders JOIN products ON products.id = product GROUP BY 1",
  `CREATE TABLE measurements (${Array.from({ length: 200 }, (_, at) => `sensor_${at + 1} REAL`).join(", ")})`,
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
   INSERT INTO measurements SELECT ${Array.from({ length: 200 }, (_, at) => `round(20 + i * ${at} % 37 / 10.0, 1)`).join(", ")} FROM n`,
  'CREATE TABLE "a table of which the name is much too long for any list that it stands in" ("and a column with a name that is just as long as that" TEXT)',
  `SELECT name, price FROM products ORDER BY price DESC`,
  "SELECT nothing_like_it FROM products",
];

const FILES = [
  [
    "Minutes of the spring meeting.txt",
    "Present: Ada, Grace, Katherine.\n\n1. The new oven\n2. Opening hours\n",
  ],
  ["recipes.md", "# Rye loaf\n\n- 500 g rye flour\n- 400 g water\n"],
] as const;

let made: Promise<void> | undefined;

async function prepare(url: string): Promise<void> {
  for (const sql of STATEMENTS) await call(url, "POST", "/api/database/sql", { sql });
  for (const [name, text] of FILES)
    await fetch(`${url}/api/files?keep&name=${encodeURIComponent(name)}`, { method: "POST", body: text });
}

const at =
  (path: string, then?: (page: Page) => Promise<void>): Scene =>
  async ({ page, url }) => {
    made ??= prepare(url);
    await made;
    await page.goto(`${url}/files${path}`);
    await expect(
      page
        .getByText("of 100 MB")
        .or(page.getByRole("heading", { level: 1 }))
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await settled(page);
    await then?.(page);
    await settled(page);
  };

const cell = (page: Page, row: number, column: number) => page.locator(`[data-at="${row}:${column}"]`);

export const dataScenes: Record<string, Scene> = {
  "files-empty": async ({ page, url }) => {
    await page.route(`${url}/api/files/entries*`, (route) =>
      route.fulfill({
        json: { entries: [], counts: { document: 0, image: 0, table: 0, collection: 0 } },
      }),
    );
    await page.goto(`${url}/files?kind=collection`);
    await page.getByRole("radio", { name: /^Documents/ }).click();
    await expect(page.getByText("Drop files here.").filter({ visible: true })).toBeVisible();
    await settled(page);
  },
  files: at(""),
  "files-images": at("?kind=image"),
  "files-collections": at("?kind=collection"),
  "files-file": at("", async (page) => {
    await page
      .getByRole("list", { name: "Files" })
      .getByRole("link", { name: /\.(txt|csv|md)$/ })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
  }),
  "data-unread": async ({ page, url }) => {
    await page.route(`${url}/api/database`, (route) => route.abort());
    await page.goto(`${url}/files/table/products`);
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await settled(page);
  },
  "data-tables": at("?kind=table"),
  "data-rows": at("/table/products"),
  "data-many": at("/table/orders", async (page) => {
    await cell(page, 0, 1).click();
    if (await page.getByRole("dialog").isVisible()) await page.keyboard.press("Escape");
    await page.keyboard.press("Control+End");
  }),
  "data-wide": at("/table/measurements"),
  "data-long-names": at(
    `/table/${encodeURIComponent("a table of which the name is much too long for any list that it stands in")}`,
  ),
  "data-missing": at("/table/nothing_like_it"),
  "data-row": at("/table/products", async (page) => {
    await cell(page, 0, 1).click();
    if (!(await page.getByRole("dialog").isVisible())) await page.keyboard.press("Space");
    await expect(page.getByRole("dialog")).toBeVisible();
  }),
  "data-new-row": at("/table/products", (page) => page.getByRole("button", { name: "Add a row" }).click()),
  "data-filter": at("/table/products", (page) =>
    page.getByRole("button", { name: "Filter", exact: true }).click(),
  ),
  "data-structure": at("/table/products?structure"),
  "data-drop": at("/table/orders", async (page) => {
    await page.getByRole("button", { name: "More for orders" }).click();
    await page.getByRole("menuitem", { name: "Drop the table…" }).click();
  }),
  "data-sql": at("/sql", async (page) => {
    await page.getByRole("textbox", { name: "SQL" }).fill("SELECT * FROM best_sellers ORDER BY pieces DESC");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByRole("grid", { name: "Result" })).toBeVisible();
  }),
  "data-sql-error": at("/sql", async (page) => {
    await page.getByRole("textbox", { name: "SQL" }).fill("SELECT nothing_like_it FROM products");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByText(/no such column/)).toBeVisible();
  }),
  "data-sql-history": at("/sql", (page) => page.getByRole("tab", { name: "History" }).click()),
  "data-import": at("/table/products", async (page) => {
    const file = { name: "Sales 2026 (north).csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") };
    await page.getByLabel("Files to upload").setInputFiles(file);
    await expect(page.getByRole("dialog")).toBeVisible();
  }),
};
