import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

const MAX_STEPS = 200;

/**
 * Does tasks in the page and counts the presses: clicks or taps, or with `keys` each Enter on an element that Tab has
 * reached. Typing and Tab do not count.
 */
export class Presses {
  #count = 0;
  readonly #page: Page;
  readonly #keys: boolean;

  constructor(page: Page, { keys = false } = {}) {
    this.#page = page;
    this.#keys = keys;
  }

  async on(target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
    const visible = target.filter({ visible: true }).first();
    await expect(visible).toBeVisible();
    this.#count++;
    if (!this.#keys) return visible.click();
    await this.#reach(visible);
    await this.#page.keyboard.press(key);
  }

  async button(name: string | RegExp): Promise<void> {
    await this.on(this.#page.getByRole("button", { name }));
  }

  async link(name: string | RegExp): Promise<void> {
    await this.on(this.#page.getByRole("link", { name, exact: typeof name === "string" }));
  }

  /** Opens a place from the navigation. On a phone it opens the navigation first, which does not count. */
  async place(name: string | RegExp): Promise<void> {
    await this.#openNavigation();
    await this.on(this.#page.getByRole("link", { name, exact: typeof name === "string" }));
  }

  async type(target: Locator, text: string): Promise<void> {
    const visible = target.filter({ visible: true }).first();
    await expect(visible).toBeVisible();
    if (this.#keys) {
      await this.#reach(visible);
      await this.#page.keyboard.press("ControlOrMeta+a");
      await this.#page.keyboard.type(text);
    } else await visible.fill(text);
  }

  /** Checks that the task took at most this many presses, and restarts the count. */
  atMost(most: number): void {
    expect(this.#count).toBeLessThanOrEqual(most);
    this.#count = 0;
  }

  /** Opens the navigation on a phone, which does not count. */
  navigation(): Promise<void> {
    return this.#openNavigation();
  }

  /** Presses a key, which counts. */
  async key(keys: string): Promise<void> {
    this.#count++;
    await this.#page.keyboard.press(keys);
  }

  /** Moves the focus to an element with Tab, which does not count. */
  async focus(target: Locator): Promise<void> {
    await this.#reach(target.filter({ visible: true }).first());
  }

  async #openNavigation(): Promise<void> {
    if ((this.#page.viewportSize()?.width ?? 0) >= 768) return;
    await this.#page
      .getByRole("button", { name: /^Conversations/ })
      .filter({ visible: true })
      .click();
  }

  /** Reaches an element with Tab; in menus and lists of options, with an arrow key. */
  async #reach(target: Locator): Promise<void> {
    const role = await target.getAttribute("role");
    const key = role === "menuitem" || role === "option" ? "ArrowDown" : "Tab";
    const isReached = () =>
      target.evaluate(
        (element) =>
          element === element.ownerDocument.activeElement || element.getAttribute("aria-selected") === "true",
      );
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      if (await isReached()) return;
      await this.#page.keyboard.press(key);
    }
    throw new Error(`${key} does not reach ${target}`);
  }
}
