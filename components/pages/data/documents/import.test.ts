import { describe, expect, it } from "vitest";
import { documentsOf, textOfFile } from "./import";

const read = (text: string | Uint8Array<ArrayBuffer>) => documentsOf(new File([text], "books.txt"));
const utf16 = (text: string) =>
  new Uint8Array(new Uint16Array([...`\uFEFF${text}`].map((one) => one.charCodeAt(0))).buffer);

describe("the documents of a file", () => {
  it("are parsed from an array, one object or one object per line", async () => {
    const [emma, ulysses] = [{ title: "Emma" }, { title: "Ulysses" }];
    expect(await read('[{"title": "Emma"}, {"title": "Ulysses"}]')).toEqual([emma, ulysses]);
    expect(await read('{"title":\n"Emma"}')).toEqual([emma]);
    expect(await read('{"title": "Emma"}\r\n\n{"title": "Ulysses"}\n')).toEqual([emma, ulysses]);
  });

  it("of a CSV have one type per column, booleans, JSON and no empty fields", async () => {
    const text = 'title;pages;read;tags;\n"Emma; or so";280;true;"[""a""]";x\nUlysses;007;;[a;\n;;;;\n';
    expect(await read(text)).toEqual([
      { title: "Emma; or so", pages: "280", read: true, tags: ["a"] },
      { title: "Ulysses", pages: "007", tags: "[a" },
    ]);
  });

  it("keep integers beyond JavaScript's safe range as text, and keep unusual field names", async () => {
    const [one] = await read("id,__proto__\n9007199254740993,x");
    expect(Object.entries(one ?? {})).toEqual([
      ["id", "9007199254740993"],
      ["__proto__", "x"],
    ]);
  });

  it("are decoded from UTF-16 and from UTF-8 with a byte order mark", async () => {
    expect(await read(utf16("name\nZoë"))).toEqual([{ name: "Zoë" }]);
    expect(await read("\uFEFFname\nZoë")).toEqual([{ name: "Zoë" }]);
  });

  it.each([
    ['{"title": "Emma"}\n{title}', "Invalid JSON in line 2."],
    ["[{}, 1]", "Entry 2 is not an object."],
    ["[[]]", "Entry 1 is not an object."],
    ["title,pages", "No documents in this file."],
    ["[]", "No documents in this file."],
    ["  ,  \nEmma,280", "Line 1 must name the fields."],
    ["", "Line 1 must name the fields."],
  ])("throws for a file without documents: %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it("are rejected if the file is larger than one request allows", async () => {
    const file = new File([], "large.json");
    Object.defineProperty(file, "size", { value: 19_000_001 });
    await expect(textOfFile(file)).rejects.toThrow("Larger than 19 MB.");
  });
});
