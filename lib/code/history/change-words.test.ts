import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { changeWords } from "@/lib/shared/change-words";
import { isNamedById, KINDS, type Kind } from "@/lib/shared/kinds";
import { VERSIONS } from "./testing/versions";

/** The sentences when an item of each kind is made, changed and deleted. */
const WORDS: Record<Kind, readonly [made: string, changed: string, deleted: string]> = {
  system_prompt: ["Prompt: added “Be kind.”", "Prompt: “Be kind.” → “Be kind and short.”", "Prompt: emptied"],
  learned_notes: ["Notes: added “Rye.”", "Notes: “Rye.” → “Rye and wheat.”", "Notes: emptied"],
  tool: ["Made the tool water", "Changed the tool water: code", "Deleted the tool water"],
  component: ["Made the component water", "Changed the component water: code", "Deleted the component water"],
  skill: ["Made the skill water", "Changed the skill water: instructions", "Deleted the skill water"],
  state: [
    "Stored water: oven: 230",
    expect.stringMatching(/^water: oven 230 → 1 Dec 2031 \d\d:00/) as never,
    expect.stringMatching(/^Deleted water: oven: 1 Dec/) as never,
  ],
  job: [
    "Made the job Water: every day at 09:00",
    "Water: every day at 09:00 → every day at 08:00",
    "Deleted the job Water",
  ],
  memory_blob: ["Summary: added “Ada”", "Summary: “Ada” → “Ada and Bob”", "Summary: emptied"],
  block: ["Remembered water: “Ada”", "water: “Ada” → “Bob”", "Deleted water from memory"],
  db_schema: [
    "Notes on collections: added “people”",
    "Notes on collections: “people” → “people, dates”",
    "Notes on collections: emptied",
  ],
  memory: [
    "Remembered: Likes rye bread",
    "Remembered: “Likes rye bread” → “Likes wheat bread”",
    "Forgot: Likes wheat bread",
  ],
  board: ["Made the board Home", "Added a sheet to the board Home", "Deleted the board Home"],
  project: [
    "Made the project Kitchen",
    "Changed the project Kitchen: instructions",
    "Deleted the project Kitchen",
  ],
  collection: ["water: 1 document added", "water: 1 document changed", "Deleted all of water"],
  database: [
    "Copied the tables before the first change of the day",
    "Deleted rows of t",
    "Changed the tables",
  ],
  model_family: [
    "Instructions for water: added “Be short.”",
    "Instructions for water: “Be short.” → “Be very short.”",
    "Instructions for water: emptied",
  ],
};

test.each(KINDS)("a change of a %s has a sentence", (kind) => {
  const [first, second] = VERSIONS[kind];
  const item = { kind, name: isNamedById(kind) ? randomUUID() : "water" };
  const title = (content: unknown) => {
    const { name, content: text } = content as { name?: string; content?: string };
    return isNamedById(kind) ? (name ?? text) : undefined;
  };
  expect([
    changeWords({ ...item, title: title(first), before: null, after: first }),
    changeWords({ ...item, title: title(second), before: first, after: second }),
    changeWords({ ...item, title: title(second), before: second, after: null }),
  ]).toEqual(WORDS[kind]);
  expect(changeWords({ ...item, before: undefined, after: undefined })).not.toBe("");
});
