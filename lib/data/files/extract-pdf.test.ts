import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { extract } from "./extract";
import { makePdf } from "./testing/pdf";

const pdfText = (path: string, limits?: Parameters<typeof extract>[1]) =>
  extract({ path, kind: "pdf" }, limits);
const folder = mkdtempSync(join(tmpdir(), "easel-pdf-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

function stored(bytes: Buffer): string {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, bytes);
  return path;
}

function bomb(mb: number, line: string): Buffer {
  const data = deflateSync(Buffer.alloc(mb * 1_000_000, line), { level: 1 });
  const [head, tail] = makePdf(["SEED"])
    .toString("latin1")
    .split(/<< \/Length \d+ >>\nstream\n[\s\S]*?\nendstream/);
  const stream = `<< /Length ${data.length} /Filter /FlateDecode >>\nstream\n${data.toString("latin1")}\nendstream`;
  return Buffer.from(`${head}${stream}${tail}`, "latin1");
}

test("extract reads a PDF page by page", async () => {
  const read = await pdfText(stored(makePdf(["One (1)\ntwo", "", "Three"])));
  expect(read).toEqual({
    pages: 3,
    sections: [
      { place: { at: "page", page: 1 }, text: "One (1)\ntwo" },
      { place: { at: "page", page: 3 }, text: "Three" },
    ],
  });
});

test("extract reports a PDF that is locked or damaged, and a file that is no PDF", async () => {
  const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /O (${"o".repeat(32)}) /U (${"u".repeat(32)}) /P -4 >> /ID [(a) (a)]`;
  await expect(pdfText(stored(makePdf(["Secret"], lock)))).rejects.toThrow("locked with a password");
  await expect(pdfText(stored(Buffer.from("%PDF-1.4\nno more")))).rejects.toThrow("damaged");
});

test("extract kills only the process of the reader if a page expands endlessly", async () => {
  const heavy = pdfText(stored(bomb(20, "(")), { wallMs: 20_000, memoryMb: 130 });
  const endless = pdfText(stored(bomb(10, "q ")), { wallMs: 1_500, memoryMb: 700 });
  await Promise.all([
    expect(heavy).rejects.toThrow("too much memory"),
    expect(endless).rejects.toThrow("takes too long"),
  ]);
});
