import { expect, test } from "vitest";
import { decode } from "./decode";

const bytes = (text: string, encoding: BufferEncoding = "utf-8") =>
  new Uint8Array(Buffer.from(text, encoding));
/** The characters 日本 in Shift-JIS. */
const JAPAN = new Uint8Array([0x93, 0xfa, 0x96, 0x7b]);
const beside = (...pieces: Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));

test.each<[string, Uint8Array, string | undefined, boolean, string | null]>([
  ["UTF-8 without a declaration", bytes("Café"), undefined, false, "Café"],
  ["the charset of the header", bytes("Café", "latin1"), "ISO-8859-1", true, "Café"],
  ["a header with Shift_JIS", JAPAN, "Shift_JIS", true, "日本"],
  [
    "the charset of a meta element",
    beside(bytes('<meta charset="shift_jis"><p>'), JAPAN),
    undefined,
    true,
    '<meta charset="shift_jis"><p>日本',
  ],
  [
    "the charset of an http-equiv element",
    beside(bytes("<meta http-equiv=a content='text/html; charset=Shift_JIS'>"), JAPAN),
    undefined,
    true,
    "<meta http-equiv=a content='text/html; charset=Shift_JIS'>日本",
  ],
  [
    "a page with a commented-out charset",
    bytes("<!-- <meta charset=koi8-r> --><p>é"),
    undefined,
    true,
    "<!-- <meta charset=koi8-r> --><p>é",
  ],
  [
    "the encoding of an XML declaration",
    bytes("<?xml version='1.0' encoding='ISO-8859-1'?>é", "latin1"),
    undefined,
    true,
    "<?xml version='1.0' encoding='ISO-8859-1'?>é",
  ],
  ["a byte order mark before the header", bytes("\ufeffCafé"), "ISO-8859-1", true, "Café"],
  ["UTF-16 with a byte order mark", bytes("\ufeffCafé", "utf16le"), undefined, true, "Café"],
  [
    "single bytes declared as UTF-16",
    bytes("<meta charset=utf-16>é"),
    undefined,
    true,
    "<meta charset=utf-16>é",
  ],
  ["an unknown charset", bytes("Café"), "klingon", true, "Café"],
  ["bytes that are invalid in the charset", bytes("Caf\xe9", "latin1"), "utf-8", true, "Caf\ufffd"],
  ["Latin-1 bytes declared as text", bytes("Café", "latin1"), undefined, true, "Café"],
  ["Latin-1 bytes not declared as text to null", bytes("Café!", "latin1"), undefined, false, null],
  ["binary data declared as text to null", new Uint8Array(1_000), "utf-8", true, null],
])("decodes %s", (_, bytes, charset, isText, text) => {
  expect(decode(bytes, { charset, isText, isCut: false })).toBe(text);
});

test("decodes a body that is cut inside a character, without that character", () => {
  const cut = bytes("Café é").subarray(0, -1);
  expect(decode(cut, { isText: true, isCut: true })).toBe("Café ");
  expect(decode(cut, { charset: "utf-8", isText: true, isCut: true })).toBe("Café ");
});
