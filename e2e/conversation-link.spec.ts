import type { Page } from "@playwright/test";
import { expect, modelOf } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { ownServer } from "./own-server.ts";
import { Workspace } from "./page.ts";

const test = ownServer((provider) => ({ ...modelOf(provider), EASEL_PASSWORD: "open sesame" }));

const CODE = `import { useQuery, useAgentState } from "easel";
import { Button } from "@/components/ui/button";
export default function Counter({ unit }) {
  const { rows } = useQuery("select name from teas order by name");
  const [count, setCount] = useAgentState("cups", 2);
  return (
    <main className="p-4">
      <p>{rows.map((row) => row.name).join(", ")}</p>
      <Button onClick={() => setCount(count + 1)}>{count} {unit}</Button>
    </main>
  );
}`;
const TABLE = {
  title: "Teas",
  blocks: [
    {
      type: "table",
      columns: [{ key: "name", label: "Name" }],
      data: [{ name: "Assam" }, { name: "Sencha" }],
    },
  ],
};

const dialogOf = (page: Page) => page.getByRole("dialog", { name: /^Share / });
const copyOf = (page: Page) => page.frameLocator("iframe");
const component = (page: Page) => copyOf(page).frameLocator("[data-frame] iframe");

async function openDialog(page: Page) {
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Share…" }).click();
  return dialogOf(page);
}

test("a conversation is shared without one message, shared again and revoked", { tag: "@long" }, async ({
  page,
  browser,
  own,
}) => {
  test.setTimeout(240_000);
  await page.request.post("/api/login", { data: { password: "open sesame" } });
  for (const sql of ["create table teas (name text)", "insert into teas values ('Assam'), ('Sencha')"])
    expect((await page.request.post("/api/database/sql", { data: { sql } })).status()).toBe(200);
  const workspace = await Workspace.open(page);
  const input = { title: "Counter", code: CODE, props: { unit: "cups" }, wait: false };
  await workspace.tell("Count the cups", { tool: "render_and_wait", input }, { text: "Count here." });
  await workspace.tell(
    "What is in stock?",
    { tool: "render_blocks", input: { ...TABLE, wait: false } },
    { text: "Two teas." },
  );
  await workspace.tell("My secret is a zebra", { text: "I will not tell." });

  // The component is not on the canvas then, so it is drawn out of sight for the copy.
  await page.reload();

  const dialog = await openDialog(page);
  await dialog.getByLabel("Title").fill("Our teas");
  await dialog.getByLabel("Your name").fill("Ada");
  await dialog.getByRole("button", { name: "6 of 6 messages" }).click();
  await dialog.getByRole("checkbox", { name: "You: My secret is a zebra" }).click();
  await dialog.getByRole("checkbox", { name: "Easel: I will not tell." }).click();
  await expect(dialog.getByRole("button", { name: "4 of 6 messages" })).toBeVisible();
  await sound(page);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = dialog.locator("code");
  await expect(address).toContainText("/shared/");
  const url = (await address.textContent()) ?? "";
  const { pathname } = new URL(url);

  const context = await browser.newContext({
    ...{ baseURL: own.url, viewport: { width: 390, height: 844 }, hasTouch: true },
  });
  const visitor = await context.newPage();
  const failures: string[] = [];
  visitor.on("console", (message) => message.type() === "error" && failures.push(message.text()));
  await visitor.goto(pathname);
  await expect(visitor).toHaveTitle("Our teas");
  const copy = copyOf(visitor);
  await expect(copy.getByRole("heading", { name: "Our teas" })).toBeVisible();
  await expect(copy.getByText("What is in stock?")).toBeVisible();
  await expect(copy.getByRole("cell", { name: "Sencha" })).toBeVisible();
  await expect(copy.getByRole("heading", { name: "Ada" }).first()).toBeVisible();
  await copy.getByRole("heading", { name: "Counter" }).scrollIntoViewIfNeeded();
  await expect(component(visitor).getByText("Assam, Sencha")).toBeVisible();
  await component(visitor).getByRole("button", { name: "2 cups" }).click();
  await expect(component(visitor).getByRole("button", { name: "3 cups" })).toBeVisible();
  const text = await (await visitor.request.get(`${pathname}/document`)).text();
  expect(text).not.toMatch(/zebra|I will not tell|reasoning/);
  expect(failures).toEqual([]);

  await dialog.getByRole("button", { name: "Close" }).click();
  await workspace.tell("And now?", { text: "Still two." });
  await openDialog(page);
  await dialog.getByRole("button", { name: "Share again" }).click();
  await expect(dialog.getByLabel("Your name")).toHaveValue("Ada");
  await expect(dialog.getByRole("button", { name: "6 of 8 messages" })).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "You: My secret is a zebra" })).not.toBeChecked();
  await expect(copy.getByText("Still two.", { exact: true })).toBeHidden();
  await dialog.getByRole("button", { name: "Share again" }).click();
  await visitor.getByRole("button", { name: "Reload" }).click();
  await expect(copy.getByText("Still two.", { exact: true })).toBeVisible();
  await expect(copy.getByText("zebra")).toHaveCount(0);

  const since = Date.now();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(visitor.getByRole("alert")).toContainText("There is nothing at this link");
  expect(Date.now() - since).toBeLessThan(2_000);
  await expect(visitor.locator("iframe")).toHaveCount(0);
  await expect(dialog.getByLabel("Your name")).toHaveValue("Ada");
  await expect(dialog.getByRole("button", { name: "6 of 8 messages" })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText("There is nothing at this link")).toBeVisible();
  await context.close();
});
