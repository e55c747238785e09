import { expect, test } from "vitest";
import { textOf } from "./text-encoding";

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

test("textOf decodes text that is not UTF-8 as Windows-1252", async () => {
  expect(await textOf(latin1("SUMMARY:K\xf6ln \x80 5\r\n"))).toBe("SUMMARY:Köln € 5\r\n");
});

test("textOf decodes each line with the charset that it names, and UTF-8 lines as UTF-8", async () => {
  const bytes = Buffer.concat([
    Buffer.from("FN:Zoë\r\n"),
    latin1("ORG;CHARSET=Windows-1251:\xcc\xee\xf1\xea\xe2\xe0\r\n"),
    latin1("N;CHARSET=Shift_JIS:\x93\xfa\x96\x7b\r\n"),
  ]);
  expect(await textOf(bytes)).toBe(
    "FN:Zoë\r\nORG;CHARSET=Windows-1251:Москва\r\nN;CHARSET=Shift_JIS:日本\r\n",
  );
});

test("textOf ends the charset of a line at a value that starts with a semicolon", async () => {
  expect(await textOf(latin1("ADR;WORK;CHARSET=Windows-1252:;;Stra\xdfe"))).toBe(
    "ADR;WORK;CHARSET=Windows-1252:;;Straße",
  );
});

test("textOf decodes UTF-16 with and without a byte order mark", async () => {
  const wide = Buffer.from("BEGIN:VCARD\r\nFN:Zoë\r\n", "utf16le");
  expect(await textOf(wide)).toContain("FN:Zoë");
  expect(await textOf(Buffer.concat([Buffer.from([0xff, 0xfe]), wide]))).toMatch(/^BEGIN:VCARD/);
  expect(await textOf(Buffer.concat([Buffer.from([0xff, 0xfe]), wide]).swap16())).toMatch(/^BEGIN:VCARD/);
});

test("textOf decodes non-ASCII characters of an unknown charset as U+FFFD", async () => {
  expect(await textOf(latin1("FN;CHARSET=x-none:J\xfcrgen"))).toBe("FN;CHARSET=x-none:J\ufffdrgen");
});

test("textOf rejects binary data", async () => {
  await expect(textOf(new Uint8Array([80, 75, 3, 4, 0, 0, 0, 1]))).rejects.toThrow("it contains binary data");
});
