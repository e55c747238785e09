import { afterAll, beforeAll, expect, test } from "vitest";
import { embed } from "@/lib/models/embedding/embed";
import { packed } from "@/lib/models/embedding/vector";
import { testDatabase } from "@/lib/store/testing/database";
import { relationOf, statementOf } from "./alike";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function relation(a: string, b: string) {
  const [first, second] = [await statementOf(a), await statementOf(b)];
  const [v, w] = (await embed([a, b])) ?? [];
  const meant = relationOf(first, second, [v && packed(v), w && packed(w)]);
  expect(relationOf(second, first, [w && packed(w), v && packed(v)])).toBe(meant);
  return { meant, said: relationOf(first, second, [undefined, undefined]) };
}

test.each([
  ["Lives in Bern", "lives in Bern."],
  ["Lives in Bern", "The user lives in Bern"],
  ["Is allergic to peanuts", "Has a peanut allergy"],
  ["Drinks two coffees every morning", "Drinks two coffees in the morning"],
  ["Saves for a house", "Is saving for a house"],
  ["Wohnt seit 2019 in Bern", "Wohnt in Bern seit 2019"],
])("%s = %s", async (a, b) => {
  expect(await relation(a, b)).toEqual({ meant: "same", said: "same" });
});

test.each([
  ["Lives in Bern", "Lives in Basel"],
  ["Has 2 cats at home", "Has 3 cats at home"],
  ["Likes green tea", "Does not like green tea"],
  ["Eats meat", "Doesn't eat meat"],
  ["Her favourite colour is blue", "Her favourite colour is green"],
  ["Works at Acme as a baker", "Works at Globex as a baker"],
])("%s ≠ %s", async (a, b) => {
  expect(await relation(a, b)).toEqual({ meant: "contradicts", said: "contradicts" });
});

test.each([
  ["Likes apples", "Likes pears"],
  ["Anna lives in Bern", "Ben lives in Bern"],
  ["Anna likes Ben", "Ben likes Anna"],
  ["Anna told Ben about Clara", "Anna told Clara about Ben"],
  ["Meets Martin on Monday", "Meets Martina on Monday"],
  ["Bakes bread on Sunday", "Owns a boat"],
  ["Flew with LX100 to Rome", "Flew with LX101 to Oslo"],
  [
    `Notes: ${"one two three ".repeat(9)}${Array.from({ length: 30 }, (_, n) => `word${n}`).join(" ")} end`,
    `Notes: ${"one two three ".repeat(9)}${Array.from({ length: 30 }, (_, n) => `word${n}`).join(" ")} other`,
  ],
  ["", ""],
])("%s | %s", async (a, b) => {
  expect(await relation(a, b)).toEqual({ meant: null, said: null });
});
