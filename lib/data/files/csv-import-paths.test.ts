import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/database/tables/[name]/csv/route";
import { PUT } from "@/app/api/files/[id]/reading/route";
import { documentsOf } from "@/components/pages/data/documents/import";
import { execute } from "@/lib/data/sqlite/index";
import { lab } from "@/lib/data/sqlite/testing/lab";
import * as blobs from "@/lib/ground/blobs/blobs";
import { testRequest } from "@/lib/platform/http/test-request";
import * as files from "@/lib/store/data/files";
import { readingOf } from "./reading";

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab();
});
afterAll(() => db.close());

let nth = 0;

async function attached(bytes: Uint8Array) {
  const blob = await blobs.put(bytes, 1_000_000);
  const row = { ...blob, name: `rent ${++nth}.csv`, mediaType: "text/csv", origin: "upload" as const };
  const { id } = await files.add(db.agentId, row);
  const file = await files.read(db.agentId, id);
  const reading = await readingOf(file, db.agentId);
  if (reading.kind !== "table") throw new Error(JSON.stringify(reading));
  return { id, reading };
}

async function imported(bytes: Uint8Array): Promise<string> {
  const name = `direct_${++nth}`;
  const request = new Request(`http://localhost:3000/api/database/tables/${name}/csv`, {
    ...{
      method: "POST",
      body: Buffer.from(bytes),
      headers: { host: "localhost:3000", "content-type": "text/csv" },
    },
  });
  const response = await POST(request, { params: Promise.resolve({ name }) });
  expect(response.status).toBe(201);
  return name;
}

async function columnOf(table: string, column: string): Promise<unknown[]> {
  const result = await execute({ agentId: db.agentId, sql: `SELECT "${column}" FROM "${table}"` });
  return result.kind === "read" ? result.rows.map(([value]) => value) : [];
}

async function byEachWay(bytes: Uint8Array, column: string): Promise<unknown[][]> {
  const { reading } = await attached(bytes);
  const chat = await columnOf(reading.table, column);
  const data = await columnOf(await imported(bytes), column);
  const file = new File([Buffer.from(bytes)], "rent.csv");
  const collection = (await documentsOf(file)).map((document) => document[column] ?? null);
  return [chat, data, collection];
}

const csv = (...lines: string[]) => Buffer.from(`${lines.join("\r\n")}\r\n`);
const wide = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");

const COLUMNS: [name: string, bytes: Uint8Array, values: unknown[]][] = [
  ["decimal commas", csv("w;v", "a;1.890,00", "b;12,5", "c;-3,25"), [1890, 12.5, -3.25]],
  ["decimal commas in quotes", csv("w,v", 'a,"1.890,00"', 'b,"12,5"'), [1890, 12.5]],
  ["grouped integers next to decimal commas", csv("v;other", "1.234;1,5", "12;2,5"), [1234, 12]],
  ["commas between groups", csv("w,v", 'a,"1,234.50"', 'b,"12.5"'), [1234.5, 12.5]],
  ["spaces between groups", csv("w;v", "a;1\u00a0890,50", "b;12,5"), [1890.5, 12.5]],
  ["apostrophes between groups", csv("w;v", "a;1'890.50", "b;12.5"), [1890.5, 12.5]],
  ["a currency before and after", csv("w;v", "a;€ 1.890,00", "b;12,50 €", "c;€3"), [1890, 12.5, 3]],
  ["a currency code", csv("w;v", "a;CHF 1'890.00", "b;CHF 12.50"), [1890, 12.5]],
  [
    "negative numbers in brackets and with a trailing minus",
    csv("w;v", "a;(1.890,00)", "b;12,50-", "c;−3,5"),
    [-1890, -12.5, -3.5],
  ],
  ["percentages", csv("w;v", "a;12,5 %", "b;3%"), [12.5, 3]],
  ["missing numbers", csv("w;v", "a;1,5", "b;-", "c;n/a", "d;"), [1.5, null, null, null]],
  ["UTF-16", wide("w;v\r\nMüller;1.890,00\r\nb;1,5\r\n"), [1890, 1.5]],
  ["Windows-1252", Buffer.from("w;v\r\nMüller;1.890,00\r\nb;1,5\r\n", "latin1"), [1890, 1.5]],
  ["empty lines and lines of delimiters", csv("w;v", "a;1,5", "", ";", "b;2,5", ";;"), [1.5, 2.5]],
  ["leading zeros", csv("w;v", "1,5;01067", "2,5;80331"), ["01067", "80331"]],
  [
    "telephone numbers",
    csv("w;v", "1,5;+49 170 1234567", "2,5;0171 7654321"),
    ["+49 170 1234567", "0171 7654321"],
  ],
  ["long ids", csv("w;v", "1,5;12345678901234567890", "2,5;1"), ["12345678901234567890", "1"]],
  ["two currencies", csv("w;v", "a;€ 1,50", "b;$ 1,50"), ["€ 1,50", "$ 1,50"]],
  ["days first", csv("w;v", "1,5;31.12.2024", "2,5;1.2.2025"), ["2024-12-31", "2025-02-01"]],
  [
    "days first with a time",
    csv("w;v", "a;31.12.2024 18:05", "b;01.02.2025 7:30"),
    ["2024-12-31 18:05:00", "2025-02-01 07:30:00"],
  ],
  [
    "months first, if a day above 12 shows it",
    csv("w,v", "a,12/31/2024", "b,1/2/2025"),
    ["2024-12-31", "2025-01-02"],
  ],
  ["dates with an ambiguous order", csv("w,v", "a,1/2/2024", "b,3/4/2025"), ["1/2/2024", "3/4/2025"]],
  ["texts among numbers", csv("w;v", "a;1.890,00", "b;about 12"), ["1.890,00", "about 12"]],
];

describe("a CSV gives the same values in a chat, a table and a collection", () => {
  test.each(COLUMNS)("%s", async (_, bytes, values) => {
    const [chat, data, collection] = await byEachWay(bytes, "v");
    expect(chat).toEqual(values);
    expect(data).toEqual(values);
    expect(collection).toEqual(values);
  });
});

test("the reading of a CSV tells the model and the user the types and formats of its columns", async () => {
  const { id, reading } = await attached(
    csv("Day;Betrag;Note", "31.12.2024;1.890,00;x", "1.1.2025;12,5;", "2.1.2025;about 3;"),
  );
  expect(reading).toMatchObject({
    columns: ["Day", "Betrag", "Note"],
    types: ["TEXT", "TEXT", "TEXT"],
    readings: [
      { column: "Day", as: "dates, day first" },
      { column: "Betrag", as: "text: 2 of 3 values are numbers with a comma, the others are not" },
    ],
  });
  expect((await files.read(db.agentId, id)).readAs).toMatchObject({ readings: reading.readings });
});

test("a CSV is read again in the formats that the user chose, and its table keeps the name", async () => {
  const { id, reading } = await attached(csv("w;v", "a;1.890", "b;1.500"));
  expect(await columnOf(reading.table, "v")).toEqual([1890, 1500]);
  const put = (body: unknown, file = id) =>
    PUT(testRequest(`/api/files/${file}/reading`, { method: "PUT", body }), {
      params: Promise.resolve({ id: file }),
    });
  expect((await put({ decimal: "point" })).status).toBe(200);
  expect(await columnOf(reading.table, "v")).toEqual([1.89, 1.5]);
  expect((await put({ decimal: "dot" })).status).toBe(422);
  expect((await put({ numbers: "comma" })).status).toBe(422);
});
