import { expect, type Locator, type Page } from "@playwright/test";
import { call } from "./call.ts";

export const CODE = `console.log("for", args.loaves, "loaves");
return { flour: args.loaves * args.grams };
`;
const SCHEMA = {
  type: "object",
  properties: {
    loaves: { type: "integer", minimum: 1, description: "How many to bake" },
    grams: { type: "integer", default: 500, description: "Flour for each" },
    sort: { enum: ["rye", "wheat"] },
  },
  required: ["loaves"],
};

let count = 0;

export const newName = (base: string) => `${base}_${process.pid}_${count++}`;

export const fields = (name: string, over: object = {}) => ({
  name,
  description: `Reckons the flour, called ${name}`,
  parameter_schema: SCHEMA,
  code: CODE,
  ...over,
});

export async function create(url: string, over: object = {}): Promise<string> {
  const name = newName("flour");
  expect(await call(url, "POST", "/api/agent-tools", fields(name, over))).toMatchObject({ status: 200 });
  return name;
}

export class Bench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, name: string, tab = ""): Promise<Bench> {
    await page.goto(`/agent/tools/${name}${tab}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    return new Bench(page);
  }

  get editor(): Locator {
    return this.page.getByRole("textbox", { name: /^Code of/ });
  }

  get outcome(): Locator {
    return this.page.getByRole("region", { name: "Try it" }).getByRole("status");
  }

  async tab(name: "Code" | "Parameters" | "Limits" | "Calls" | "Versions"): Promise<void> {
    await this.page.getByRole("tab", { name }).click();
  }

  async run(): Promise<void> {
    await this.page.getByRole("button", { name: "Run" }).click();
  }
}

export const row = (page: Page, name: string): Locator =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name, exact: true }) })
    .last();

export async function policyOf(url: string, name: string): Promise<string | undefined> {
  const { body } = await call(url, "GET", "/api/tools");
  const tools: { name: string; policy: string }[] = body.toolsets.flatMap(
    (toolset: { tools: object[] }) => toolset.tools,
  );
  return tools.find((tool) => tool.name === name)?.policy;
}
