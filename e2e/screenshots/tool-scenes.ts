import { expect, type Page } from "@playwright/test";
import { Talk } from "../api.ts";
import { call } from "../call.ts";
import type { Scene } from "./scenes.ts";

const CODE = `// The mean of past weeks on that weekday, a little more where it sold out.
const past = (await state.get("sales_by_day") ?? [])
  .filter((day) => day.product === args.product && day.weekday === args.weekday)
  .slice(-args.weeks);

console.log(\`\${past.length} days of \${args.product}\`);
const wanted = past.map((day) => (day.left === 0 ? day.sold * 1.08 : day.sold));
const mean = wanted.reduce((sum, n) => sum + n, 0) / Math.max(1, wanted.length);
return { bake: Math.ceil(mean / 12) * 12, weeks: past.length, product: args.product };
`;

const tools = {
  loaves_to_bake: {
    description: "How many pieces of a product to bake on a weekday.",
    parameter_schema: {
      type: "object",
      properties: {
        product: { type: "string", description: "As in the list of goods", default: "Croissant" },
        weekday: { enum: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], default: "Sat" },
        weeks: { type: "integer", minimum: 1, default: 4, description: "How far to look back" },
      },
      required: ["product", "weekday"],
    },
    code: CODE,
  },
  flour_price: {
    description: "Price of a sack at the mill.",
    parameter_schema: { type: "object", properties: { mill: { type: "string" } }, required: ["mill"] },
    code: 'throw new Error("The mill does not answer");',
  },
  a_tool_with_a_name_of_sixty_four_characters_which_is_the_most_ok: {
    description: "Bags that leftovers fill. ".repeat(20).trim(),
    parameter_schema: { type: "object" },
    code: "return null;",
  },
};

let made: Promise<void> | undefined;

const prepared =
  (shoot: Scene): Scene =>
  async (stage) => {
    made ??= prepare(stage.url);
    await made;
    await shoot(stage);
  };

async function prepare(url: string): Promise<void> {
  const sales = Array.from({ length: 8 }, (_, i) => ({
    product: "Croissant",
    weekday: "Sat",
    sold: 80 + i,
    left: i % 3,
  }));
  await call(url, "PUT", "/api/state/sales_by_day", { value: sales });
  for (const [name, fields] of Object.entries(tools))
    await call(url, "POST", "/api/agent-tools", { name, ...fields });
  const code = CODE.replace("1.08", "1.1");
  await call(url, "PATCH", "/api/agent-tools/loaves_to_bake", { code });
  const talk = new Talk(url);
  const input = { product: "Croissant", weekday: "Sat" };
  const turns = [
    {
      tools: [
        { tool: "loaves_to_bake", input },
        { tool: "flour_price", input: { mill: "Mill Lane" } },
      ],
    },
    { tools: [{ tool: "loaves_to_bake", input: { ...input, weekday: "Rye" } }] },
    { text: "96 croissants for Saturday." },
  ];
  await (await talk.say("How many croissants for Saturday?", ...turns)).text();
  await talk.until("completed");
  await call(url, "PATCH", "/api/tools/flour_price", { policy: "ask" });
}

async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
}

const at = (path: string, then?: (page: Page) => Promise<void>): Scene =>
  prepared(async ({ page, url }) => {
    await page.goto(`${url}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await then?.(page);
    await settled(page);
  });

const OWN = "/agent/tools/loaves_to_bake";

export const toolScenes: Record<string, Scene> = {
  "tools-page": at("/agent/tools"),
  "tools-page-open": at("/agent/tools", async (page) => {
    for (const name of [/^State/, /^Canvas/]) await page.getByRole("button", { name }).click();
    await page.getByRole("button", { name: "Add instructions" }).first().click();
  }),
  "tools-search": at("/agent/tools", (page) =>
    page.getByRole("searchbox", { name: "Search tools" }).fill("prompt"),
  ),
  "tools-search-nothing": at("/agent/tools", (page) =>
    page.getByRole("searchbox", { name: "Search tools" }).fill("zeppelin"),
  ),
  "tools-new": at("/agent/tools", (page) => page.getByRole("button", { name: "New tool" }).click()),
  "tool-own": at(OWN),
  "tool-run": at(OWN, (page) => page.getByRole("button", { name: "Run", exact: true }).click()),
  "tool-failed": at("/agent/tools/flour_price", async (page) => {
    await page.getByRole("textbox", { name: "mill" }).fill("Mill Lane");
    await page.getByRole("button", { name: "Run", exact: true }).click();
  }),
  "tool-error": at(OWN, async (page) => {
    await page.getByRole("textbox", { name: /^Code of/ }).fill("const wrong = ;\nreturn wrong;");
    await page.keyboard.press("Control+s");
    await expect(page.getByText(/Not saved\. Line 1/)).toBeVisible();
  }),
  "tool-parameters": at(`${OWN}#parameters`),
  "tool-calls": at(`${OWN}#calls`, (page) =>
    page.getByRole("list", { name: "Calls" }).locator("summary").first().click(),
  ),
  "tool-versions": at(`${OWN}#versions`, (page) => page.getByRole("button", { name: "Version 2" }).click()),
  "tool-long-name": at("/agent/tools/a_tool_with_a_name_of_sixty_four_characters_which_is_the_most_ok"),
  "tool-built-in": at("/agent/tools/render_blocks"),
  "model-view": at("/agent/model-view", async (page) => {
    await expect(page.getByText(/before your first message/)).toBeVisible();
    await page.getByText("System prompt and learned notes").click();
    await page.getByText("set_state", { exact: true }).click();
  }),
};
