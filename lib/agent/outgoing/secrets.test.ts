import { expect, test } from "vitest";
import { hasSecret } from "./secrets";

test.each([
  "My IBAN is DE89370400440532013000",
  "My IBAN is DE89 3704 0044 0532 0130 00",
  "Card 4111 1111 1111 1111 please",
  "the booking code is K7P2QX",
  "use sk-live-rye-4711 for that",
  "call me at +14155552671",
  "PIN 471199",
])("a text with a key, a code or a long number has a secret: %s", (text) => {
  expect(hasSecret(text)).toBe(true);
});

test.each([
  "What does rye cost at https://mill.test/items/4711003?",
  "On 2026-11-29 at 14:30, or 29.11.2026",
  "Less than 1,250.00 or 12.50 euros",
  "the 3rd of 2026, 100km away",
  "Compare the 8 pages",
])("a text without them has none: %s", (text) => {
  expect(hasSecret(text)).toBe(false);
});
