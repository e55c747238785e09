import { expect, test } from "vitest";
import type { Cause } from "@/lib/shared/history";
import { withActs } from "./acts";
import type { Entry } from "./api";

const entry = (id: string, cause: Cause | null, author: "person" | "restore" = "restore"): Entry => ({
  revision: {
    ...{ id, kind: "state", name: id, version: 1, author, cause, deleted: false, failure: null },
    ...{ live: true, origins: [], createdAt: "2026-11-22T10:00:00.000Z" },
  },
  gist: undefined,
});
const moment = { moment: "2026-11-22T09:00:00.000Z", restore: "r1" };
const rehearsed = { rehearsed: { id: "h1", title: "Tide" } };
const undone = (change: string) => ({ undone: { change, version: 1, isRedone: false } });

/** Describes the rows: the ids of a group, and whether it is the last act; the id of a single entry. */
const rows = (...entries: Entry[]) =>
  withActs(entries).map((row) =>
    "act" in row ? [row.entries.map(({ revision }) => revision.id).join(" "), row.isLast] : row.revision.id,
  );

test("the versions of one restore are one row, and a restore of one item stays as it is", () => {
  expect(rows(entry("d", null, "person"), entry("c", moment), entry("b", moment), entry("a", null))).toEqual([
    "d",
    ["c b", true],
    "a",
  ]);
  expect(rows(entry("a", moment))).toEqual(["a"]);
});

test("an undone restore has no undo", () => {
  expect(
    rows(entry("d", undone("b")), entry("c", undone("a")), entry("b", moment), entry("a", moment)),
  ).toEqual(["d", "c", ["b a", false]]);
});

test("only the newest accept or undo of a rehearsal can be undone", () => {
  const accepted = (id: string) => entry(id, rehearsed, "person");
  expect(rows(accepted("c"), entry("b", rehearsed), accepted("a"))).toEqual([
    ["c", true],
    ["b", false],
    ["a", false],
  ]);
});
