import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { schema } from "@/lib/data/sqlite/index";
import { page } from "@/lib/shared/data/bodies";
import type { CsvOptions } from "@/lib/shared/data/csv";
import { browse } from "./browse";
import { changeRow } from "./edit";
import { exportCsv } from "./export-csv";
import { type CsvImport, importCsv } from "./import-csv";
import { receiveCsv } from "./receive-csv";
import { surveyCsv } from "./survey-csv";
import { lab } from "./testing/lab";

const { agentId, sql, folder } = await lab();

const take = (name: string, csv: string, options: Partial<CsvImport> = {}) =>
  importCsv(agentId, { name, open: () => new Blob([csv]).stream(), ...options });

async function give(name: string, options: CsvOptions = { raw: true }): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of await exportCsv(agentId, name, options))
    text += decoder.decode(piece, { stream: true });
  return text;
}

const tables = async () => (await schema(agentId)).map(({ name }) => name);

describe("importing a CSV", () => {
  it("creates a table with number columns, but keeps numbers with leading zeros as text", async () => {
    const csv = 'id,Zip code,price,,id\r\n1,01234,1.50,x,\r\n2,99999,20.00,,"a\nb"\r\n';
    expect(await take("Sales 2024 (final).CSV", csv)).toEqual({
      table: "sales_2024_final",
      columns: ["id", "Zip code", "price", "column_4", "id_2"],
      types: ["INTEGER", "TEXT", "REAL", "TEXT", "TEXT"],
      rows: 2,
      encoding: "utf-8",
      delimiter: ",",
      header: true,
      head: 'id,Zip code,price,column_4,id_2\r\n1,01234,1.50,x,\r\n2,99999,20.00,,"a\nb"\r\n',
    });
    expect(await sql("SELECT *, typeof(price) FROM sales_2024_final")).toEqual([
      [1, "01234", 1.5, "x", null, "real"],
      [2, "99999", 20, null, "a\nb", "real"],
    ]);
    expect((await take("Sales 2024 (final).csv", "a;b\n1;2\n")).table).toBe("sales_2024_final_2");
    expect((await take("2024.csv", "a\n1\n")).table).toBe("data_2024");
    expect((await take("…", "a\n1\n")).table).toBe("data");
  });

  it("names concurrent imports differently", async () => {
    const all = await Promise.all(["x", "y", "z"].map((cell) => take("same.csv", `a\n${cell}\n`)));
    expect(all.map(({ table }) => table).toSorted()).toEqual(["same", "same_2", "same_3"]);
    for (const { table, head } of all) expect((await give(table)).trim()).toBe(head.trim());
  });

  it("shows and edits a table with 1,000 columns", async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `A name of a column ${at}`);
    const { table } = await take("wide.csv", `${names}\n${names.map((_, at) => at)}\n`);
    const shown = await browse(agentId, table, page.parse({ filter: "999", sort: names[999] }));
    expect([shown.rows[0]?.[999], shown.total]).toEqual([999, 1]);
    const change = { key: { rowid: 1 }, set: { [names[5] ?? ""]: "five" }, was: { [names[5] ?? ""]: 5 } };
    expect((await changeRow(agentId, table, change)).row[names[5] ?? ""]).toBe("five");
  });

  it("appends by column name or by position, and uses the column types of the table", async () => {
    await sql("CREATE TABLE stock (id INTEGER PRIMARY KEY, name TEXT NOT NULL, n INT, x, twice AS (n * 2))");
    await take("stock", 'NAME,n\n007,3\n"",\n', { mode: "append" });
    await take("stock", "7,Nut,4,1.5\n8,Bolt,five,y", { mode: "append" });
    expect(await sql("SELECT * FROM stock")).toEqual([
      [1, "007", 3, null, 6],
      [2, "", null, null, null],
      [7, "Nut", 4, "1.5", 8],
      [8, "Bolt", "five", "y", 0],
    ]);
    const refused: [string, string][] = [
      ["1,2,3,4,5", "more columns than the table"],
      ["name,name\nx,y", "more than once"],
      ["id,name\n9,x\n7,again", "UNIQUE"],
    ];
    for (const [csv, message] of refused)
      await expect(take("stock", csv, { mode: "append" }), message).rejects.toThrow(message);
    await expect(take("stock", "name,nope\nx,1", { mode: "append", header: true })).rejects.toThrow(
      '"nope", is not in the table',
    );
    await expect(take("nothing", "a\n1", { mode: "append" })).rejects.toMatchObject({ code: "not_found" });
    expect(await sql("SELECT count(*) FROM stock")).toEqual([[4]]);
  });

  it("reads a chunked upload several times from its start", async () => {
    const csv = `a,b\n${"1,some words\n".repeat(60_000)}x,1\n`;
    const request = new Request("http://x", { method: "POST", body: csv });
    const { types, rows } = await receiveCsv(agentId, request, { name: "long.csv" });
    expect([types, rows]).toEqual([["TEXT", "TEXT"], 60_001]);
  });

  it("changes nothing if an upload is aborted, too large or not a CSV", async () => {
    const before = await tables();
    const send = (body: ReadableStream<Uint8Array> | string, headers: Record<string, string> = {}) =>
      receiveCsv(
        agentId,
        new Request("http://x", { method: "POST", body, headers, duplex: "half" } as RequestInit),
        {
          name: "broken",
        },
      );
    let count = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (count++ < 3) controller.enqueue(new TextEncoder().encode("a,b\n1,2\n"));
        else controller.error(new Error("The line is dead"));
      },
    });
    await expect(send(broken)).rejects.toThrow("The line is dead");
    await expect(send("a", { "content-length": "200000000" })).rejects.toMatchObject({ code: "too_large" });
    await expect(send('a,b\n1,"2\n')).rejects.toMatchObject({ code: "invalid" });
    const gone = AbortSignal.abort(new Error("Nobody waits"));
    await expect(take("broken", "a\n1", { signal: gone })).rejects.toThrow("Nobody waits");
    expect(await tables()).toEqual(before);
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
  });
});

describe("a CSV in the format of another country", () => {
  const csv = "artikel;preis;am;menge;nr\r\nBrot;1.234,50;31.12.2024;3;1.5\r\nSalz;0,9;1.2.2025;;2,x\r\n";
  const look = async (text: string) =>
    surveyCsv(
      new Request("http://x", { method: "POST", body: text, headers: { "content-type": "text/csv" } }),
    );

  it("is recognized by the beginning of the file", async () => {
    const [decimals, am] = [
      [{ name: "preis", text: "1.234,50", becomes: "1234.50" }],
      { name: "am", text: "31.12.2024", becomes: "2024-12-31" },
    ];
    expect(await look(csv)).toEqual({ decimals, dates: [{ dates: "dmy", columns: [am] }] });
    const either = await look("day,n\n1/2/2024,1.5\n03/04/2024,2\n");
    expect(either.decimals).toEqual([]);
    expect(either.dates.map(({ dates, columns }) => [dates, columns[0]?.becomes])).toEqual([
      ["dmy", "2024-02-01"],
      ["mdy", "2024-01-02"],
    ]);
    expect(await look("a,b\n1,2024-12-31\n2,x\n")).toEqual({ decimals: [], dates: [] });
    const cut = await look(`${csv}${"Tee;2,50;1.1.2025;1;1\r\n".repeat(20_000)}`.slice(0, 256_000));
    expect(cut.decimals).toEqual(decimals);
    await expect(look("x".repeat(300_000))).rejects.toMatchObject({ code: "too_large" });
  });

  it("converts numbers and dates on request, also when appending", async () => {
    const style = { decimal: "comma", dates: "dmy" } as const;
    const { types } = await take("preise", csv, { style });
    expect(types).toEqual(["TEXT", "REAL", "TEXT", "INTEGER", "TEXT"]);
    const rows = [
      ["Brot", 1234.5, "2024-12-31", 3, "1.5"],
      ["Salz", 0.9, "2025-02-01", null, "2,x"],
    ];
    expect(await sql("SELECT * FROM preise")).toEqual(rows);
    await take("preise", csv, { style, mode: "append" });
    expect(await sql("SELECT * FROM preise")).toEqual([...rows, ...rows]);
    expect((await take("texte", csv)).types).toEqual(types);
    expect(await sql("SELECT * FROM texte")).toEqual(rows);
    expect((await take("texte", "am\n31.2.2024\n", { style })).table).toBe("texte_2");
    expect(await sql("SELECT * FROM texte_2")).toEqual([["31.2.2024"]]);
  });
});

describe("exporting", () => {
  it("writes a CSV from which an import restores the same values", async () => {
    await sql(`CREATE TABLE "o,d""d" (a, "b""c" TEXT, PRIMARY KEY (a)) WITHOUT ROWID`);
    await sql(
      `INSERT INTO "o,d""d" VALUES (1, '=1+1'), ('x', 'a,"b"'), (2.5, ''), (x'00ff', char(10)), (?, NULL)`,
      { $integer: "9223372036854775807" },
    );
    expect(await give('o,d"d')).toBe(
      'a,"b""c"\r\n1,=1+1\r\n2.5,""\r\n9223372036854775807,\r\nx,"a,""b"""\r\nAP8=,"\n"\r\n',
    );
    expect(await give('o,d"d', {})).toBe(
      'a,"b""c"\r\n1,\'=1+1\r\n2.5,""\r\n9223372036854775807,\r\nx,"a,""b"""\r\nAP8=,"\n"\r\n',
    );
    await sql(`CREATE VIEW seen AS SELECT "b""c" AS t FROM "o,d""d" WHERE t <> ''`);
    expect((await give("seen")).split("\r\n")).toHaveLength(5);
    await expect(exportCsv(agentId, "nope")).rejects.toMatchObject({ code: "not_found" });
  });

  it("exports each row of tables and views once, whatever their size", async () => {
    await sql(
      "CREATE TABLE many AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 12000) SELECT i, 'row ' || i AS t FROM n",
    );
    await sql("CREATE VIEW many_seen AS SELECT * FROM many");
    const rows = Array.from({ length: 12_000 }, (_, at) => `${at + 1},row ${at + 1}\r\n`).join("");
    expect(await give("many")).toBe(`i,t\r\n${rows}`);
    expect(await give("many_seen")).toBe(`i,t\r\n${rows}`);
    await sql(
      "CREATE TABLE heavy AS SELECT i, replace(hex(zeroblob(6000000)), '0', 'x') AS t FROM many LIMIT 3",
    );
    expect((await give("heavy")).length).toBe(5 + 3 * 12_000_004);
    const copy = await take("again", await give("many"));
    expect(await sql("SELECT count(*) FROM (SELECT * FROM many EXCEPT SELECT * FROM again)")).toEqual([[0]]);
    expect(copy.rows).toBe(12_000);
  });
});
