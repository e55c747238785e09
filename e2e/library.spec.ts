import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { Bench, create, newName, sound } from "./library.ts";

// The server tries out every save in a browser, which takes long on a busy machine.
test.describe.configure({ timeout: 120_000 });

test("the gallery runs components and opens them; their writes in a try-out do not change the agent's state", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.getByRole("link", { name: "Gallery" }).filter({ visible: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Gallery" })).toBeVisible();
  const name = await create(easel.url);
  const other = await create(easel.url, "Other");
  const key = newName("Tally");
  const code = `export default function Tally() {
    const [n, setN] = useAgentState(${JSON.stringify(key)}, 0);
    useEffect(() => setN((now) => now + 1), []);
    return <Button onClick={() => setN(n + 1)}>Count {n}</Button>;
  }`;
  await call(easel.url, "PUT", `/api/state/${key}`, { value: 4 });
  const tally = await create(easel.url, "Tally", { code, props_schema: null });
  const card = page.getByRole("listitem").filter({ hasText: name }).first();
  await expect(card).toContainText("v1");
  await expect(page.getByRole("link", { name: other })).toBeVisible();
  const tried = page.getByRole("listitem").filter({ hasText: tally }).first();
  await tried.scrollIntoViewIfNeeded();
  await expect(tried.frameLocator("iframe").getByText("Count 5")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the gallery" }).fill(name.toUpperCase());
  await expect(page.getByRole("link", { name: other })).toHaveCount(0);
  await expect(card.frameLocator("iframe").getByRole("listitem").first()).toHaveText("Bread");
  await sound(page);
  await page.getByRole("searchbox", { name: "Search the gallery" }).fill("no such thing");
  await expect(page.getByText("Nothing matches “no such thing”.")).toBeVisible();
  await page.keyboard.press("Escape");
  await card.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/agent/components/${name}$`));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  const bench = await Bench.open(page, tally);
  await bench.frame.getByRole("button", { name: "Count 5" }).click();
  await expect(bench.frame.getByText("Count 6")).toBeVisible();
  expect((await call(easel.url, "GET", `/api/state/${key}`)).body.value).toBe(4);
  await page.reload();
  await expect(bench.frame.getByText("Count 5")).toBeVisible();
});

test("changes props of a running component and rejects invalid ones; edits description and schema, and opens it alone", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const name = await create(easel.url);
  const bench = await Bench.open(page, name);
  await expect(bench.frame.getByRole("heading", { name: "Ideas" })).toBeVisible();
  await page.getByRole("textbox", { name: "title" }).fill("For the winter");
  await expect(bench.frame.getByRole("heading", { name: "For the winter" })).toBeVisible();
  await page.getByRole("textbox", { name: "most" }).fill("1");
  await expect(bench.frame.getByRole("listitem")).toHaveText(["Bread"]);
  await page.getByRole("textbox", { name: "most" }).fill("10");
  await expect(page.getByRole("textbox", { name: "most" })).toHaveAccessibleDescription(
    /greater than|maximum|9/,
  );
  await page.getByRole("textbox", { name: "ideas" }).fill('["Rye"');
  await expect(page.getByRole("textbox", { name: "ideas" })).toHaveAccessibleDescription(/Invalid JSON/);
  await expect(bench.frame.getByRole("listitem")).toHaveText(["Bread"]);
  await expect(page.getByText("The last valid values apply.")).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(bench.frame.getByRole("listitem")).toHaveText(["Bread", "Cake"]);
  await bench.frame.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText('chosen {"ideas":["Bread","Cake"]}')).toBeVisible();

  await bench.menu("Description and props…");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Description" }).fill("For the bakery");
  await dialog.getByRole("textbox", { name: "Props" }).fill('{ "type": "array" }');
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("its type is object");
  await sound(page);
  const schema = { type: "object", properties: { title: { type: "string", default: "Rolls" } } };
  await dialog.getByRole("textbox", { name: "Props" }).fill(JSON.stringify(schema));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByText("For the bakery")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "title" })).toHaveValue("Rolls");
  await expect(page.getByRole("textbox", { name: "most" })).toHaveCount(0);

  await page.goto(`/agent/components/${name}?bare`);
  await expect(bench.frame.getByRole("heading", { name: "Rolls" })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  await sound(page);
});

test("a version links to the conversation in which the agent wrote it", { tag: "@once" }, async ({
  page,
  easel,
}) => {
  const name = newName("Agents");
  const talk = new Talk(easel.url);
  const input = { name, description: "Says hello", code: "export default () => <p>Hello</p>" };
  await talk.say("Write it", { tool: "create_ui_component", input }, { text: "It is written." });
  await talk.until("completed");
  const bench = await Bench.open(page, name, "#versions");
  await expect(bench.frame.getByText("Hello")).toBeVisible();
  await page.getByRole("listitem").filter({ hasText: "The agent, in" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/chat/${talk.id}#m-`));
});
