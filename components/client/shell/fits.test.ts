import { expect, test } from "vitest";
import { fitting } from "./fits";

test("a search fits if each of its words occurs in one of the texts, ignoring case and accents", () => {
  expect(fitting("  ")("anything")).toBe(true);
  expect(fitting("CAFE list")("Café", "A list of orders")).toBe(true);
  expect(fitting("cafe zeppelin")("Café", "A list of orders")).toBe(false);
});
