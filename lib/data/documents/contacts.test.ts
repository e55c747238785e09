import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { undoChange } from "@/lib/store/data/document-history";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { findDuplicateContacts, importAgentContacts, mergeAgentContacts } from "./contacts";
import { runQuery } from "./query";
import type { DocumentsQuery } from "./work";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  agentId = await newAgent();
});
afterAll(() => database.drop());

const by = { author: "person", cause: null } as const;
const run = (
  operation: DocumentsQuery["operation"],
  rest: Omit<DocumentsQuery, "operation" | "collection"> = {},
) => runQuery({ operation, collection: "contacts", ...rest }, { agentId, by });
const all = async () => (await run("find")).rows;
const card = (...lines: string[]) => `BEGIN:VCARD\nVERSION:3.0\n${lines.join("\n")}\nEND:VCARD\n`;
const versions = async () =>
  (await listRevisions(agentId, { kind: "collection", name: "contacts", limit: 100 })).revisions;

test("importAgentContacts imports a thousand cards with duplicates as one change that can be undone", async () => {
  await run("insertMany", {
    data: [
      { _id: 1, name: "Known", phone: "+49 151 1", email: "known@example.com" },
      { _id: 2, name: "Old", uid: "u-2", notes: "stays" },
    ],
  });
  const vcard = [
    ...Array.from({ length: 990 }, (_, n) =>
      card(`FN:Person ${n}`, `TEL:+49 30 ${10_000 + n}`, `EMAIL:p${n}@example.com`, `UID:n-${n}`),
    ),
    card("FN:New name", "UID:u-2"),
    card("FN:Known too", "TEL:0049 (151) 1", "NOTE:says more"),
    card("FN:Known", "EMAIL:known@example.com"),
    card("FN:Person again", "EMAIL:P7@example.com"),
    card("NOTE:nobody"),
    ...Array.from({ length: 5 }, (_, n) => card(`FN:Person ${n}`, `UID:n-${n}`)),
  ].join("");
  const report = await importAgentContacts(agentId, { vcard });
  expect(report).toMatchObject({
    ...{ added: 990, updated: 1, same: 6, duplicateCount: 2, problemCount: 1 },
    duplicates: [
      { on: "phone", contact: { name: "Known too", notes: "says more" }, other: 1 },
      { on: "email", contact: { name: "Person again" }, other: expect.stringMatching(/^[\da-f]{24}$/) },
    ],
    problems: [{ line: expect.any(Number), reason: expect.stringContaining("has no name") }],
  });
  expect(await run("countDocuments")).toEqual({ count: 992 });
  expect(await run("findOne", { filter: { _id: 2 } })).toMatchObject({
    row: { name: "New name", notes: "stays" },
  });
  expect(await versions()).toHaveLength(2);
  await undoChange(agentId, report.revision ?? "", by);
  expect(await all()).toEqual([
    { _id: 1, name: "Known", phone: "+49 151 1", email: "known@example.com" },
    { _id: 2, name: "Old", uid: "u-2", notes: "stays" },
  ]);
  expect(await importAgentContacts(agentId, { vcard })).toMatchObject({ added: 990 });
  const again = await importAgentContacts(agentId, { vcard });
  expect(again).toMatchObject({ added: 0, updated: 0, revision: undefined });
});

test("importAgentContacts imports contacts given as documents by the same rules as cards, and reports the line of each invalid entry", async () => {
  const documents = [
    { _id: { $oid: "507f1f77bcf86cd799439011" }, name: "A", met: { $date: "2025-01-01T00:00:00Z" } },
    { _id: "507f1f77bcf86cd799439011", name: "A", age: 3 },
    { name: "" },
    { $x: 1 },
    { name: "B", phone: "x".repeat(10_001) },
  ];
  expect(await importAgentContacts(agentId, { documents })).toMatchObject({
    ...{ added: 1, updated: 0 },
    problems: [{ line: 3 }, { line: 4 }, { line: 5 }],
  });
  expect(await all()).toEqual([
    { _id: "507f1f77bcf86cd799439011", name: "A", met: { $date: "2025-01-01T00:00:00.000Z" }, age: 3 },
  ]);
  await expect(importAgentContacts(agentId, { vcard: "no card" })).rejects.toThrow("no contact in this file");
});

const ids = async () =>
  (await findDuplicateContacts(agentId)).pairs.map(({ left, right, why }) => [left._id, right._id, why]);

test("findDuplicateContacts finds likely duplicates by phone in any notation, e-mail or similar name", async () => {
  await run("insertMany", {
    data: [
      { _id: 1, name: "Jörg Müller", phone: "+49 151 23456789" },
      { _id: 2, name: "J. M.", phone: "0151 / 2345 6789" },
      { _id: 3, name: "Muller, Jorg", email: "jm@example.com" },
      { _id: 4, name: "Work", emails: [{ label: "work", value: "JM@example.com " }] },
      { _id: 5, name: "Catherine Smith" },
      { _id: 6, name: "Katherine Smith" },
      { _id: 7, name: "Person 12" },
      { _id: 8, name: "Person 13" },
      { _id: 9, name: "Maria Klein", phone: "+49 30 1", email: "a@example.com" },
      { _id: 10, name: "Mario Klein", phone: "+49 30 2", email: "b@example.com" },
      { _id: 11, name: "Ann", notSameAs: [12] },
      { _id: 12, name: "Ann" },
    ],
  });
  expect(await ids()).toEqual([
    [1, 2, "phone"],
    [3, 4, "email"],
    [1, 3, "name"],
    [5, 6, "name"],
  ]);
});

test("mergeAgentContacts merges two contacts as one change that can be undone, and rejects a merge of changed contacts", async () => {
  const was = { _id: 1, name: "Ada", phone: "+44 20 1" };
  const gone = { _id: 2, name: "Ada L.", email: "ada@example.com" };
  await run("insertMany", { data: [was, gone] });
  const document = { _id: 1, name: "Ada L.", phone: "+44 20 1", email: "ada@example.com" };
  const stale = mergeAgentContacts(agentId, { document, was: { ...was, name: "Other" }, gone });
  await expect(stale).rejects.toMatchObject({ code: "conflict" });
  const { revision } = await mergeAgentContacts(agentId, { document, was, gone });
  expect(await all()).toEqual([document]);
  await undoChange(agentId, revision ?? "", by);
  expect(await all()).toEqual([was, gone]);
  await mergeAgentContacts(agentId, { document: { ...was, notes: "of a file" }, was });
  expect(await all()).toEqual([{ ...was, notes: "of a file" }, gone]);
});

test("mergeAgentContacts moves the events of the removed contact to the other, and undo moves them back", async () => {
  const was = { _id: 1, name: "Ada" };
  const gone = { _id: "b", name: "Ada L." };
  const schedule = (
    operation: DocumentsQuery["operation"],
    rest: Omit<DocumentsQuery, "operation" | "collection"> = {},
  ) => runQuery({ operation, collection: "schedule", ...rest }, { agentId, by });
  const events = async () =>
    ((await schedule("find")).rows as { contactId: unknown }[]).map(({ contactId }) => contactId);
  const at = (contactId: unknown) => ({ title: "Tea", start: "2026-11-24T09:00:00Z", contactId });
  await run("insertMany", { data: [was, gone] });
  await schedule("insertMany", { data: [at("b"), at(1), at("other")] });
  const stale = mergeAgentContacts(agentId, { document: was, was: { ...was, name: "Other" }, gone });
  await expect(stale).rejects.toMatchObject({ code: "conflict" });
  expect(await events()).toEqual(["b", 1, "other"]);
  const { revision } = await mergeAgentContacts(agentId, { document: was, was, gone });
  expect(await events()).toEqual([1, 1, "other"]);
  const { id } = await undoChange(agentId, revision ?? "", by);
  expect([await events(), await all()]).toEqual([
    ["b", 1, "other"],
    [was, gone],
  ]);
  const again = await undoChange(agentId, id, by);
  expect([await events(), await all()]).toEqual([[1, 1, "other"], [was]]);
  // Undo leaves events that changed since untouched, but still restores the contact.
  await schedule("updateMany", { update: { $set: { title: "Coffee" } } });
  await undoChange(agentId, again.id, by);
  expect([await events(), await all()]).toEqual([
    [1, 1, "other"],
    [was, gone],
  ]);
});

test("importAgentContacts adds a group's name as a tag to its members in the file and among the stored contacts, and names missing members", async () => {
  await run("insertOne", { data: { _id: 1, name: "Known", uid: "urn:uuid:A1", tags: ["old"] } });
  const vcard = [
    card("FN:Choir", "KIND:group", "MEMBER:urn:uuid:a1", "MEMBER:b2", "MEMBER:urn:uuid:c3"),
    card("FN:Bo", "UID:urn:uuid:b2"),
  ].join("");
  expect(await importAgentContacts(agentId, { vcard })).toMatchObject({
    ...{ added: 1, updated: 1, problemCount: 1 },
    problems: [{ line: 1, reason: expect.stringMatching(/“Choir” is a group.*urn:uuid:c3/) }],
  });
  expect(await all()).toEqual([
    expect.objectContaining({ name: "Known", tags: ["old", "Choir"] }),
    expect.objectContaining({ name: "Bo", tags: ["Choir"] }),
  ]);
  expect(await importAgentContacts(agentId, { vcard })).toMatchObject({ added: 0, updated: 0 });
});
