import { expect, test } from "vitest";
import { piecesOf } from "@/lib/shared/text/pieces";
import { decodedText, encodingOfHead } from "./text";

const wide = (text: string) => Buffer.from(text, "utf16le");

test.each([
  ["utf-8", Buffer.from("größe 👩‍🍳")],
  ["utf-8", Buffer.from("\ufeffa")],
  ["utf-8", Buffer.from("größe").subarray(0, 3)],
  ["windows-1252", Buffer.from("größe", "latin1")],
  ["utf-16le", wide("\ufeffBrot")],
  ["utf-16le", wide("Brot und Butter")],
  ["utf-16be", wide("\ufeffBrot").swap16()],
  ["utf-16be", wide("Brot und Butter").swap16()],
  [null, Buffer.from([0, 1, 2, 3, 250])],
  [null, Buffer.from("PK\x03\x04\0\0\0 some words")],
  [null, Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7919) % 256))],
])("encodingOfHead detects the encoding %s of %j", (encoding, bytes) => {
  expect(encodingOfHead(bytes)).toBe(encoding);
});

test("decodedText decodes text across chunks, and piecesOf divides it without loss", async () => {
  const text = Array.from({ length: 900 }, (_, at) => `Zeile ${at}: größe 👩‍🍳. `)
    .join("\n")
    .repeat(2);
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 37) yield bytes.subarray(at, at + 37);
  }
  let whole = "";
  for await (const piece of decodedText(pieces(), "utf-8")) whole += piece;
  const pages = piecesOf(whole, 4_000);
  expect(pages.join("")).toBe(text);
  expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(4_000);
  expect(pages.every((page) => page.isWellFormed())).toBe(true);
});
