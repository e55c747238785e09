import { expect, it } from "vitest";
import { TRIGGER_KINDS } from "@/lib/shared/jobs/contract";
import type { Item } from "./api";
import { type Draft, draftOf, fieldsOf, type ItemKind, missingIn } from "./item-draft";

const NOW = "2026-11-22T12:00:00.000Z";
const common = {
  ...{ id: "a", name: "Plan", instruction: "Look at the weather.", enabled: true, chatId: null },
  ...{ nextRunAt: null, lastRunAt: null, lastStatus: null, failures: 0, createdAt: NOW },
};
const job: Item = {
  ...common,
  ...{ kind: "cron", cronExpression: "30 6 * * 1,3", timeZone: "Asia/Tokyo", catchUp: "none", nextRuns: [] },
};
const filled: Draft = {
  ...draftOf(undefined, "UTC"),
  ...{
    name: " Bell ",
    instruction: "\nRing. ",
    at: "2030-05-01T09:30",
    sql: " SELECT 1 ",
    key: " door ",
    from: " reef.test",
  },
};

it("a job that is opened and saved without edits stays unchanged", () => {
  const { name, instruction, cronExpression, timeZone, catchUp } = job;
  expect(fieldsOf(draftOf(job, "UTC"))).toEqual({
    name,
    instruction,
    cronExpression,
    timeZone,
    catchUp,
  });
});

it.each([
  ["once", { at: "2026-11-23T07:00:00.000Z" }],
  ["table", { sql: "SELECT 1 FROM orders" }],
  ["state", { key: "door" }],
  ["webhook", {}],
  ["mail", { from: "reef.test", subject: "Ferry", folder: "Work" }],
] as const)("a trigger of kind %s is converted to a draft and back", (kind, own) => {
  const trigger: Item = { ...common, kind, ...own };
  const { name, instruction } = common;
  expect(fieldsOf(draftOf(trigger, "UTC"))).toEqual({ name, instruction, ...own });
});

it("only the fields of the selected kind are sent, with surrounding whitespace removed", () => {
  const shared = { name: "Bell", instruction: "Ring." };
  const sent = (kind: ItemKind) => fieldsOf({ ...filled, kind });
  expect(sent("webhook")).toEqual(shared);
  expect(sent("table")).toEqual({ ...shared, sql: "SELECT 1" });
  expect(sent("mail")).toEqual({ ...shared, from: "reef.test", subject: "", folder: "" });
  expect(sent("state")).toEqual({ ...shared, key: "door" });
  expect(sent("once")).toEqual({ ...shared, at: new Date("2030-05-01T09:30").toISOString() });
  expect(sent("cron")).toEqual({
    ...shared,
    ...{ cronExpression: "0 7 * * 1-5", timeZone: "UTC", catchUp: "one" },
  });
});

it("whitespace counts as empty, and each kind requires its fields", () => {
  const blank = { name: " ", instruction: "\n", at: "", sql: " ", key: "\t", from: " " };
  const missing = (kind: ItemKind) => [...missingIn({ ...filled, ...blank, kind }).keys()];
  expect(["cron" as const, ...TRIGGER_KINDS].map((kind) => [kind, missing(kind)])).toEqual(
    ["cron" as const, ...TRIGGER_KINDS].map((kind) => [
      kind,
      [
        "name",
        "instruction",
        ...{ cron: [], once: ["at"], webhook: [], table: ["sql"], state: ["key"], mail: ["from"] }[kind],
      ],
    ]),
  );
});

it("a weekly rhythm requires at least one day, and other rhythms require none", () => {
  const timing = { ...filled.timing, days: [] };
  const missing = (rhythm: Draft["timing"]["rhythm"]) =>
    missingIn({ ...filled, timing: { ...timing, rhythm } }).get("cronExpression");
  expect(missing("week")).toBe("Choose a day");
  expect(missing("day")).toBeUndefined();
});
