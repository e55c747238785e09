import type { Page } from "@playwright/test";
import { BotApi, TOKEN } from "./channels/bot-api.ts";
import { expect, modelOf } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { ownServer } from "./own-server.ts";
import { directive } from "./provider/directive.ts";

const bot = await BotApi.start();
const test = ownServer((provider) => ({
  ...modelOf(provider),
  ...{ EASEL_TELEGRAM_API: bot.url, EASEL_EGRESS_ALLOW: "127.0.0.1" },
}));
test.afterAll(() => bot.stop());

const ADA = 501;
const texts = () => bot.sent.map(({ text }) => text).join("\n");
/** What a person looks at, in each size, while they are there: `LOOK=folder` keeps pictures of it. */
async function look(page: Page, name: string): Promise<void> {
  await sound(page);
  const { LOOK } = process.env;
  if (!LOOK) return;
  await page.screenshot({ path: `${LOOK}/${name}-1280.png`, fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: `${LOOK}/${name}-390.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1_280, height: 800 });
}

test("from nothing to the first answer on the phone, on one page; a wrong token is said there", {
  tag: "@once",
}, async ({ page }) => {
  await page.goto("/settings/channels");
  const steps = page.getByRole("list", { name: "Set up Telegram" });
  await expect(steps.getByRole("link", { name: /@BotFather/ })).toBeVisible();
  await look(page, "nothing");

  const token = steps.getByLabel("Token of the bot");
  await token.fill("987654321:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-xx");
  await steps.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(steps.getByText(/Telegram does not know this token/)).toBeVisible();
  await expect(token).toBeFocused();
  await token.fill(TOKEN);
  await steps.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(steps.getByRole("heading", { name: "Connected as @easel_bot" })).toBeVisible();

  await steps.getByRole("button", { name: "Make a pairing code" }).click();
  const code = steps.locator("code", { hasText: "/start " });
  await expect(code).toBeVisible();
  await look(page, "code");
  bot.say(ADA, `${await code.textContent()}`);
  const people = steps.getByRole("list", { name: "Paired people" });
  await expect(people.getByText("Ada", { exact: true })).toBeVisible();

  await steps.getByRole("button", { name: "Send a test message" }).click();
  await expect(steps.getByText(/A test message is on its way to Ada/)).toBeVisible();
  await expect.poll(texts).toContain("This is a test message of Easel");
  bot.say(ADA, `What is rye?\n${directive({ text: "Rye is a grain." })}`);
  await expect.poll(texts).toContain("Rye is a grain.");
  await look(page, "paired");
});
