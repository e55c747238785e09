import { expect, test, vi } from "vitest";

const loaded = vi.hoisted(() => vi.fn());
vi.mock("playwright", (original) => {
  loaded();
  return original();
});

test("loads Playwright with the first browser, but not with the browser tools", async () => {
  await import("@/lib/tools/toolsets/index");
  const { launchChromium } = await import("./chromium");
  expect(loaded).not.toHaveBeenCalled();
  await (await launchChromium()).kill();
  expect(loaded).toHaveBeenCalledOnce();
});
