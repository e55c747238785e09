import { readFile } from "node:fs/promises";
import {
  chatGptConversation,
  deleteArchives,
  seeded,
  writeArchive,
} from "../lib/data/exports/testing/generate.ts";
import { PNG } from "./attach.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";

test.describe.configure({ timeout: 120_000 });

const FRAME = 'iframe[title="Kitchen clock"]';

type Said = { role: string; content: object; parent: string | null; recipient?: string };
const node = (id: string, { role, content, parent, recipient = "all" }: Said) => ({
  ...{ id, parent, children: [] },
  message: { author: { role }, content, recipient, create_time: 1_718_000_000, metadata: {} },
});
const plain = (...parts: unknown[]) => ({ content_type: "text", parts });

const CLOCK = `import { useState } from "react";
import { Button } from "@/components/ui/button";
export default function Clock() {
  const [ticks, setTicks] = useState(0);
  return <Button onClick={() => setTicks(ticks + 1)}>Ticks {ticks}</Button>;
}`;

/** An export with a conversation that has branches, an image, an artifact and a memory, and with ten others. */
async function anExport(): Promise<string> {
  const random = seeded(process.pid);
  const image = { content_type: "image_asset_pointer", asset_pointer: "file-service://file-AbCdEf12" };
  const artifact = {
    content_type: "code",
    text: JSON.stringify({ name: "Kitchen clock", type: "code/react", content: CLOCK }),
  };
  const context = {
    content_type: "model_editable_context",
    model_set_context: "1. [2024-05-01]. Bakes on Saturdays.",
  };
  const nodes = [
    node("ctx", { role: "assistant", content: context, parent: null }),
    node("ask", {
      role: "user",
      content: { content_type: "multimodal_text", parts: [image, "A clock for my pumpernickel"] },
      parent: "ctx",
    }),
    node("old", { role: "assistant", content: plain("The earlier answer"), parent: "ask" }),
    node("new", { role: "assistant", content: plain("The newer answer"), parent: "ask" }),
    node("clock", {
      role: "assistant",
      content: artifact,
      parent: "new",
      recipient: "canmore.create_textdoc",
    }),
  ];
  const kitchen = {
    ...{ id: "kitchen", conversation_id: "kitchen", title: "Kitchen clock", current_node: "clock" },
    ...{ create_time: 1_718_000_000, update_time: 1_718_000_100 },
    mapping: Object.fromEntries(nodes.map((one) => [one.id, one])),
  };
  const others = Array.from({ length: 10 }, (_, nth) => chatGptConversation(random, nth, 6));
  return writeArchive({
    "conversations.json": JSON.stringify([kitchen, ...others]),
    "user.json": "{}",
    "file-AbCdEf12-oven.png": PNG,
  });
}

test.afterAll(deleteArchives);

test("an exported history is imported, searched, continued and undone", { tag: ["@once", "@long"] }, async ({
  page,
  easel: { url },
  provider,
}) => {
  await page.goto("/settings/import");
  await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();
  await sound(page);
  const buffer = await readFile(await anExport());
  await page
    .getByLabel("Zip file of the export")
    .setInputFiles({ name: "export.zip", mimeType: "application/zip", buffer });
  await expect(
    page.getByText(/11 conversations with \d+ messages · 1 file · 1 artifact · 1 memory/),
  ).toBeVisible({ timeout: 30_000 });
  await sound(page);
  await page.getByRole("button", { name: "Import 11 conversations" }).click();
  await expect(page.getByText(/Imported 11 conversations/)).toBeVisible({ timeout: 30_000 });

  await page.getByRole("button", { name: "Review 1 memory" }).click();
  await expect(page.getByRole("textbox", { name: "Memory" })).toHaveValue("Bakes on Saturdays.");
  await page.getByRole("textbox", { name: "Memory" }).fill("Bakes on Sundays.");
  await sound(page);
  await page.getByRole("button", { name: "Remember 1, discard 0" }).click();
  await expect(page.getByRole("textbox", { name: "Memory" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Review 1 memory" })).toHaveCount(0);
  const { body: memories } = await call(url, "GET", "/api/memory/memories");
  expect(memories.memories[0]).toMatchObject({ content: "Bakes on Sundays." });

  const { body: found } = await call(url, "GET", "/api/conversations?q=pumpernickel");
  const [{ id }] = found.conversations;
  const workspace = await Workspace.open(page, `/chat/${id}`);
  await expect(page.getByRole("main").getByText("The newer answer")).toBeVisible();
  await workspace.canvas();
  const clock = page.frameLocator(FRAME).getByRole("button", { name: "Ticks 0" });
  await clock.click({ timeout: 30_000 });
  await expect(page.frameLocator(FRAME).getByRole("button", { name: "Ticks 1" })).toBeVisible();
  await workspace.chat();
  await sound(page);

  const versions = workspace.messages.last().getByRole("group", { name: "Versions" });
  await versions.getByRole("button", { name: "Earlier version" }).click();
  await expect(page.getByRole("main").getByText("The earlier answer")).toBeVisible();
  const marker = `Which flour, ${process.pid}?`;
  await workspace.say(marker, { text: "Rye flour." });
  await expect(page.getByText("Rye flour.", { exact: true })).toBeVisible({ timeout: 20_000 });
  const [request] = await provider.log.until({ containing: marker, atLeast: 1 });
  expect(JSON.stringify(request?.body)).toContain("The earlier answer");

  await page.goto("/settings/import");
  await page.getByRole("button", { name: "Undo import" }).first().click();
  await expect(page.getByRole("alertdialog")).toContainText("You have continued 1 conversation");
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("The import was undone.")).toBeVisible();
  const { body: left } = await call(url, "GET", "/api/conversations");
  expect(left.conversations.filter(({ origin }: { origin: string }) => origin === "import")).toHaveLength(1);
});
