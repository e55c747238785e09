import { expect, type Page } from "@playwright/test";

/** Waits until the page has not changed for 400 ms, because charts, tables and fonts load later. */
export async function settled(page: Page): Promise<void> {
  // Chromium may wait forever for a request of a frame that was removed.
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, 400);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 400);
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
        setTimeout(resolve, 4_000);
      }),
  );
}

export const signIn = async (page: Page, demoUrl: string) => {
  await page.goto(`${demoUrl}/login`);
  await page.getByLabel("Password").fill("open sesame");
  await page.getByRole("button", { name: /sign in|open/i }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
};
