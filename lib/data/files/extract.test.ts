import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { placeLabel } from "@/lib/shared/file-place";
import { extract, extractImages, extractRows } from "./extract";
import { passagesOf } from "./passages";
import { makeDocx, makeEpub, makeOdp, makeOds, makeOdt, makePptx, makeXlsx } from "./testing/documents";
import { makePdf } from "./testing/pdf";
import { makeZip } from "./testing/zip";

vi.setConfig({ testTimeout: 60_000 });
const folder = mkdtempSync(join(tmpdir(), "easel-extract-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

function stored(bytes: Buffer | string): string {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, bytes);
  return path;
}

type Kind = Parameters<typeof extract>[0]["kind"];
async function read(kind: Kind, bytes: Buffer | string, limits?: { wallMs: number; memoryMb: number }) {
  const found = await extract({ path: stored(bytes), kind, encoding: "utf-8" }, limits);
  const lines = passagesOf(found.sections).map(({ place, text }) => `${placeLabel(place)}: ${text.trim()}`);
  return { ...found, lines };
}

const LINES = ["Before", "# Bread", "Rye & wheat", "## Starter", "Feed it", "# Cake", "Sugar"];
const BELOW_HEADINGS = [
  "beginning: Before",
  "Bread: Bread\nRye & wheat",
  "Bread › Starter: Starter\nFeed it",
  "Cake: Cake\nSugar",
];
const SLIDES = [
  { title: "Plan", lines: ["Buy flour", "Buy salt"] },
  { title: "Costs", lines: ["Seven euros"] },
];
const DAY = new Date("2026-03-01");
const SHEET = {
  name: "Costs",
  rows: [["Item", "Price", "Day"], ["Flour", 1.25, DAY], ["Salt", 3, null], [], ["Sum", 4.25]],
};
const ROWS = [
  `sheet Costs, row 1: Item\tPrice\tDay\nFlour\t1.25\t2026-03-01\nSalt\t3`,
  "sheet Costs, row 5: Sum\t4.25",
];

describe("extract", () => {
  test("reads DOCX and ODT below their headings", async () => {
    expect((await read("zip", makeDocx(LINES))).lines).toEqual(BELOW_HEADINGS);
    expect((await read("zip", makeOdt(LINES))).lines).toEqual(BELOW_HEADINGS);
  });

  test("reads PPTX and ODP by slide, with titles and notes", async () => {
    const [plan, costs] = ["slide 1: Plan: Plan\nBuy flour\nBuy salt", "slide 2: Costs: Costs\nSeven euros"];
    const [first, second] = SLIDES;
    const spoken = [
      { title: "", lines: [], ...first, notes: "Smile" },
      { title: "", lines: [], ...second },
    ];
    const read_ = await read("zip", makePptx(spoken));
    expect(read_).toMatchObject({ pages: 2, lines: [`${plan}\nNotes:\nSmile`, costs] });
    expect(await read("zip", makeOdp(SLIDES))).toMatchObject({ pages: 2, lines: [plan, costs] });
  });

  test("reads XLSX and ODS by row, with dates and exact numbers", async () => {
    expect(await read("zip", makeXlsx([SHEET]))).toMatchObject({ sheets: ["Costs"], lines: ROWS });
    expect(await read("zip", makeOds(SHEET))).toMatchObject({ sheets: ["Costs"], lines: ROWS });
    const rows: string[][] = [];
    await extractRows(stored(makeXlsx([{ name: "Other", rows: [["x"]] }, SHEET])), "Costs", (some) => {
      rows.push(...some);
    });
    expect(rows).toEqual([
      ["Item", "Price", "Day"],
      ["Flour", "1.25", "2026-03-01"],
      ["Salt", "3"],
      ["Sum", "4.25"],
    ]);
  });

  test("reads EPUB by chapter, and HTML below its headings without scripts", async () => {
    const book = await read("zip", makeEpub(SLIDES));
    expect(book.lines).toEqual(["Plan: Plan\nBuy flour\nBuy salt", "Costs: Costs\nSeven euros"]);
    const html = `<title>t</title><p>Before</p><h1>Bread</h1><script>let x = "no"</script><div>Rye &amp; <b>wheat</b></div>
      <h2>Starter</h2><p>Feed it</p><h1>Cake</h1><table><tr><td>Sugar</td><td>2</td></tr></table>`;
    expect((await read("html", html)).lines).toEqual([
      ...BELOW_HEADINGS.slice(0, 3),
      "Cake: Cake\nSugar | 2",
    ]);
  });

  test("reads a mail with its headers and the names of its attachments", async () => {
    const mail = [
      "From: =?utf-8?q?J=C3=BCrgen?= <j@mill.example>",
      "To: Ann <ann@example.com>",
      "Subject: Flour",
      "Date: Mon, 2 Mar 2026 10:00:00 +0000",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/html; charset=utf-8",
      "",
      "<p>The price is <b>12 euros</b>.</p>",
      "--b",
      'Content-Disposition: attachment; filename="offer.pdf"',
      "Content-Type: application/pdf",
      "",
      "x",
      "--b--",
    ].join("\r\n");
    const { lines } = await read("mail", mail);
    expect(lines[0]).toMatch(
      /^Flour: Subject: Flour\nFrom: Jürgen <j@mill.example>\nTo: Ann.*\nAttachments: offer.pdf$/s,
    );
    expect(lines[1]).toBe("Flour › Text: The price is 12 euros.");
  });

  test("reads RTF without its tables of fonts and colours", async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator X;}\pard\outlinelevel0 Bread\par\pard Gr\'fc\u223\'dfe \{1\}\par}`;
    expect((await read("rtf", rtf)).lines).toEqual(["Bread: Bread\nGrüße {1}"]);
  });

  test("names the pages of a PDF that are images, but no empty pages", async () => {
    const pdf = makePdf(["Words", null, "", null]);
    expect(await read("pdf", pdf)).toMatchObject({ pages: 4, missing: [2, 4], lines: ["page 1: Words"] });
    const images = await extractImages(stored(pdf), [2, 3]);
    expect(images).toMatchObject([{ page: 2, width: 8, height: 8, channels: 3 }]);
    expect(images[0]?.data.every((value) => value === 128)).toBe(true);
  });

  test.each<[string, () => Buffer | string, Kind, RegExp]>([
    ["a zip that is no document", () => makeZip({ "a.txt": "x" }), "zip", /is an archive/],
    ["a damaged zip", () => makeDocx(LINES).subarray(0, 400), "zip", /damaged/],
    [
      "a part that is larger than declared",
      () =>
        makeZip({ "META-INF/manifest.xml": "", "content.xml": "a".repeat(9_000_000) }, { "content.xml": 10 }),
      "zip",
      /damaged/,
    ],
    [
      "a locked document",
      () => makeZip({ "META-INF/manifest.xml": "<manifest:encryption-data/>", "content.xml": "x" }),
      "zip",
      /locked with a password/,
    ],
    ["text that is called RTF", () => "Hello", "rtf", /damaged/],
  ])("reports %s", async (_, make, kind, reason) => {
    await expect(read(kind, make())).rejects.toThrow(reason);
  });

  test("limits the text of a zip bomb, of nested elements and of endless entities", async () => {
    const xml = (body: string) => ({ "META-INF/manifest.xml": "<m/>", "content.xml": body });
    const long = `<office:text>${"<text:p>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</text:p>".repeat(400_000)}`;
    const bomb = await read("zip", makeZip(xml(long)));
    expect(bomb.note).toMatch(/very long/);
    expect(bomb.sections.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(5_000_000);
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${"&a;".repeat(1_000)}">]><office:text><text:p>1&b;&xxe;2</text:p></office:text>`;
    expect((await read("zip", makeZip(xml(laughs)))).lines[0]?.length).toBeLessThan(100);
    const deep = xml(`<office:text>${"<text:span>".repeat(500_000)}deep`);
    await read("zip", makeZip(deep), { wallMs: 3_000, memoryMb: 500 }).catch((error) =>
      expect(String(error)).toMatch(/too much memory|takes too long|damaged/),
    );
  });

  test("stops at the limit of pages of a PDF", async () => {
    const pages = makePdf(["x"])
      .toString("latin1")
      .replace(/\/Count 1/, "/Count 100000");
    const found = await read("pdf", Buffer.from(pages, "latin1")).catch((error: Error) => ({
      lines: [error.message],
    }));
    expect(found.lines.length).toBeLessThanOrEqual(5_000);
  });
});
