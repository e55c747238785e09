import { expect, it } from "vitest";
import { hrefOf, type Place, placeOf } from "./files-url";

const read = (href: string) => {
  const { pathname, searchParams } = new URL(href, "http://localhost");
  return placeOf(pathname, searchParams);
};

it.each<Place>([
  { at: "list" },
  { at: "list", kind: "image" },
  { at: "list", file: "11111111-1111-4111-8111-111111111111" },
  { at: "list", file: "11111111-1111-4111-8111-111111111111", passage: 7 },
  { at: "list", kind: "document", file: "11111111-1111-4111-8111-111111111111" },
  { at: "table", table: "a/b?c#d ü", view: "rows" },
  { at: "table", table: "loaves", view: "structure" },
  { at: "collection", collection: "ai_books", view: "table" },
  { at: "collection", collection: "messages", view: "json" },
  { at: "sql" },
])("placeOf parses the address that hrefOf returns for %j", (place) => {
  expect(read(hrefOf(place))).toEqual(place);
});

it("ignores an unknown kind and reads a name that is not encoded correctly", () => {
  expect(read("/files?kind=video")).toEqual({ at: "list" });
  expect(placeOf("/files/table/%E0%A4%A", new URLSearchParams())).toMatchObject({ table: "%E0%A4%A" });
});
