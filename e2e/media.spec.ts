import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { call } from "./call.ts";
import { test as base, expect } from "./fixtures.ts";
import { Workspace } from "./page.ts";
import { image } from "./provider/image.ts";

/** Sets up an image model, which the tests of other files lack. */
const test = base.extend<{ painter: undefined; gallery: { url: string; asked: string[] } }>({
  painter: [
    async ({ easel: { url } }, use) => {
      await call(url, "PUT", "/api/settings", { imageModel: "openai-compatible/flux" });
      await call(url, "PATCH", "/api/toolsets/images", { mode: "on" });
      await use(undefined);
      await call(url, "PUT", "/api/settings", { imageModel: null });
      await call(url, "PATCH", "/api/toolsets/images", { mode: "on_demand" });
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies here
  gallery: async ({}, use) => {
    const asked: string[] = [];
    const server = createServer(({ url = "" }, response) => {
      asked.push(url);
      if (url.startsWith("/shelf.png")) response.end(image("A shelf"));
      else response.writeHead(200, { "content-type": "image/png" }).end("<svg/>");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    await use({ url: `http://localhost:${(server.address() as AddressInfo).port}`, asked });
    server.close();
  },
});

const make = (prompt: string, short_description: string) => ({
  tool: "generate_image",
  input: { prompt, short_description },
});

test("makes an image in reserved space, enlarges it and attaches it to the next message; loads an image of another server only on request", async ({
  page,
  provider,
  gallery,
}) => {
  const easel = await Workspace.open(page);
  const prompt = JSON.stringify([[{ gate: "picture", text: "" }]]);
  await easel.say("A fox, please", make(prompt, "A fox in the snow"), { text: "There it is." });
  await expect(page.getByText("Making an image")).toBeVisible();
  const figure = page.getByRole("figure");
  const height = async () => (await figure.boundingBox())?.height ?? 0;
  // Wait for the final height, because the placeholder changes while its code is loading.
  let before = 0;
  await expect
    .poll(async () => {
      before = await height();
      return before;
    })
    .toBeGreaterThan(300);
  provider.gates.open("picture");
  const image = page.getByRole("img", { name: "A fox in the snow" });
  await expect(image).toBeVisible();
  await easel.idle();
  await expect.poll(height).toBe(before);
  expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);

  await page.getByRole("button", { name: "Enlarge: A fox in the snow" }).click();
  await expect(page.getByRole("dialog", { name: "A fox in the snow" })).toBeVisible();
  await page.keyboard.press("Escape");
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download image" }).click();
  expect((await saving).suggestedFilename()).toBe("A fox in the snow.png");

  await page.getByRole("button", { name: "Edit this" }).click();
  await expect(page.getByRole("form", { name: "Message" })).toContainText("A fox in the snow.png");
  await page.getByRole("button", { name: "Remove A fox in the snow.png" }).click();

  const [first, second] = [`${gallery.url}/shelf.png?told=secret`, `${gallery.url}/shelf.png?told=more`];
  const { host } = new URL(gallery.url);
  const text = `Look: ![The shelf](${first}) and ![again](${second}) and ![none](${gallery.url}/none.png)`;
  await easel.tell("Show me", { text });
  await expect(easel.messages.last()).toContainText(first);
  await easel.accessible();
  expect(gallery.asked).toEqual([]);
  await page
    .getByRole("button", { name: `Show image from ${host}` })
    .first()
    .click();
  await expect(page.getByRole("img", { name: "The shelf" })).toBeVisible();
  expect(gallery.asked).toEqual(["/shelf.png?told=secret"]);
  await page
    .getByRole("button", { name: `Always from ${host}` })
    .first()
    .click();
  await expect(page.getByRole("img", { name: "again" })).toBeVisible();
  await expect(easel.messages.last()).toContainText("no PNG, JPEG, GIF");
  await page.reload();
  await expect(page.getByRole("img", { name: "again" })).toBeVisible();
  await expect(page.getByRole("img", { name: "A fox in the snow" })).toBeVisible();
});

test("the page Files finds images, shows their origin and uses, and deletes and restores one", {
  tag: "@long",
}, async ({ page, easel: { url } }) => {
  const easel = await Workspace.open(page);
  await easel.say("Hens", make("A hen on a gate", "A hen"), make("A goat on a hill", "A goat"), {
    text: "Done.",
  });
  await expect(page.getByRole("img", { name: "A goat" })).toBeVisible();
  await easel.idle();
  const { body } = await call(url, "GET", "/api/files?type=image&q=goat");
  const edit = { image_id: body.files[0].id, prompt: "At night", short_description: "A goat at night" };
  await easel.say("At night", { tool: "edit_image", input: edit }, { text: "Done." });
  await expect(page.getByRole("img", { name: "A goat at night" })).toBeVisible();
  await easel.idle();

  await page.goto("/files?kind=image");
  const images = page.getByRole("list", { name: "Images" });
  await expect(images.getByRole("listitem").first()).toContainText("A goat at night");
  await page.getByRole("searchbox", { name: "Search files" }).fill("hill goat");
  await expect(images.getByRole("listitem")).toHaveCount(1);
  await easel.accessible();
  await images.getByRole("link", { name: "A goat" }).click();
  const dialog = page.getByRole("dialog", { name: "A goat" });
  await expect(dialog).toContainText("A goat on a hill");
  await expect(dialog).toContainText("600 × 400 · PNG");
  await easel.accessible();
  await dialog.getByRole("button", { name: "A goat at night" }).click();
  const edited = page.getByRole("dialog", { name: "A goat at night" });
  await expect(edited.getByRole("button", { name: "A goat", exact: true })).toBeVisible();
  await edited
    .getByRole("term")
    .filter({ hasText: "Conversation" })
    .locator("xpath=../dd")
    .getByRole("link")
    .click();
  await expect(page.getByRole("img", { name: "A goat at night" })).toBeInViewport();

  await page.goto("/files?kind=image");
  await images.getByRole("link", { name: "A hen" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(images.getByRole("link", { name: "A hen" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await images.getByRole("link", { name: "A hen" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use in a chat" }).click();
  await expect(page.getByRole("form", { name: "Message" })).toContainText("A hen.png");
});

test("without an image model the agent has no image tools, until the user chooses one", async ({
  page,
  easel: { url },
}) => {
  await call(url, "PUT", "/api/settings", { imageModel: null });
  const offered = async () => {
    const { body } = await call(url, "GET", "/api/tools");
    return body.toolsets.find(({ id }: { id: string }) => id === "images").available;
  };
  expect(await offered()).toBe(false);
  await page.goto("/settings/models");
  await page.getByRole("button", { name: /^Model for images/ }).click();
  await page.getByRole("combobox", { name: "Find a model" }).fill("openai-compatible/flux");
  await page.getByRole("option", { name: /Use “openai-compatible\/flux”/ }).click();
  await expect(page.getByRole("button", { name: /^Model for images: flux/ })).toBeVisible();
  await expect.poll(offered).toBe(true);
});
