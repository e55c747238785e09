import { expect, test } from "vitest";
import { placeOfJsonError, placeOfKeys } from "./text-position";

const TEXT = `{
  "type": "object",
  "properties": {
    "type": { "type": "text" }
  }
}`;

test("placeOfKeys finds the line of a value by its path", () => {
  expect(placeOfKeys(TEXT, [])).toEqual({ line: 1, column: 1 });
  expect(placeOfKeys(TEXT, ["properties", "type"])).toEqual({ line: 4, column: 5 });
  expect(placeOfKeys(TEXT, ["properties", "nothing"])).toEqual({ line: 3, column: 3 });
});

test("placeOfJsonError finds the place of a JSON syntax error in the error messages of different browsers", () => {
  const broken = '{\n  "a": 1,\n}';
  let message = "";
  try {
    JSON.parse(broken);
  } catch (error) {
    message = String(error);
  }
  expect(placeOfJsonError(broken, message)).toEqual({ line: 3, column: 1 });
  expect(placeOfJsonError(broken, "JSON.parse: bad at line 2 column 9 of the JSON data")).toEqual({
    line: 2,
    column: 9,
  });
  expect(placeOfJsonError(broken, "Unexpected end of JSON input")).toEqual({ line: 3, column: 2 });
});
