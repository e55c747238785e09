import { expect, test } from "vitest";
import { decode } from "./decode";

const bytes = (text: string, encoding: BufferEncoding = "utf-8") =>
  new Uint8Array(Buffer.from(text, encoding));
/** 日本 in Shift-JIS. */
const JAPAN = new Uint8Array([0x93, 0xfa, 0x96, 0x7b]);
const beside = (...pieces: Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));

test.each<[string, Uint8Array, string | undefined, boolean, string | null]>([
  ["UTF-8 without a word", bytes("Café"), undefined, false, "Café"],
  ["what the header says", bytes("Café", "latin1"), "ISO-8859-1", true, "Café"],
  ["a header of another alphabet", JAPAN, "Shift_JIS", true, "日本"],
  [
    "what the page says",
    beside(bytes('<meta charset="shift_jis"><p>'), JAPAN),
    undefined,
    true,
    '<meta charset="shift_jis"><p>日本',
  ],
  [
    "the old way to say it",
    beside(bytes("<meta http-equiv=a content='text/html; charset=Shift_JIS'>"), JAPAN),
    undefined,
    true,
    "<meta http-equiv=a content='text/html; charset=Shift_JIS'>日本",
  ],
  [
    "what the page says no more",
    bytes("<!-- <meta charset=koi8-r> --><p>é"),
    undefined,
    true,
    "<!-- <meta charset=koi8-r> --><p>é",
  ],
  [
    "what XML says",
    bytes("<?xml version='1.0' encoding='ISO-8859-1'?>é", "latin1"),
    undefined,
    true,
    "<?xml version='1.0' encoding='ISO-8859-1'?>é",
  ],
  ["a mark against the header", bytes("\ufeffCafé"), "ISO-8859-1", true, "Café"],
  ["UTF-16 by its mark", bytes("\ufeffCafé", "utf16le"), undefined, true, "Café"],
  [
    "a page of bytes that says UTF-16",
    bytes("<meta charset=utf-16>é"),
    undefined,
    true,
    "<meta charset=utf-16>é",
  ],
  ["an encoding that nobody knows", bytes("Café"), "klingon", true, "Café"],
  ["the wrong bytes in it", bytes("Caf\xe9", "latin1"), "utf-8", true, "Caf\ufffd"],
  ["old bytes that are announced as text", bytes("Café", "latin1"), undefined, true, "Café"],
  ["old bytes that are not", bytes("Café!", "latin1"), undefined, false, null],
  ["bytes of a program, whatever it is called", new Uint8Array(1_000), "utf-8", true, null],
])("%s is read", (_, given, charset, isText, text) => {
  expect(decode(given, { charset, isText, isCut: false })).toBe(text);
});

test("decodes the rest if the last character is incomplete", () => {
  const cut = bytes("Café é").subarray(0, -1);
  expect(decode(cut, { isText: true, isCut: true })).toBe("Café ");
  expect(decode(cut, { charset: "utf-8", isText: true, isCut: true })).toBe("Café ");
});
