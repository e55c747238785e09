import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { PHONE } from "./looks.ts";
import { Workspace } from "./page.ts";
import type { Turn } from "./provider/turn.ts";

const load = { tool: "load_toolset", input: { id: "browser" } };
const navigate = (url: string) => ({ tool: "browser_navigate", input: { url } });
const open = (url: string): Turn[] => [load, navigate(url)];

async function placesOf(page: Page, url: string) {
  const same = await page.context().newPage();
  await same.setViewportSize({ width: 1280, height: 800 });
  await same.goto(url);
  const [boat, heading] = await Promise.all(["#boat", "h1"].map((part) => same.locator(part).boundingBox()));
  await same.close();
  if (!boat || !heading) throw new Error("The page shows no boat or no heading");
  return { boat, heading };
}

async function press(image: Locator, box: { x: number; y: number; width: number; height: number }) {
  const drawn = await image.boundingBox();
  if (!drawn) throw new Error("The picture is not on the screen");
  const scale = drawn.width / 1280;
  const position = { x: (box.x + box.width / 2) * scale, y: (box.y + box.height / 2) * scale };
  await image.click({ position, force: true });
}

test("the user watches, takes over, types and hands back; on a phone, the agent waits during a takeover", {
  tag: ["@once", "@long"],
}, async ({ page, provider, site }) => {
  test.slow();
  const form = `${site.url}/form`;
  const { boat, heading } = await placesOf(page, form);
  const easel = await Workspace.open(page);
  const type = { tool: "browser_type", input: { selector: "#name", text: "Ada" } };
  await easel.say(`Ask for a berth for Ada at ${form}`, ...open(form), type, { text: "Your email, please." });
  await expect(easel.spoken).toHaveText("Your email, please.", { timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Sources" })).toContainText("Ask the harbour office");

  const surface = easel.sheet(/^Browser$/);
  await expect(surface).toContainText(`http://${new URL(form).host}/form`);
  await expect(surface.getByText("The agent controls it").first()).toBeVisible();
  const image = surface.getByRole("img", { name: /^Browser view: Ask the harbour office/ });
  await expect(image).toHaveCSS("opacity", "1");

  await press(image, boat);
  await expect(surface.getByText("Take over first")).toBeVisible();
  await surface.getByRole("button", { name: "Take over" }).click();
  await expect(surface.getByText("You control it").first()).toBeVisible();
  await press(image, boat);
  const keys = surface.getByRole("textbox", { name: /^Keyboard input/ });
  await expect(keys).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("ada@example.com");
  await easel.accessible();

  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const back = surface.getByRole("button", { name: "Hand back" });
  await expect(back).toBeFocused();
  provider.script({ tool: "browser_click", input: { selector: "#send" } }, { text: "It is sent." });
  await page.keyboard.press("Enter");
  await page.getByLabel("Tell the agent").fill("Send it");
  await page.keyboard.press("Enter");
  await expect(surface.getByRole("button", { name: "Take over" })).toBeVisible();
  const posts = async () => (await (await fetch(`${site.url}/posts`)).json()).posts;
  await expect.poll(async () => (await posts()).at(-1)?.name).toBe("Ada");

  await expect(page.getByText(/^You took over the browser at localhost/)).toBeVisible();
  await expect(page.getByText(/^You handed the browser back at localhost:\d+: “Send it”/)).toBeVisible();
  await expect(easel.spoken).toHaveText("It is sent.");
  expect((await posts()).at(-1)).toMatchObject({ name: "Ada", email: "ada@example.com", boat: "yes" });

  const asks =
    "document.querySelector('h1').onclick = () => { location.search = prompt('Whose boat?', 'Ada') }; 0";
  const prepare = { tool: "browser_evaluate", input: { code: asks } };
  await easel.say("Look at the form", { tools: [navigate(form), prepare] }, { text: "It is open." });
  await expect(easel.spoken).toHaveText("It is open.");
  await page.setViewportSize(PHONE);
  const views = page.getByRole("navigation", { name: "Views" });
  const tab = (name: string) => views.getByRole("button", { name }).click();
  await tab("Canvas");
  await surface.getByRole("button", { name: "Take over" }).click();
  await expect(keys).toBeFocused();

  await press(image, heading);
  const dialog = surface.getByRole("alertdialog", { name: "The page asks" });
  await expect(dialog.getByRole("textbox", { name: "Whose boat?" })).toBeFocused();
  await page.keyboard.type("Bea");
  await easel.accessible();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(keys).toBeFocused();
  await expect(surface.getByRole("textbox", { name: "Address" })).toHaveValue(`${form}?Bea`);

  await tab("Chat");
  await easel.say("Name it Ada", { tool: "browser_type", input: { selector: "#name", text: "Ada" } });
  await tab("Canvas");
  await expect(surface.getByText("Waiting for you")).toBeVisible();
  await expect(surface.getByText("hand it back").first()).toBeVisible();
  await page.reload();
  await tab("Canvas");
  await expect(surface.getByText("Waiting for you")).toBeVisible();
  provider.script({ text: "Done." });
  await surface.getByRole("button", { name: "Hand back" }).click();
  await page.getByLabel("Tell the agent").press("Enter");
  await expect(surface.getByText("Waiting for you")).toHaveCount(0);
  await tab("Chat");
  await expect(easel.spoken).toHaveText("Done.");
  await expect(page.getByText(/^You took over the browser/).first()).toBeVisible();
  await expect(page.getByText(/^You handed the browser back/).first()).toBeVisible();

  await tab("Canvas");
  await surface.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close the browser" }).click();
  await expect(surface.getByText("Ask the agent to open a page")).toBeVisible();
  await expect(surface.getByRole("button", { name: "Take over" })).toHaveCount(0);
  await expect(surface.getByRole("img", { name: /^Browser view/ })).toBeVisible();
});
