import { expect, test } from "vitest";
import { fitting } from "./fits";

test("every word is looked for in all of the texts, whatever its case and accents", () => {
  expect(fitting("  ")("anything")).toBe(true);
  expect(fitting("CAFE list")("Café", "A list of orders")).toBe(true);
  expect(fitting("cafe zeppelin")("Café", "A list of orders")).toBe(false);
});
