import { describe, expect, it } from "vitest";
import type { Summary } from "@/lib/shared/chat/contract";
import { withFirstPage, withOlder } from "./list-page";

const item = (id: string, minute: number, pinned = false): Summary => {
  const at = `2026-11-22T10:${String(minute).padStart(2, "0")}:00.000Z`;
  return { id, title: id, createdAt: at, updatedAt: at, run: null, openAsks: 0, pinned };
};
const ids = (items: Summary[]) => items.map(({ id }) => id).join("");

const before = [item("a", 9), item("b", 8), item("c", 7), item("d", 6)];

describe("the first page, read again", () => {
  it("keeps what was loaded below it", () => {
    const page = { conversations: [item("x", 10), item("a", 9)], nextCursor: "more" };
    expect(ids(withFirstPage(before, page))).toBe("xabcd");
  });

  it("lets go of what was deleted within it", () => {
    const page = { conversations: [item("a", 9), item("c", 7)], nextCursor: "more" };
    expect(ids(withFirstPage(before, page))).toBe("acd");
  });

  it("is all there is when the server has no more", () => {
    expect(ids(withFirstPage(before, { conversations: [item("b", 8)] }))).toBe("b");
    expect(ids(withFirstPage(before, { conversations: [] }))).toBe("");
  });

  it("moves what was pinned to the top, once", () => {
    const page = { conversations: [item("d", 6, true), item("a", 9)], nextCursor: "more" };
    expect(ids(withFirstPage(before, page))).toBe("dabc");
  });

  it("keeps the objects of what did not change", () => {
    const [a, b] = withFirstPage(before, { conversations: [item("a", 9), item("b", 8)], nextCursor: "more" });
    expect([a === before[0], b === before[1]]).toEqual([true, true]);
  });
});

it("a page below adds what is not there yet", () => {
  expect(ids(withOlder(before, [item("d", 6), item("e", 5)]))).toBe("abcde");
});
