import { Talk } from "./api.ts";
import { look, note, put, table } from "./canvas.ts";
import { expect, test } from "./fixtures.ts";
import { Workspace } from "./page.ts";

test("surfaces can be reopened, pinned, put side by side and shown full screen", async ({
  page,
  easel: server,
}) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (!isPhone) await page.setViewportSize({ width: 1680, height: 900 });
  const talk = new Talk(server.url);
  for (const title of ["First", "Second", "Third", "Fourth"])
    await put(talk, title, note(`This is ${title}.`), table(3, 3));
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  const more = (title: string) => page.getByRole("button", { name: `More for “${title}”` });
  const choose = async (title: string, action: string) => {
    await more(title).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await expect(easel.sheet("Fourth")).toBeVisible();

  await page.getByRole("button", { name: "All sheets (4)" }).click();
  await expect(page.getByRole("option", { name: /Fourth/ })).toContainText("in front");
  await look(easel);
  await page.keyboard.type("first");
  await page.keyboard.press("Enter");
  await expect(easel.sheet("First")).toBeVisible();

  await choose("First", "Pin");
  const tabs = page.getByRole("navigation", { name: "Sheets" }).getByRole("button");
  await expect(tabs.first()).toHaveText(/First, pinned/);
  await tabs.filter({ hasText: "Third" }).click();
  await expect(easel.sheet("Third")).toBeVisible();
  if (isPhone) await expect(page.getByRole("button", { name: /First.*bring to front/ })).toBeVisible();
  else await expect(easel.sheet("First")).toBeVisible();
  await page.reload();
  await easel.canvas();
  await expect(tabs.first()).toHaveText(/First, pinned/);

  if (!isPhone) {
    await choose("Fourth", "Show beside");
    await page.getByRole("option", { name: /Second/ }).click();
    await expect(easel.sheet("Second")).toBeVisible();
    await expect(easel.sheet("Fourth")).toBeVisible();
    await look(easel);
    await easel.sheet("Second").getByRole("button", { name: "Put it back" }).click();
    await expect(easel.sheet("Second")).toHaveCount(0);
  }

  await easel
    .sheet("Fourth")
    .getByRole("button", { name: "c0" })
    .or(easel.sheet("Fourth").getByRole("button", { name: "Name" }))
    .click();
  await choose("Fourth", "Full screen");
  const full = page.getByRole("dialog", { name: "Fourth" });
  await expect(full.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  const others = page.locator("nav[aria-label=Sheets]");
  expect(await others.evaluate((element) => element.closest("[inert]") !== null)).toBe(true);
  await look(easel);
  await page.keyboard.press("Escape");
  await expect(full).toHaveCount(0);
  await expect(more("Fourth")).toBeFocused();
  await expect(tabs.first()).toBeVisible();
  await easel.chat();
  await expect(easel.composer).toBeVisible();
});
