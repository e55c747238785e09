import { expect, test } from "vitest";
import { placeOfJsonError, placeOfKeys } from "./text-position";

const TEXT = `{
  "type": "object",
  "properties": {
    "type": { "type": "text" }
  }
}`;

test("the way to a value leads to its line", () => {
  expect(placeOfKeys(TEXT, [])).toEqual({ line: 1, column: 1 });
  expect(placeOfKeys(TEXT, ["properties", "type"])).toEqual({ line: 4, column: 5 });
  expect(placeOfKeys(TEXT, ["properties", "nothing"])).toEqual({ line: 3, column: 3 });
});

test("what is no JSON is so at a place, whatever the browser says of it", () => {
  const broken = '{\n  "a": 1,\n}';
  let said = "";
  try {
    JSON.parse(broken);
  } catch (error) {
    said = String(error);
  }
  expect(placeOfJsonError(broken, said)).toEqual({ line: 3, column: 1 });
  expect(placeOfJsonError(broken, "JSON.parse: bad at line 2 column 9 of the JSON data")).toEqual({
    line: 2,
    column: 9,
  });
  expect(placeOfJsonError(broken, "Unexpected end of JSON input")).toEqual({ line: 3, column: 2 });
});
