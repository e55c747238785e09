import { request } from "node:http";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => call(url, method, `/api/database${path}`, body);
const sql = async (text: string, ...params: unknown[]) => {
  const { status, body } = await ask("POST", "/sql", { sql: text, params });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const table = (name: string, rest = "") => `/tables/${encodeURIComponent(name)}${rest}`;
const names = async () => (await ask("GET", "")).body.tables.map(({ name }: { name: string }) => name);

test("imports, reads, changes and exports a CSV", async () => {
  const csv = "product,sold,price\r\nLamp,3,19.90\r\nDesk,1,250.00\r\nChair,12,49.50\r\n";
  const sent = await fetch(`${url}/api/database${table("Sales (2024).csv", "/csv")}`, {
    method: "POST",
    body: csv,
  });
  expect([sent.status, await sent.json()]).toEqual([
    201,
    {
      table: "sales_2024",
      columns: ["product", "sold", "price"],
      types: ["TEXT", "INTEGER", "REAL"],
      rows: 3,
      encoding: "utf-8",
      delimiter: ",",
      header: true,
    },
  ]);
  const where = encodeURIComponent(JSON.stringify([{ column: "price", op: "<", value: 100 }]));
  const page = (
    await ask("GET", table("sales_2024", `/rows?sort=sold&direction=desc&limit=1&where=${where}`))
  ).body;
  expect(page).toMatchObject({ rows: [["Chair", 12, 49.5]], key: ["rowid"], keys: [[3]], total: 2 });

  const live = await ask("POST", "/query", {
    sql: "SELECT sold FROM sales_2024 WHERE product = ?",
    params: ["Lamp"],
  });
  expect(live.body).toMatchObject({
    rows: [[3]],
    keys: [[1]],
    reads: ["sales_2024"],
    source: { table: "sales_2024", key: ["rowid"], columns: ["sold"] },
  });
  const change = { key: { rowid: 1 }, set: { sold: 4 }, was: { sold: 3 } };
  const changed = await ask("PATCH", table("sales_2024", "/rows"), change);
  expect(changed).toEqual({
    status: 200,
    body: { row: { product: "Lamp", sold: 4, price: 19.9 }, key: { rowid: 1 } },
  });
  const late = await ask("PATCH", table("sales_2024", "/rows"), change);
  expect([late.status, late.body.error.details]).toEqual([
    409,
    { row: { product: "Lamp", sold: 4, price: 19.9 } },
  ]);

  const removed = await ask("DELETE", table("sales_2024", "/rows"), { keys: [{ rowid: 2 }] });
  expect(removed.body).toEqual({ rows: [{ product: "Desk", sold: 1, price: 250, rowid: 2 }] });
  const back = await ask("POST", table("sales_2024", "/rows"), removed.body);
  expect([back.status, back.body.keys]).toEqual([201, [[2]]]);

  const out = await fetch(`${url}/api/database${table("sales_2024", "/csv")}`);
  expect(out.headers.get("content-disposition")).toContain('attachment; filename="sales_2024.csv"');
  expect(await out.text()).toBe("product,sold,price\r\nLamp,4,19.9\r\nDesk,1,250\r\nChair,12,49.5\r\n");

  const dropped = await ask("DELETE", table("sales_2024"));
  expect([dropped.status, await names()]).toEqual([200, expect.not.arrayContaining(["sales_2024"])]);
  await call(url, "POST", `/api/history/${dropped.body.snapshot}/restore`);
  expect((await ask("GET", table("sales_2024", "/rows"))).body.total).toBe(3);
});

test("accepts any table name", async () => {
  for (const name of [
    'a "b" ; c',
    "a/b",
    "50%",
    "%2F",
    "Ünï çode",
    "select",
    "a?b#c",
    "x'; DROP TABLE y; --",
  ]) {
    await sql(`CREATE TABLE "${name.replaceAll('"', '""')}" ("k ""1""" TEXT PRIMARY KEY, "v/?" BLOB)`);
    const added = await ask("POST", table(name, "/rows"), {
      rows: [{ 'k "1"': "a", "v/?": { $blob: "AAE=" } }],
    });
    expect(added, name).toEqual({ status: 201, body: { rows: [["a", { $size: 2 }]], keys: [["a"]] } });
    const was = { "v/?": { $blob: "AAE=" } };
    const changed = await ask("PATCH", table(name, "/rows"), {
      key: { 'k "1"': "a" },
      set: { "v/?": "b" },
      was,
    });
    expect(changed.body.row, name).toEqual({ 'k "1"': "a", "v/?": "b" });
    expect((await ask("GET", table(name))).body, name).toMatchObject({ name, indexes: [{ unique: true }] });
    expect((await fetch(`${url}/api/database${table(name, "/csv")}`)).status, name).toBe(200);
    expect((await ask("DELETE", table(name))).status, name).toBe(200);
  }
});

test("a slow upload blocks nothing, and an aborted one leaves nothing", async () => {
  const before = await names();
  const upload = request(`${url}/api/database/tables/slow/csv`, { method: "POST" });
  const answered = new Promise<number | string>((resolve) => {
    upload
      .on("response", ({ statusCode }) => resolve(statusCode ?? 0))
      .on("error", ({ message }) => resolve(message));
  });
  upload.write("a,b\n1,2\n");
  await sql("CREATE TABLE meanwhile (x)");
  await sql("INSERT INTO meanwhile VALUES (1)");
  upload.end("3,4\n");
  expect(await answered).toBe(201);
  expect((await ask("GET", "/tables/slow/rows")).body.rows).toEqual([
    [1, 2],
    [3, 4],
  ]);

  const broken = request(`${url}/api/database/tables/broken/csv`, { method: "POST" });
  const closed = new Promise((resolve) => broken.on("close", resolve).on("error", () => {}));
  broken.write("a,b\n1,2\n");
  await sql("INSERT INTO meanwhile VALUES (2)");
  broken.destroy();
  await closed;
  expect(await names()).toEqual(["meanwhile", "slow", ...before].toSorted());
});

test("the event stream names a changed table and no other", async () => {
  await sql("CREATE TABLE told (x)");
  const events = await fetch(`${url}/api/events`);
  const received: string[] = [];
  const listening = (async () => {
    for await (const piece of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received.push(...piece.split("\n\n").filter((line) => line.includes('"type":"database"')));
      if (received.length > 0) return;
    }
  })();
  await ask("POST", "/query", { sql: "SELECT * FROM told" });
  await ask("POST", "/tables/told/rows", { rows: [{ x: 1 }] });
  await listening;
  expect(received).toEqual(['data: {"type":"database","tables":["told"]}']);
});
