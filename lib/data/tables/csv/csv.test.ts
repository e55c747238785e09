import { describe, expect, it } from "vitest";
import { encodingOf } from "@/lib/shared/text/text-encoding";
import { csvRows, dialectOf } from "./rows";
import { survey } from "./survey";

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(csv: string | Uint8Array, size = 1_000, header?: boolean) {
  const bytes = typeof csv === "string" ? new TextEncoder().encode(csv) : csv;
  const encoding = await encodingOf(pieces(bytes, size));
  const dialect = await dialectOf(pieces(bytes, size), encoding);
  const rows = (await Array.fromAsync(csvRows(pieces(bytes, size), dialect))).flat();
  const found = await survey(csvRows(pieces(bytes, size), dialect), header);
  const columns = found.names.map((name, at) => `${name} ${found.columns[at]?.found ?? "-"}`);
  return { encoding, delimiter: dialect.delimiter, rows, header: found.header, columns, count: found.rows };
}

const typeOf = async (...cells: string[]) =>
  (await read(["n,x", ...cells.map((cell) => `${cell},x`)].join("\n"), 1_000, true)).columns[0]?.slice(2);

describe("reading a CSV", () => {
  it("reads quotes, quoted line breaks and all line ends, whatever the size of the chunks", async () => {
    const csv = 'a,b\r\n"x ""y"", z","one\r\ntwo"\n\r\n 1,\r\n"","€"';
    const rows = [
      ["a", "b"],
      ['x "y", z', "one\r\ntwo"],
      [" 1", ""],
      ["", "€"],
    ];
    for (const size of [1, 2, 3, 5, 7, 1_000]) expect((await read(csv, size)).rows, `${size}`).toEqual(rows);
    expect((await read("a,b\r1,2\r3,4", 3)).rows).toEqual([
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  it.each([",", ";", "\t", "|"])("finds the delimiter %j", async (delimiter) => {
    const csv = ["a.b,b", "1", '"2;,|\t"'].join(delimiter);
    expect((await read(`${csv}\n${csv}\n`)).delimiter).toBe(delimiter);
  });

  it("accepts a comma as delimiter only if it separates cells", async () => {
    expect((await read("1,5;2,5\n3,5;4,5\n")).delimiter).toBe(";");
    expect((await read('1,"Rome; Italy"\n2,"Oslo; Norway"\n')).delimiter).toBe(",");
    expect((await read("id,tags\n1,a;b\n2,c\n")).delimiter).toBe(",");
  });

  it("detects the encoding, even if only the last bytes decide it", async () => {
    const wide = Buffer.from("\uFEFFa,b\nÄ,2\n", "utf16le");
    const files: [string, Uint8Array][] = [
      ["utf-8", Buffer.from("\uFEFFa,b\nÄ,2\n")],
      ["utf-16le", wide],
      ["utf-16le", wide.subarray(2)],
      ["utf-16be", Buffer.from(wide).swap16()],
      ["windows-1252", Buffer.from("a,b\nÄ,2\n", "latin1")],
    ];
    for (const [encoding, bytes] of files)
      for (const size of [1, 3, 1_000]) {
        const found = await read(bytes, size);
        expect(found, `${encoding} ${size}`).toMatchObject({
          encoding,
          rows: [
            ["a", "b"],
            ["Ä", "2"],
          ],
        });
      }
    const late = Buffer.concat([Buffer.from("a,b\n1,2\n".repeat(20_000)), Buffer.from([0x80, 0x2c, 0x0a])]);
    const { encoding, rows } = await read(late, 60_000);
    expect([encoding, rows.at(-1)]).toEqual(["windows-1252", ["€", ""]]);
    await expect(read(Buffer.from("PK\u0003\u0004\0\0\0\u0008rest"))).rejects.toThrow("binary data");
  });

  it("names the row of a quote that is never closed, and stops reading if the row gets too long", async () => {
    await expect(read('a,b\n1,2\n3,"4\n5,6\n')).rejects.toThrow("opened in row 3 is never closed");
    await expect(read(`a\n1\n"${"x,\n".repeat(8_000_000)}`, 60_000)).rejects.toThrow("row 3 has more than");
    await expect(read("")).rejects.toThrow("no row");
    await expect(read(`a\n${",".repeat(1_500)}`)).rejects.toThrow("Row 2 of the CSV has 1501 columns");
  });

  it("detects whether the first row is a header", async () => {
    const first = async (csv: string) => (await read(csv)).header;
    expect(await first("name,age\nAda,36\n")).toBe(true);
    expect(await first("Ada,36\nAlan,41\n")).toBe(false);
    expect(await first("city,country\nRome,Italy\n")).toBe(true);
    expect(await first("country,2019,2020\nItaly,1,2\n")).toBe(true);
    expect(await first("1,2\n3,4\n")).toBe(false);
    expect(await first("only,names\n")).toBe(true);
    expect((await read("Ada,36\nAlan,41\n")).columns).toEqual(["column_1 TEXT", "column_2 INTEGER"]);
  });

  it("names every column uniquely", async () => {
    const { columns } = await read("a,A,, b \nx,x,1,x,x\nx\n", 1_000, true);
    expect(columns).toEqual(["a TEXT", "A_2 TEXT", "column_3 INTEGER", "b TEXT", "column_5 TEXT"]);
  });

  it("infers lossless types", async () => {
    expect(await typeOf("1", "-20", "", " 3")).toBe("INTEGER");
    expect(await typeOf("1", "2.5", ".5", "-1.2e-5")).toBe("REAL");
    expect(await typeOf("19.90", "5.00", "7")).toBe("REAL");
    for (const text of [
      "007",
      "1234567890123456",
      "0.1234567890123456",
      "+49 170",
      "1,5",
      "1e5",
      "0x10",
      "-0",
    ])
      expect(await typeOf("1", `"${text}"`), text).toBe("TEXT");
    expect(await typeOf("1.1", "1.10")).toBe("TEXT");
    expect(await typeOf("1e+999")).toBe("TEXT");
    expect(await typeOf(`${" ".repeat(1_000_000)}x`)).toBe("TEXT");
    expect(await typeOf("", "")).toBe("-");
  });
});
