import { alive } from "./alive.ts";
import { type Part, Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { directive } from "./provider/directive.ts";

test("keeps files, instructions, boards and conversations of a project together", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const { url } = easel;
  const { body: board } = await call(url, "POST", "/api/boards", { name: "Bread prices" });
  const elsewhere = new Talk(url);
  await (await elsewhere.say("The quark cake is for Sunday", { text: "Noted." })).text();

  await page.goto("/projects");
  await alive(page);
  await expect(page.getByText("A project holds the conversations")).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByRole("textbox", { name: "Name of the project" }).fill("Bakery");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Bakery" })).toBeVisible();

  await page.getByRole("textbox", { name: "Instructions" }).fill("Give weights in grams.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved as version 2")).toBeVisible();
  const files = page.locator("input[type=file][aria-label='Add files']");
  await files.setInputFiles({
    name: "quark.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Quark: 250 g a cake"),
  });
  await expect(page.getByRole("link", { name: "quark.txt" })).toBeVisible();
  await page.getByRole("combobox", { name: "Add a board" }).selectOption("Bread prices");
  await expect(page.getByRole("link", { name: "Bread prices" })).toHaveAttribute(
    "href",
    new RegExp(`/board/${board.id}$`),
  );
  await sound(page);

  await page.getByRole("main").getByRole("button", { name: "New conversation" }).click();
  await expect(page).toHaveURL(/\/chat\//);
  const [, id = ""] = /\/chat\/([\w-]{36})/.exec(page.url()) ?? [];
  await expect(page.getByRole("link", { name: "Bakery", exact: true })).toBeVisible();
  const turns = [
    { tool: "search", input: { query: "quark", domain: "conversations" } },
    { tool: "search", input: { query: "quark", domain: "conversations", beyond_project: true } },
    { text: "250 g." },
  ];
  await page
    .getByRole("textbox", { name: "Message" })
    .fill(`How much quark is in a cake?\n${directive(...turns)}`);
  await page.keyboard.press("Enter");
  const read = async () => (await call(url, "GET", `/api/conversations/${id}`)).body;
  await expect.poll(async () => (await read()).run?.status).toBe("completed");
  const view = await read();
  expect(view.conversation.project.name).toBe("Bakery");
  const found = view.messages
    .at(-1)
    .parts.flatMap(({ output }: Part) => (output ? [JSON.stringify(output)] : []));
  expect(found.map((text: string) => text.includes("for Sunday"))).toEqual([false, true]);

  await page.getByRole("link", { name: "Bakery", exact: true }).click();
  await expect(page.getByRole("main").getByRole("link", { name: /How much quark/ })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "More for “Bakery”" }).click();
  await page.getByRole("menuitem", { name: "Delete the project" }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: /How much quark/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "quark.txt" })).toBeVisible();
});
