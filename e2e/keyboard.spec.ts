import { expect, test } from "./fixtures.ts";
import { form, Workspace } from "./page.ts";
import { directive } from "./provider/directive.ts";

test("completes a journey by keyboard alone", async ({ page }, { project }) => {
  test.skip(project.name === "phone", "a phone has no keys");
  const { keyboard } = page;
  const easel = await Workspace.open(page);
  await expect(easel.composer).toBeFocused();
  await keyboard.insertText(
    `Find me a room\n${directive(form("Your weekend"), { text: "Looking for rooms." })}`,
  );
  await keyboard.press("Enter");
  await expect(page).toHaveTitle(/Waiting for you/);

  await keyboard.press("Escape");
  await expect(easel.composer).not.toBeFocused();
  await keyboard.press("w");
  const surface = easel.sheet("Your weekend");
  const city = surface.getByRole("textbox", { name: "City" });
  await expect(city).toBeFocused();
  await keyboard.press("Escape");
  await expect(surface).toBeFocused();
  await keyboard.press("w");
  await expect(city).toBeFocused();
  await keyboard.press("Enter");
  await expect(city).toHaveAttribute("aria-invalid", "true");
  await expect(city).toBeFocused();
  await keyboard.type("Porto");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await expect(surface.getByRole("checkbox", { name: "Quiet, please" })).toBeChecked();
  await keyboard.press("Tab");
  await expect(surface.getByRole("button", { name: "Find rooms" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByText("Looking for rooms.", { exact: true })).toBeVisible();
  await easel.idle();
  await expect(surface).toBeFocused();

  await keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await keyboard.type("new conv");
  await keyboard.press("Enter");
  await expect(easel.composer).toBeFocused();
  await expect(easel.messages).toHaveCount(0);
  await keyboard.press("Control+k");
  await keyboard.type("looking for rooms");
  await expect(palette.getByRole("option").filter({ hasText: "Find me a room" }).first()).toBeVisible();
  await keyboard.press("Enter");
  await expect(page.getByText("Looking for rooms.", { exact: true })).toBeVisible();

  await keyboard.press("Control+/");
  await expect(page.getByRole("dialog", { name: /shortcuts/i })).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await keyboard.press("Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await keyboard.type("delete conversation");
  await expect(palette.getByRole("option", { selected: true })).toContainText(/delete/i);
  await keyboard.press("Enter");
  await expect(page.getByText(/^Deleted/)).toBeVisible();
  await expect(easel.messages).toHaveCount(0);
  await expect(easel.composer).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await keyboard.press("z");
  await expect(page.getByRole("link", { name: /Find me a room/ })).toBeVisible();
});

test(
  "the accessibility tree contains the whole conversation; on a phone the answer is announced",
  { tag: "@long" },
  async ({ page }, { project }) => {
    const easel = await Workspace.open(page);
    const story = [form("Your weekend"), { text: "Looking for **rooms**." }];
    await easel.say("Find me a room", ...story);
    await expect(page).toHaveTitle(/Waiting for you/);
    const liveRegions = page.locator("[aria-live], [role=status], [role=log], [role=alert]");
    await expect(liveRegions.filter({ hasText: "Your weekend" }).first()).toBeAttached();
    await expect(page.getByRole("main")).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.getByRole("region", { name: "Chat" })).toMatchAriaSnapshot(`
    - region "Chat":
      - region "Conversation":
        - article "You said":
          - heading "You said" [level=2]
        - article "Easel answered":
          - heading "Easel answered" [level=2]
          - text: Your weekend Waiting for you
          - button "Go to the form"
      - form "Message":
        - textbox "Message"
  `);
    await easel.canvas();
    const surface = easel.sheet("Your weekend");
    await expect(surface).toMatchAriaSnapshot(`
    - region "Your weekend":
      - heading "Your weekend" [level=2]
      - group:
        - textbox "City"
        - spinbutton "Nights"
        - checkbox "Quiet, please"
        - button "Find rooms"
  `);
    await surface.getByRole("textbox", { name: "City" }).fill("Porto");
    await surface.getByRole("button", { name: "Find rooms" }).click();
    if (project.name === "phone") {
      const news = page.getByRole("button", { name: "Read the answer: Looking for rooms." });
      await expect(news).toBeVisible();
      await easel.accessible();
      await news.click();
      await expect(page.getByText("Looking for rooms.", { exact: true })).toBeVisible();
      await easel.canvas();
      await expect(news).toHaveCount(0);
      await easel.chat();
    }
    await easel.idle();
    await expect(liveRegions.filter({ hasText: "Looking for rooms" }).first()).toBeAttached();
    await expect(page.getByRole("article").last()).toMatchAriaSnapshot(`
    - article:
      - heading "Easel answered" [level=2]
      - paragraph:
        - text: Looking for
        - strong: rooms
  `);
    if (project.name === "phone")
      await expect(page.getByRole("navigation", { name: "Views" })).toMatchAriaSnapshot(`
      - navigation "Views":
        - button "Chat"
        - button "Canvas"
    `);
    await easel.accessible();
  },
);
