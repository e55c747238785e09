import type { Locator, Page } from "@playwright/test";
import { call } from "./call.ts";
import { BotApi, TOKEN } from "./channels/bot-api.ts";
import { expect } from "./fixtures.ts";
import { axe, inEachLook } from "./looks.ts";
import { ownServer } from "./own-server.ts";
import { Workspace } from "./page.ts";
import { directive } from "./provider/directive.ts";

const bot = await BotApi.start();

/** A server without a connected model, as a new user finds it. */
const test = ownServer(() => ({
  EASEL_TELEGRAM_API: bot.url,
  EASEL_EGRESS_ALLOW: "127.0.0.1",
})).extend<{ fresh: undefined }>({
  fresh: [
    async ({ own }, use) => {
      const providers = { "openai-compatible": { apiKey: null, baseUrl: null }, ollama: { baseUrl: null } };
      await call(own.url, "PUT", "/api/settings", { model: null, providers });
      await use(undefined);
    },
    { auto: true },
  ],
});

test.afterAll(() => bot.stop());

const ADA = 501;
const sentTexts = () => bot.sent.map(({ text }) => text).join("\n");

const KEY = "sk-settings-0123456789abcdef";

async function openCompatible(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^OpenAI-compatible/ }).click();
  return page.getByRole("region", { name: /^OpenAI-compatible/ });
}

async function sound(page: Page): Promise<void> {
  await inEachLook(page, async () => {
    await axe(page);
    const beyond = await page.evaluate(() => {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
      const main = document.querySelector("main");
      const inMain = (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0);
      return [scrollWidth - clientWidth, scrollHeight - clientHeight, inMain];
    });
    expect(beyond).toEqual([0, 0, 0]);
  });
}

async function openModels(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Model: / });
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Choose the model" }).click();
  } else await button.click();
  await expect(page.getByRole("combobox", { name: "Find a model" })).toBeFocused();
}

test("tests a server, explains errors and keeps the input; once connected it answers, and its key is hidden and sent only after confirmation", {
  tag: "@once",
}, async ({ page, provider, own }) => {
  await page.goto("/settings/models");
  await expect(page.getByRole("button", { name: /^OpenAI-compatible.*Not set up/ })).toBeVisible();
  await sound(page);

  const row = await openCompatible(page);
  const test = row.getByRole("button", { name: "Test connection" });
  await test.click();
  await expect(row.getByText("Enter the address")).toBeVisible();
  await row.getByLabel("Address").fill("localhost");
  await test.click();
  await expect(row.getByText(/begins with http/)).toBeVisible();
  await row.getByLabel("Address").fill("http://127.0.0.1:9/v1");
  await test.click();
  await expect(row.getByRole("status")).toContainText(/127\.0\.0\.1:9/);
  await row.getByLabel("Address").fill(provider.url);
  await row.getByLabel("API key").fill("a-wrong-key");
  await test.click();
  await expect(row.getByRole("status")).toContainText(/key/);
  await sound(page);

  await page.getByRole("button", { name: /^OpenAI GPT|^OpenAI Not/ }).click();
  const other = page.getByRole("region", { name: /^OpenAI (GPT|Not)/ });
  await expect(other.getByLabel("API key")).toBeVisible();
  const source = other.getByRole("link", { name: /Get a key from OpenAI/ });
  await expect(source).toHaveAttribute("rel", "noreferrer");
  await page.getByRole("button", { name: /^OpenAI-compatible.*Not saved/ }).click();
  await expect(row.getByLabel("Address")).toHaveValue(provider.url);

  await row.getByLabel("API key").fill(KEY);
  await row.getByRole("button", { name: "Save" }).dblclick();
  await expect(row.getByRole("status")).toContainText(/Saved\. Works: fake-model answered in \d+\.\d s/);
  await expect(page.getByRole("button", { name: /^OpenAI-compatible.*Connected, 1 model/ })).toBeVisible();
  await expect(row.getByText("Saved. Enter another to replace it.")).toBeVisible();
  await expect(row.getByLabel("API key")).toHaveValue("");
  await sound(page);

  await row.getByRole("link", { name: "Start a conversation" }).click();
  const easel = new Workspace(page);
  await expect(easel.composer).toBeVisible();
  await openModels(page);
  await page.getByRole("option", { name: /^fake-model/ }).click();
  await easel.say("hello");
  await expect(easel.messages.last()).toContainText("You said: hello");
  await easel.idle();
  expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);

  await page.goto("/settings/usage");
  await expect(page.getByRole("row", { name: /fake-model.*price unknown/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Last 30 days" })).toBeVisible();
  await sound(page);

  await page.goto("/settings/models");
  await openCompatible(page);
  await expect(page.getByRole("button", { name: /^Model of new conversations.*fake-model/ })).toBeVisible();
  const answers = [await page.content(), JSON.stringify((await call(own.url, "GET", "/api/settings")).body)];
  expect([...answers, ...own.output].filter((text) => text.includes(KEY))).toEqual([]);

  await row.getByRole("button", { name: "Remove the key" }).click();
  await row.getByRole("button", { name: "Keep it" }).click();
  await row.getByRole("button", { name: "Remove the key" }).click();
  await row.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(row.getByText("Only if the server asks.")).toBeVisible();
  const { body } = await call(own.url, "GET", "/api/settings");
  expect(body.settings.providers).toContainEqual(
    expect.objectContaining({ id: "openai-compatible", keyFrom: null, baseUrlFrom: "settings" }),
  );
});

test("offers a local model instead of the demo and selects it with one click; chooses the default model by keyboard, and another one in a conversation", {
  tag: ["@once", "@long"],
}, async ({ page, provider, own }) => {
  const ollama = { baseUrl: provider.url };
  await call(own.url, "PUT", "/api/settings", { model: "demo", providers: { ollama } });
  await Workspace.open(page);
  await expect(page.getByText("fake-model runs on this machine.")).toBeVisible();
  await page.getByRole("button", { name: "Use it", exact: true }).click();
  await expect(page.getByRole("button", { name: "Model: fake-model" })).toBeVisible();
  const providers = { "openai-compatible": { baseUrl: provider.url } };
  await call(own.url, "PUT", "/api/settings", { providers });
  await page.goto("/settings/models");
  await expect(page.getByRole("button", { name: /^Ollama.*Found on this machine, 1 model/ })).toBeVisible();

  await page.getByRole("button", { name: /^Model of new conversations/ }).press("Enter");
  await page.getByRole("combobox", { name: "Find a model" }).fill("script");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Model of new conversations: Demo/ })).toBeFocused();

  const easel = await Workspace.open(page);
  await openModels(page);
  await sound(page);
  await page.keyboard.type("fake");
  await page.keyboard.press("Enter");
  await easel.say("hello");
  await expect(easel.messages.last()).toContainText("You said: hello");
  await easel.idle();

  await page.route("**/api/conversations/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 409, json: { error: { code: "conflict", message: "Wait for the answer." } } })
      : route.fallback(),
  );
  await openModels(page);
  await page.getByRole("option", { name: /^Demo/ }).click();
  await expect(page.getByText("Not changed. Wait for the answer.")).toBeVisible();
  await expect(page.getByRole("option", { name: /^fake-model.*chosen/ })).toBeVisible();
  await page.keyboard.press("Escape");
});

test("keeps the theme from the first paint, titles and limits, and shows errors at their fields", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  await page.goto("/settings/general");
  await page.getByRole("radio", { name: "Your first words" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  // Select the section by its heading: the one below has the same fields for runs started by jobs.
  const heading = page.getByRole("heading", { name: "Limits", exact: true });
  const limits = page.locator("section", { has: heading });
  const steps = limits.getByRole("textbox", { name: "Steps" });
  await steps.fill("0");
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Whole number from 1 to 10,000")).toBeVisible();
  await expect(steps).toBeFocused();
  await sound(page);
  await steps.fill("12");
  await limits.getByRole("textbox", { name: "Cost" }).fill("1.50");
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(limits.getByText("Saved", { exact: true })).toBeVisible();
  const themes = page.getByRole("radiogroup", { name: "Theme" });
  await themes.getByRole("radio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(themes.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Your first words" })).toBeChecked();
  await expect(steps).toHaveValue("12");
  await expect(limits.getByRole("textbox", { name: "Cost" })).toHaveValue("1.5");
  await limits.getByRole("button", { name: "Reset to defaults" }).click();
  await expect(steps).toHaveValue("100");
  await page.getByRole("radio", { name: "The model", exact: true }).click();
});

test("connects a Telegram bot on one page, up to its first answer, and shows an error for a wrong token", {
  tag: ["@once", "@long"],
}, async ({ page, provider, own }) => {
  const providers = { "openai-compatible": { baseUrl: provider.url } };
  await call(own.url, "PUT", "/api/settings", { model: "openai-compatible/fake-model", providers });
  await page.goto("/settings/channels");
  const steps = page.getByRole("list", { name: "Set up Telegram" });
  await expect(steps.getByRole("link", { name: /@BotFather/ })).toBeVisible();
  await sound(page);

  const token = steps.getByLabel("Bot token");
  await token.fill("987654321:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-xx");
  await steps.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(steps.getByText(/Telegram rejected this token/)).toBeVisible();
  await expect(token).toBeFocused();
  await token.fill(TOKEN);
  await steps.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(steps.getByRole("heading", { name: "Connected as @easel_bot" })).toBeVisible();

  await steps.getByRole("button", { name: "Create pairing code" }).click();
  const code = steps.locator("code", { hasText: "/start " });
  await expect(code).toBeVisible();
  await sound(page);
  bot.say(ADA, `${await code.textContent()}`);
  const people = steps.getByRole("list", { name: "Paired people" });
  await expect(people.getByText("Ada", { exact: true })).toBeVisible();

  await steps.getByRole("button", { name: "Send a test message" }).click();
  await expect(steps.getByText(/Sending a test message to Ada/)).toBeVisible();
  await expect.poll(sentTexts).toContain("This is a test message from Easel");
  bot.say(ADA, `What is rye?\n${directive({ text: "Rye is a grain." })}`);
  await expect.poll(sentTexts).toContain("Rye is a grain.");
  await sound(page);
});
