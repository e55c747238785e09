import { expect, test } from "vitest";
import { hrefOf, type Place, placeOf } from "./history-url";

const read = (href: string): Place => {
  const { pathname, searchParams } = new URL(href, "http://easel");
  return placeOf(pathname, searchParams);
};

test.each<Place>([
  {},
  { kind: "tool", name: "double & halve", author: "agent" },
  { id: "0b7a", kind: "state", author: "import" },
  { author: "restore", restorePoint: "2026-02-03T10:00:00.000Z" },
])("placeOf parses the URL that hrefOf returns for %j", (place) => {
  const found = Object.entries(read(hrefOf(place))).filter(([, value]) => value !== undefined);
  expect(Object.fromEntries(found)).toEqual(place);
});

test("placeOf ignores invalid parts of a URL", () => {
  expect(read("/agent/history?kind=cake&author=nobody&at=soon&name=x")).toEqual({
    id: undefined,
    kind: undefined,
    name: undefined,
    author: undefined,
    moment: undefined,
  });
});
