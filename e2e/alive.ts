import type { BrowserContext, Page } from "@playwright/test";

/**
 * Waits until React has hydrated every control. Input before that would be lost, because pages are
 * server-rendered.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!("__next_f" in window)) return true;
    const controls = [...document.querySelectorAll("a[href], button, input, select, summary, textarea")];
    const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps"));
    return controls.every(isTaken);
  });
}

/** Makes `goto`, `reload` and `goBack` of every page in the context wait for hydration. */
export function onlyAlive(context: BrowserContext): void {
  context.on("page", (page) => {
    const { goto, reload, goBack } = page;
    page.goto = async (...address) => {
      const response = await goto.apply(page, address);
      await alive(page);
      return response;
    };
    page.reload = async (...options) => {
      const response = await reload.apply(page, options);
      await alive(page);
      return response;
    };
    page.goBack = async (...options) => {
      const response = await goBack.apply(page, options);
      await alive(page);
      return response;
    };
  });
}
