import { expect, test } from "vitest";
import { PAGE, textPageOf } from "./page-of";

function allPages(text: string): string[] {
  const pages: string[] = [];
  for (let next: number | undefined = 0; next !== undefined; ) {
    const page: { text: string; next?: number } = textPageOf(text, next);
    pages.push(page.text);
    next = page.next;
  }
  return pages;
}

test.each([
  ["a short text", "short", 1],
  ["lines", "a line of text\n".repeat(10_000), 4],
  ["one line", "x".repeat(100_000), 3],
  ["pairs of surrogates", `a${"😀".repeat(50_000)}`, 3],
  ["characters that are long as JSON", "\u0001\n".repeat(50_000), 9],
])("splits %s into complete pages within the limits", (_, text, count) => {
  const pages = allPages(text);
  expect(pages.join("")).toBe(text);
  expect(pages).toHaveLength(count);
  for (const page of pages) {
    expect(page.length).toBeLessThanOrEqual(PAGE);
    expect(page.isWellFormed()).toBe(true);
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(70_000);
  }
});

test("starts a part with the whole character if the offset is inside a surrogate pair", () => {
  expect([1, 2, 3].map((from) => textPageOf("a😀b", from).text)).toEqual(["😀b", "😀b", "b"]);
});

test("ends a part at the last line break", () => {
  expect(textPageOf("a line of text\n".repeat(10_000), 0).text.endsWith("text\n")).toBe(true);
});
