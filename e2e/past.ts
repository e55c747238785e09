import { expect, type Locator, type Page } from "@playwright/test";
import { call } from "./call.ts";
import { sound } from "./looks.ts";

/** The history page. On a phone the list and the selected version are separate views. */
export class Past {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, path = "/agent/history"): Promise<Past> {
    await page.goto(path);
    return new Past(page);
  }

  get timeline(): Locator {
    return this.page.getByRole("region", { name: "Timeline" });
  }

  entry(text: string): Locator {
    return this.timeline.getByRole("listitem").filter({ hasText: text });
  }

  get version(): Locator {
    return this.page.getByRole("region", { name: "Version" });
  }

  async choose(text: string): Promise<void> {
    await this.entry(text).first().getByRole("link").click();
    await expect(this.version.getByRole("heading", { level: 1 })).toBeFocused();
  }

  async back(): Promise<void> {
    const back = this.page.getByRole("button", { name: "History" });
    if (await back.isVisible()) await back.click();
  }

  async sound(): Promise<void> {
    await sound(this.page, "iframe");
  }
}

export async function ask(url: string, method: string, path: string, body?: unknown) {
  const answer = await call(url, method, path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
