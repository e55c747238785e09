import { expect, test } from "vitest";
import { fitting } from "./fits";

test("matches every word in any of the texts, ignoring case and accents", () => {
  expect(fitting("  ")("anything")).toBe(true);
  expect(fitting("CAFE list")("Café", "A list of orders")).toBe(true);
  expect(fitting("cafe zeppelin")("Café", "A list of orders")).toBe(false);
});
