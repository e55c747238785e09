import { describe, expect, it, vi } from "vitest";
import type { RowsPage } from "./api";
import { PAGE, RowPages } from "./row-pages";

/** A table of `total` rows; the test answers each request for a page. */
function table(total: number) {
  const asked: { offset: number; answer: (from?: number) => void; fail: () => void; signal: AbortSignal }[] =
    [];
  const read = ({ offset, limit }: { offset: number; limit: number }, signal: AbortSignal) =>
    new Promise<RowsPage>((resolve, reject) => {
      const answer = (first = offset) => {
        const ids = Array.from({ length: Math.min(limit, total - offset) }, (_, at) => first + at);
        const rows = ids.map((id) => [id, `row ${id}`]);
        const keys = ids.map((id) => [id]);
        resolve({ columns: ["id", "name"], rows, key: ["id"], keys, editable: ["name"], total });
      };
      asked.push({ offset, answer, fail: () => reject(new Error("away")), signal });
    });
  const pages = new RowPages(read);
  pages.enter();
  return { asked, pages, read };
}

describe("the rows of a table", () => {
  it("are loaded only for the visible pages", async () => {
    const { asked, pages } = table(100_000);
    asked[0]?.answer();
    await vi.waitFor(() => expect(pages.count).toBe(100_000));
    pages.want(50_000, 50_020);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 50_000]);
    asked[1]?.answer();
    await vi.waitFor(() => expect(pages.row(50_007)?.cells).toEqual([50_007, "row 50007"]));
    expect(pages.row(50_007)?.key).toEqual({ id: 50_007 });
    expect(pages.row(40_000)).toBeUndefined();
  });

  it("abort their request when scrolled out of view", async () => {
    const { asked, pages } = table(100_000);
    asked[0]?.answer();
    await vi.waitFor(() => expect(pages.count).toBe(100_000));
    pages.want(30_000, 30_020);
    pages.want(60_000, 60_020);
    expect(asked[1]?.signal.aborted).toBe(true);
    expect(asked.at(-1)?.offset).toBe(60_000);
  });

  it("stay while they are refetched", async () => {
    const { asked, pages } = table(20);
    asked[0]?.answer();
    await vi.waitFor(() => expect(pages.row(3)).toBeDefined());
    pages.refresh();
    expect(pages.row(3)?.cells[1]).toBe("row 3");
    asked[1]?.answer(500);
    await vi.waitFor(() => expect(pages.row(3)?.cells[1]).toBe("row 503"));
  });

  it("are replaced when another order loads", async () => {
    const { asked, pages, read } = table(1_000);
    asked[0]?.answer();
    await vi.waitFor(() => expect(pages.row(0)).toBeDefined());
    pages.want(0, PAGE);
    asked[1]?.answer();
    await vi.waitFor(() => expect(pages.row(PAGE)).toBeDefined());
    pages.reorder(read);
    expect(pages.row(PAGE)).toBeDefined();
    asked[2]?.answer(900);
    await vi.waitFor(() => expect(pages.row(0)?.cells[0]).toBe(900));
    expect(pages.row(PAGE)).toBeUndefined();
  });

  it("show a change by the user at once, with the row's new key", async () => {
    const { asked, pages } = table(5);
    asked[0]?.answer();
    await vi.waitFor(() => expect(pages.row(1)).toBeDefined());
    pages.change({ id: 1 }, { id: 9, name: null }, { id: 9 });
    expect(pages.row(1)).toEqual({ key: { id: 9 }, cells: [9, null] });
  });

  it("are not requested again right after a failure", async () => {
    const { asked, pages } = table(5);
    asked[0]?.fail();
    await vi.waitFor(() => expect(pages.problem).toBeDefined());
    expect(asked).toHaveLength(1);
    pages.refresh();
    asked[1]?.answer();
    await vi.waitFor(() => expect(pages.row(4)).toBeDefined());
    expect(pages.problem).toBeUndefined();
  });
});
