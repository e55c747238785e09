import type { FrameLocator, Locator, Page } from "@playwright/test";
import { call } from "./call.ts";
import { expect } from "./fixtures.ts";
import { sound as soundAround } from "./looks.ts";
import { FRAME } from "./page.ts";

export const CODE = `import { Button } from "@/components/ui/button";

export default function Board({ title = "Ideas", most = 3, ideas = ["Bread", "Cake"] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>{ideas.slice(0, most).map((idea) => <li key={idea}>{idea}</li>)}</ul>
      <Button onClick={() => callTool("chosen", { ideas })}>Send</Button>
    </section>
  );
}
`;

export const SCHEMA = {
  type: "object",
  properties: {
    title: { type: "string", description: "What stands above", default: "Ideas" },
    most: { type: "integer", minimum: 1, maximum: 9, default: 3 },
    size: { enum: ["small", "large"] },
    ideas: { type: "array", items: { type: "string" }, default: ["Bread", "Cake"] },
  },
  required: ["title", "ideas"],
};

let count = 0;

export const newName = (base: string) => `${base}${process.pid}x${count++}`;

export async function create(url: string, base = "Board", fields: object = {}): Promise<string> {
  const name = newName(base);
  const body = { name, description: `A board called ${name}`, code: CODE, props_schema: SCHEMA, ...fields };
  expect(await call(url, "POST", "/api/components", body)).toMatchObject({ status: 200 });
  return name;
}

export class Bench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, name: string, tab = ""): Promise<Bench> {
    await page.goto(`/agent/components/${name}${tab}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    return new Bench(page);
  }

  get frame(): FrameLocator {
    return this.page.getByRole("main").frameLocator(FRAME);
  }

  get editor(): Locator {
    return this.page.getByRole("textbox", { name: /^Code of/ });
  }

  async tab(name: "Props" | "Code" | "Versions"): Promise<void> {
    await this.page.getByRole("tab", { name }).click();
  }

  async writeFirst(text: string): Promise<void> {
    await this.editor.focus();
    await this.page.keyboard.press("Control+Home");
    await this.page.keyboard.insertText(text);
  }

  async menu(item: string): Promise<void> {
    await this.page
      .getByRole("main")
      .getByRole("button", { name: /^More for/ })
      .click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }
}

/** Checks the page without its frames, whose content the agent wrote. */
export const sound = (page: Page): Promise<void> => soundAround(page, "iframe");
