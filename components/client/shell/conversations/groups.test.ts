import { describe, expect, it } from "vitest";
import type { Summary } from "@/lib/shared/chat/contract";
import { groupsOf, neighbour } from "./groups";

const item = (id: string, updatedAt: string, pinned = false): Summary => ({
  id,
  title: id,
  createdAt: updatedAt,
  updatedAt,
  run: null,
  openAsks: 0,
  pinned,
});
const NOW = "2026-11-22T12:00:00.000Z";
const items = [
  item("old but pinned", "2026-01-01T10:00:00.000Z", true),
  item("today", "2026-11-22T10:00:00.000Z"),
  item("yesterday", "2026-11-21T10:00:00.000Z"),
];

describe("the list of conversations", () => {
  it("starts with pinned conversations", () => {
    expect(groupsOf(items, NOW, "UTC").map(({ label, items }) => [label, items[0]?.id])).toEqual([
      ["Pinned", "old but pinned"],
      ["Today", "today"],
      ["Yesterday", "yesterday"],
    ]);
    expect(groupsOf([], NOW)).toEqual([]);
  });

  it("moves an unpinned conversation to its day before the server confirms it", () => {
    const [first, ...rest] = items;
    const groups = groupsOf([{ ...(first ?? expect.fail()), pinned: false }, ...rest], NOW, "UTC");
    expect(groups.map(({ label }) => label)).toEqual(["Today", "Yesterday", "January"]);
  });

  it("returns neighbours in display order and undefined at the end", () => {
    expect(neighbour(items, "old but pinned", 1)?.id).toBe("today");
    expect(neighbour(items, "yesterday", -1)?.id).toBe("today");
    expect(neighbour(items, "yesterday", 1)).toBeUndefined();
    expect(neighbour(items, "a new one", 1)?.id).toBe("old but pinned");
  });
});
