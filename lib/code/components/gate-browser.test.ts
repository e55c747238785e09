import { afterAll, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { preparePage, withPage } from "./gate-browser";

afterAll(closeAll);

const open = vi.fn((context: Parameters<Parameters<typeof preparePage>[1]>[0]) => context.newPage());
const count = () => open.mock.calls.length;

test("preparePage opens a page in advance, and withPage uses it once", async () => {
  await Promise.all([preparePage(20_000, open), preparePage(20_000, open)]);
  expect(count()).toBe(1);
  const use = async (name: string) =>
    withPage(20_000, open, async (page) => {
      const before = await page.evaluate(() => document.title);
      await page.evaluate((title) => {
        document.title = title;
      }, name);
      return before;
    });
  expect(await Promise.all([use("first"), use("second")])).toEqual(["", ""]);
  expect(count()).toBe(2);
});

test("withPage opens a page on demand after a failed preparation", async () => {
  await preparePage(20_000, () => Promise.reject(new Error("Not now")));
  expect(await withPage(20_000, open, async (page) => page.url())).toBe("about:blank");
});

test("withPage opens a new page if the prepared one was closed", async () => {
  let prepared: Awaited<ReturnType<typeof open>> | undefined;
  await preparePage(20_000, async (context) => {
    prepared = await open(context);
    return prepared;
  });
  await prepared?.close();
  expect(await withPage(20_000, open, async (page) => page.evaluate(() => 1 + 1))).toBe(2);
});

test("withPage rejects waiting callers at shutdown and leaves no browser", async () => {
  const began = performance.now();
  const forever = async (page: Awaited<ReturnType<typeof open>>) => {
    for (;;) await page.evaluate(() => 1);
  };
  const opening = Promise.withResolvers<void>();
  const used = withPage(
    20_000,
    (context) => {
      opening.resolve();
      return context.newPage();
    },
    forever,
  );
  const next = withPage(20_000, open, forever);
  await opening.promise;
  await closeAll();
  await expect(used).rejects.toThrow(/ended|closed/);
  await expect(next).rejects.toThrow("The server is stopping");
  const launching = withPage(20_000, open, forever);
  await closeAll();
  await expect(launching).rejects.toThrow("The server is stopping");
  expect(performance.now() - began).toBeLessThan(10_000);
});
