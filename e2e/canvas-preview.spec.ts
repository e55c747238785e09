import type { Locator, Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import { Workspace } from "./page.ts";
import type { Turn } from "./provider/turn.ts";

const board = `import { useState } from "react";
import { Button } from "@/components/ui/button";

export default function Board() {
  const [picked, setPicked] = useState("nothing");
  return (
    <main className="flex flex-col gap-2 p-4">
      <h1 className="text-xl">Bread of the week</h1>
      <Button onClick={() => callTool("order", { picked })}>Order {picked}</Button>
      <ul>
        {["Rye", "Spelt"].map((name) => (
          <li key={name}>
            <button onClick={() => setPicked(name)}>Pick {name}</button>
          </li>
        ))}
      </ul>
      <p>Baked every morning</p>
    </main>
  );
}`;

/** A call that hangs in the middle of a word, so that the component stays incomplete. */
const incomplete = (code: string): Turn => {
  const whole = JSON.stringify({ title: "Bakery", code });
  return {
    tool: "render_and_wait",
    rawArguments: whole.slice(0, whole.indexOf("Pick {name}") + 3),
    hang: true,
  };
};

async function open(page: Page, talk: Talk): Promise<{ easel: Workspace; preview: Locator }> {
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  return { easel, preview: easel.sheet("Bakery").locator("[data-slot=preview]") };
}

test("shows a component while it is written, in every tab, until the run is stopped", {
  tag: "@once",
}, async ({ page, context, easel: server }) => {
  const talk = new Talk(server.url);
  await talk.say("Show it", incomplete(board));
  const { easel, preview } = await open(page, talk);
  const frame = preview.frameLocator("iframe");
  await expect(preview.and(page.locator("[data-shown]"))).toBeVisible({ timeout: 20_000 });
  await expect(frame.getByText("Bread of the week", { exact: true })).toBeVisible();
  await expect(frame.getByText("Order nothing")).toBeVisible();
  await expect(frame.locator("li")).toHaveCount(2);
  await expect(frame.locator("body")).not.toContainText("Pick");
  await expect(easel.sheet("Bakery").getByRole("button", { name: /Order/ })).toHaveCount(0);
  await preview.click({ force: true, position: { x: 60, y: 70 } });
  await expect(easel.sheet("Bakery").getByText(/Being written, \d+ lines/)).toBeVisible();
  await easel.accessible();

  const tab = await context.newPage();
  const other = await open(tab, talk);
  await expect(other.preview.frameLocator("iframe").getByText("Order nothing")).toBeVisible();
  await tab.close();

  await talk.stop();
  await expect(easel.sheet("Bakery")).toHaveCount(0);
  const { messages } = await talk.read();
  expect(JSON.stringify(messages)).not.toContain('"action":"order"');
});

test("the finished component replaces its preview", { tag: ["@once", "@long"] }, async ({
  page,
  easel: server,
}) => {
  const talk = new Talk(server.url);
  const input = { title: "Bakery", code: board };
  await talk.say("Show it", { tool: "render_and_wait", input, rate: 10 }, { text: "It is ordered." });
  const { easel, preview } = await open(page, talk);
  await expect(preview.and(page.locator("[data-shown]"))).toBeVisible({ timeout: 20_000 });
  const frame = easel.sheet("Bakery").locator("[data-slot=component][data-painted]").frameLocator("iframe");
  await frame.getByRole("button", { name: "Pick Rye" }).click();
  await expect(preview).toHaveCount(0);
  await frame.getByRole("button", { name: "Order Rye" }).click();
  const { messages } = await talk.until("completed");
  const call = messages.at(-1)?.parts.find(({ type }) => type === "tool-render_and_wait");
  expect(call?.output).toMatchObject({ action: "order", picked: "Rye" });
});

test("for code that loops, throws or does not compile, shows the source and keeps the page usable @once @long", async ({
  page,
  easel: server,
}) => {
  const bad = [
    board.replace("const [picked", "for (;;) {}\n  const [picked"),
    board.replace("const [picked", 'throw new Error("No");\n  const [picked'),
    `Words and more <words> of ${"nothing ".repeat(2_000)} Pick {name}`,
  ];
  const talk = new Talk(server.url);
  await talk.tell("Show it", { text: "At once." });
  const { easel, preview } = await open(page, talk);
  for (const code of bad) {
    await talk.say("Show it", incomplete(code));
    await easel.canvas();
    await expect(easel.sheet("Bakery").getByText(/Being written/)).toBeVisible();
    await expect(easel.sheet("Bakery").locator("pre")).toBeVisible();
    await easel.chat();
    await easel.composer.fill("I can go on");
    await expect(easel.composer).toHaveValue("I can go on");
    await expect(preview.and(page.locator("[data-shown]"))).toHaveCount(0);
    await easel.composer.fill("");
    await talk.stop();
    await expect(easel.sheet("Bakery")).toHaveCount(0);
  }
});
