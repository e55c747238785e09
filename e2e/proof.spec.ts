import { alive } from "./alive.ts";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";

const code = {
  first: "if (args.n === 0) throw new Error('zero'); return args.n * 2;",
  worse: "if (args.n === 0) throw new Error('zero'); return args.n * 2 + 1;",
  better: "if (args.n > 50) throw new Error('too much'); return args.n * 2;",
};
const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
const update = (code: string, why: string) => ({ tool: "update_tool", input: { name: "twice", code, why } });
const twice = (n: number) => ({ tool: "twice", input: { n } });

test("holds a worse change of a tool, puts a better one live, and returns it when it fails later", {
  tag: "@once",
}, async ({ page, easel }) => {
  const { url } = easel;
  const version = async () => (await call(url, "GET", "/api/agent-tools/twice")).body.version;
  const tell = (...turns: Parameters<Talk["tell"]>[1][]) => new Talk(url).tell("Go on", ...turns);
  const tool = { name: "twice", description: "Doubles a number", parameter_schema: schema, code: code.first };
  await tell({ tool: "create_tool", input: tool }, { text: "Made." });
  await tell(twice(21), twice(0), { text: "Used." });

  await page.goto("/agent/tools/twice#calls");
  await alive(page);
  await page.getByText("21", { exact: true }).first().click();
  await page.getByRole("button", { name: "Keep as example" }).click();
  await expect(page.getByRole("button", { name: "Kept as example" })).toBeVisible();
  await page.getByRole("tab", { name: "Proof" }).click();
  await expect(page.getByText("Examples, 1 of 20")).toBeVisible();

  const held = await tell(update(code.worse, "Adds one"), { text: "It is held." });
  expect(JSON.stringify(held.messages)).toContain("is not live, because it fails 1 of 1 examples");
  expect(await version()).toBe(1);
  await page.goto("/inbox");
  const item = page.getByRole("article").filter({ hasText: "Tool “twice”" });
  await expect(item).toContainText("Version 2 waits for you: it fails where version 1 does not");
  await sound(page);
  await item.getByRole("link").click();
  await expect(page.getByRole("table", { name: "Cases" })).toContainText("43");
  await sound(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText(/waits for you/)).toHaveCount(0);

  await tell(update(code.better, "Accepts zero"), { text: "Better." });
  expect(await version()).toBe(3);
  await page.reload();
  await expect(page.getByText("Version 3 is live on probation.")).toBeVisible();
  await expect(page.getByText("Aim: Accepts zero")).toBeVisible();

  const later = await tell(twice(99), twice(21), { text: "It went back." });
  expect(JSON.stringify(later.messages)).toContain("So version 1 is live again, as version 4.");
  await page.goto("/inbox");
  await expect(item).toContainText("Version 3 went back by itself");
  await item.getByRole("button", { name: "Dismiss" }).click();
  await expect(item).toHaveCount(0);
  await page.goto("/agent/tools/twice#versions");
  await expect(page.getByText("back to version 1 because version 3 was worse").first()).toBeVisible();
});

test("tries a change of the prompt on recent turns, by a press and before the agent's own change is live", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const { url } = easel;
  const prompt = async () => (await call(url, "GET", "/api/prompt")).body;
  const tell = (...turns: Parameters<Talk["tell"]>[1][]) => new Talk(url).tell("Which keys?", ...turns);
  const talk = new Talk(url);
  await talk.tell("Which keys?", { tool: "list_state_keys", input: {} }, { text: "There are none." });
  await call(url, "PUT", "/api/prompt", { content: "Be brief." });

  await page.goto(`/chat/${talk.id}`);
  await alive(page);
  await page.getByText("There are none.", { exact: true }).hover();
  await page.getByRole("button", { name: "Keep as example" }).click();
  await page.getByRole("menuitem", { name: "Notes" }).click();
  await expect(page.getByText("Kept as example")).toBeVisible();
  await page.goto("/agent/prompt/notes#proof");
  await expect(page.getByText("Examples, 1 of 20")).toBeVisible();

  await page.goto("/agent/prompt#proof");
  await alive(page);
  await page.getByRole("button", { name: "Try on recent turns" }).click();
  const cases = page.getByRole("table", { name: "Cases" });
  await expect(cases.getByRole("row", { name: /Which keys/ }).getByText(/; list_state_keys$/)).toHaveCount(2);
  // Up to five turns are tried, which other tests of this server may have left.
  const whole = { timeout: 60_000 };
  await expect(page.getByText(/^Version \d+ is live: /)).toBeVisible(whole);
  await sound(page);
  await cases.getByRole("button", { name: "Keep as example" }).first().click();
  await expect(page.getByText("Examples, 1 of 20")).toBeVisible();

  await call(url, "PUT", "/api/settings", { proofBudget: 100_000 });
  const input = { operation: "append", content: "Be exact." };
  const held = await tell({ tool: "edit_system_prompt", input }, { text: "It is being tried." });
  expect(JSON.stringify(held.messages)).toContain("not live, because it is first tried on recent turns");
  await expect(page.getByText(/is live on probation/)).toBeVisible(whole);
  expect(await prompt()).toMatchObject({ content: "Be brief.\nBe exact." });
});

const shop = `import { useQuery } from "easel";
export default function Shop({ title = "Goods" }) {
  const { rows, error } = useQuery("SELECT name, price FROM goods ORDER BY price");
  return <p>{error ? "No prices" : \`\${title}: \${rows?.map(({ name }) => name).join(", ")}\`}</p>;
}`;

test("finds a renamed column at once, and shows both versions before a press mends tool and component", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const send = (path: string, body: unknown) => call(easel.url, "POST", `/api/${path}`, body);
  await send("database/sql", { sql: "CREATE TABLE goods (name TEXT, price REAL)" });
  await send("database/sql", { sql: "INSERT INTO goods VALUES ('Bread', 3)" });
  const tool = { name: "prices", description: "Lists prices", parameter_schema: { type: "object" } };
  const code = "return (await tools.db_sql({ sql: 'SELECT price FROM goods' })).rows;";
  expect((await send("agent-tools", { ...tool, code })).status).toBeLessThan(300);
  const props_schema = { type: "object", properties: { title: { type: "string" } } };
  const component = { name: "Shop", description: "Shows goods", code: shop, props_schema };
  expect((await send("components", component)).status).toBeLessThan(300);
  await send("examples", { kind: "component", name: "Shop", input: { title: "Shelf" } });

  const check = page.getByRole("button", { name: "Check now" });
  const use = page.getByRole("button", { name: "Use it" });
  await page.goto("/agent/tools/prices#proof");
  await alive(page);
  await check.click();
  await expect(page.getByText("Works. No examples were tried.")).toBeVisible();
  await send("database/sql", { sql: "ALTER TABLE goods RENAME COLUMN price TO cost" });
  await check.dblclick();
  await expect(page.getByText("Version 2 waits for you: it replaces version 1")).toBeVisible();
  await expect(page.getByText("no such column: price")).toBeVisible();
  await expect(page.getByRole("region", { name: "Changes" })).toContainText("SELECT cost FROM goods");
  await sound(page);
  await use.click();
  await expect(use).toHaveCount(0);
  const ran = await new Talk(easel.url).tell("Go on", { tool: "prices", input: {} }, { text: "Used." });
  expect(JSON.stringify(ran.messages)).toContain('"output":[[3]]');

  await page.goto("/agent/components/Shop#proof");
  await check.click();
  const pictures = page.getByRole("region", { name: "Both versions" }).locator("iframe");
  await expect(pictures.nth(0).contentFrame().getByText("No prices")).toBeVisible();
  await expect(pictures.nth(1).contentFrame().getByText("Shelf: Bread")).toBeVisible();
  await sound(page);
  await use.click();
  await expect(pictures).toHaveCount(0);
  await expect(page.getByText("Version 3 is live on probation.")).toBeVisible();
});
