import { expect, type Locator, type Page } from "@playwright/test";
import { alive } from "./alive.ts";
import { accessible } from "./looks.ts";
import { directive } from "./provider/directive.ts";
import type { Turn } from "./provider/turn.ts";

/** Selects a component's live frame, not its preview or its former version, which disappear during a test. */
export const FRAME = "iframe:not([data-slot=preview] *, [data-slot=former] *)";

/** The workspace as its user sees it. On a phone the canvas is on another tab. */
export class Workspace {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, url = "/"): Promise<Workspace> {
    await page.goto(url);
    await alive(page);
    const workspace = new Workspace(page);
    await expect(workspace.composer).toBeVisible();
    return workspace;
  }

  get composer(): Locator {
    return this.page.getByRole("textbox", { name: "Message" });
  }

  get messages(): Locator {
    return this.page.getByRole("article");
  }

  get spoken(): Locator {
    return this.page.getByRole("article", { name: "Easel answered" }).last().locator("p").first();
  }

  get stopButton(): Locator {
    return this.page.getByRole("button", { name: "Stop" });
  }

  async say(message: string, ...turns: Turn[]): Promise<void> {
    await this.composer.fill(turns.length > 0 ? `${message}\n${directive(...turns)}` : message);
    await this.composer.press("Enter");
  }

  async tell(message: string, ...turns: Turn[]): Promise<void> {
    const before = await this.size();
    await this.say(message, ...turns);
    await expect.poll(() => this.size()).toBe(before + 2);
    await this.idle();
  }

  private async size(): Promise<number> {
    if ((await this.messages.count()) === 0) return 0;
    return Number(await this.messages.last().getAttribute("aria-setsize"));
  }

  /**
   * Waits until no run is running. The time allows for a run that has to start the sandbox, or a browser for a
   * try-out.
   */
  async idle(): Promise<void> {
    await expect(this.stopButton).toHaveCount(0, { timeout: 20_000 });
  }

  async canvas(): Promise<void> {
    await this.tab("Canvas");
  }

  async chat(): Promise<void> {
    await this.tab("Chat");
  }

  sheet(title: string | RegExp): Locator {
    return this.page.getByRole("region", { name: title });
  }

  /**
   * Skips frames of components: axe cannot read their stylesheets and takes their transparent background for
   * white.
   */
  async accessible(): Promise<void> {
    await accessible(this.page, "iframe");
  }

  private async tab(name: "Chat" | "Canvas"): Promise<void> {
    const views = this.page.getByRole("navigation", { name: "Views" });
    if (await views.isVisible()) await views.getByRole("button", { name }).click();
  }
}

export const words = (count: number): string => Array.from({ length: count }, (_, i) => `w${i}`).join(" ");

export const ask = (question: string, options?: string[]): Turn => ({
  tool: "ask_user",
  input: { question, ...(options && { options }) },
});

export const form = (title: string): Turn => ({
  tool: "render_blocks",
  input: {
    title,
    blocks: [
      { type: "markdown", content: "Tell me **where**." },
      {
        type: "form",
        submitLabel: "Find rooms",
        fields: [
          { name: "city", label: "City", type: "text", required: true },
          { name: "nights", label: "Nights", type: "number", default: 2 },
          { name: "quiet", label: "Quiet, please", type: "checkbox" },
        ],
      },
    ],
  },
});
