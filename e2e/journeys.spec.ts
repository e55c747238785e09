import { expect, test } from "./fixtures.ts";
import { axe, inEachLook, PHONE, sound } from "./looks.ts";
import { ask, form, Workspace, words } from "./page.ts";

test("streams markdown and keeps it after a reload; a question is answered by a button and shown everywhere, also on a phone", {
  tag: "@once",
}, async ({ page }) => {
  const title = "Bread of the week";
  const easel = await Workspace.open(page);
  await easel.say(title, { text: "Here is **bold** news:\n\n- one\n- two" });
  await expect(easel.messages.last().getByRole("listitem").filter({ hasText: "two" })).toBeVisible();
  await expect(page.locator("strong", { hasText: "bold" })).toBeVisible();
  await easel.idle();
  await sound(page);
  await page.reload();
  await expect(page.locator("strong", { hasText: "bold" })).toBeVisible();
  await expect(easel.messages).toHaveCount(2);

  await easel.say("choose", ask("Which **colour**?", ["Blue", "Red"]), { text: "Thank you." });
  await expect(page.getByRole("region", { name: "Question for you" })).toBeVisible();
  await expect(page).toHaveTitle(/Waiting for you/);
  const link = page.getByRole("link", { name: new RegExp(`${title}.*waiting`, "i") });
  await expect(link.first()).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "Blue", exact: true }).dblclick();
  await expect(page.getByText("Thank you.", { exact: true })).toBeVisible();
  await expect(page.getByText("You answered Blue")).toBeVisible();
  await easel.idle();
  await expect(page).not.toHaveTitle(/Waiting/);

  await page.setViewportSize(PHONE);
  await easel.say("bake", ask("Which bread?"));
  await expect(page.getByRole("region", { name: "Question for you" })).toBeVisible();
  await page.goto("/");
  await expect(easel.composer).toBeVisible();
  await page.getByRole("button", { name: "Conversations" }).click();
  await expect(link.first()).toBeVisible();
  await link.first().click();
  await expect(page.getByRole("region", { name: "Question for you" })).toBeVisible();
});

test("a reload, a second tab and a lost network each end with the complete text", {
  tag: "@once",
}, async ({ page, context }) => {
  const easel = await Workspace.open(page);
  await easel.say("count", { tokens: 240, rate: 40 });
  await expect(easel.spoken).toContainText("w20");
  await page.reload();
  await expect(easel.spoken).toContainText("w40");
  const other = await Workspace.open(await context.newPage(), page.url());
  await expect(other.spoken).toContainText("w60");
  await context.setOffline(true);
  await expect(
    page.getByText("You are offline. Your input is kept.").filter({ visible: true }),
  ).toBeVisible();
  await context.setOffline(false);
  for (const tab of [easel, other]) {
    await tab.idle();
    await expect(tab.spoken).toHaveText(words(240));
    await expect(tab.messages).toHaveCount(2);
  }
});

test("Stop ends the run at once and keeps the output", { tag: "@once" }, async ({ page, provider }) => {
  const gate = "stopped";
  const easel = await Workspace.open(page);
  await easel.say("count", [{ tokens: 30 }, { gate, text: "unheard" }]);
  await expect(easel.spoken).toContainText("w29");
  await easel.stopButton.click();
  await easel.idle();
  await expect(easel.spoken).toHaveText(words(30));
  await page.reload();
  await expect(easel.spoken).toHaveText(words(30));
  await provider.log.until({ containing: gate, ended: true });
});

test("a message during a run steers it; a question without options accepts text in its field or the message field", {
  tag: ["@once", "@long"],
}, async ({ page, provider }) => {
  const gate = "steered";
  const easel = await Workspace.open(page);
  await easel.say("paint it", [{ text: "Red it is." }, { gate, tool: "list_state_keys", input: {} }], {
    text: "never said",
  });
  await expect(page.getByText("Red it is.", { exact: true })).toBeVisible();
  await easel.say("no, blue", { text: "Blue it is." });
  await expect(page.getByText("Read at the next step")).toBeVisible();
  provider.gates.open(gate);
  await expect(page.getByText("Blue it is.", { exact: true })).toBeVisible();
  await easel.idle();
  await expect(easel.messages).toHaveCount(4);
  await expect(easel.messages.nth(2)).toContainText("no, blue");
  await expect(page.getByText("never said", { exact: true })).toHaveCount(0);

  await easel.say("ask", ask("Your name?"), ask("And your town?"), { text: "Good to know." });
  await page.getByRole("textbox", { name: "Your answer" }).fill("Ada");
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await expect(page.getByText("And your town?", { exact: true })).toBeVisible();
  await expect(easel.composer).toHaveAttribute("placeholder", "Answer in words");
  await easel.say("London");
  await expect(page.getByText("Good to know.", { exact: true })).toBeVisible();
  await expect(page.getByText("You answered London")).toBeVisible();
  await expect(easel.messages).toHaveCount(6);
});

test("a form keeps its draft after a reload and is answered once; blocks appear one by one and wait for Done", {
  tag: "@once",
}, async ({ page, provider }) => {
  const easel = await Workspace.open(page);
  await easel.say("plan", form("Your weekend"), { text: "Looking for rooms." });
  await expect(page).toHaveTitle(/Waiting for you/);
  await expect(page.getByRole("button", { name: "Go to the form" })).toBeVisible();
  const surface = easel.sheet("Your weekend");
  await inEachLook(page, async () => {
    await easel.canvas();
    await expect(surface.getByText("Waiting for you")).toBeVisible();
    await axe(page);
  });
  await surface.getByRole("button", { name: "Find rooms" }).click();
  await expect(surface.getByRole("textbox", { name: "City" })).toHaveAttribute("aria-invalid", "true");
  await surface.getByRole("textbox", { name: "City" }).fill("Porto");
  await expect(surface.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(surface.getByRole("textbox", { name: "City" })).toHaveValue("Porto");
  await surface.getByRole("button", { name: "Find rooms" }).dblclick();
  await expect(surface.getByText("answered")).toBeVisible();
  await expect(page.getByText("Looking for rooms.", { exact: true })).toHaveCount(1);
  await page.reload();
  await expect(surface).toContainText("Porto");
  await expect(surface.getByRole("textbox")).toHaveCount(0);

  const gate = "every block";
  await easel.say(
    "show",
    { text: "One moment.", tool: "render_blocks", input: { title: "Sales", blocks: all } },
    { gate, text: "Seen." },
  );
  const sales = easel.sheet("Sales");
  await inEachLook(page, async () => {
    await easel.canvas();
    await expect(sales.getByRole("columnheader", { name: "Bread" })).toBeVisible();
    await expect(sales.getByText("Warm words")).toBeVisible();
    await expect(sales.getByText("Mind the oven")).toBeVisible();
  });
  await page.setViewportSize(PHONE);
  await page.getByRole("navigation", { name: "Views" }).getByRole("button", { name: "Canvas" }).click();
  await sales.getByRole("button", { name: "Done" }).click();
  await provider.gates.reached(gate);
  provider.gates.open(gate);
  await easel.chat();
  await expect(page.getByText("Seen.", { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await inEachLook(page, async () => {
    await easel.canvas();
    await axe(page, ["iframe"]);
  });
});

test("of concurrent answers in two tabs one is accepted, and the other tab is informed", {
  tag: "@once",
}, async ({ page, context }) => {
  const easel = await Workspace.open(page);
  await easel.say("choose", ask("Which?", ["Blue", "Red"]), { text: "Thank you." });
  const blue = page.getByRole("button", { name: "Blue", exact: true });
  await blue.waitFor();
  const other = await context.newPage();
  await Workspace.open(other, page.url());
  const red = other.getByRole("button", { name: "Red", exact: true });
  await red.waitFor();
  // Send the second tab's answer after the first one was accepted, but before the tab learns of that.
  const released = Promise.withResolvers<void>();
  await other.route("**/api/chat", async (route) => {
    await released.promise;
    await route.continue();
  });
  await red.click();
  await blue.click();
  await expect(page.getByText("Thank you.", { exact: true })).toBeVisible();
  released.resolve();
  await expect(other.getByText("Answered in another tab: Blue.")).toBeVisible();
  await expect(other.getByText("Thank you.", { exact: true })).toBeVisible();
});

const all = [
  { type: "markdown", content: "Warm words" },
  {
    type: "table",
    columns: [
      { key: "bread", label: "Bread" },
      { key: "sold", label: "Sold" },
    ],
    data: [
      { bread: "Rye", sold: 58 },
      { bread: "Bun", sold: 300 },
    ],
  },
  {
    type: "chart",
    chartType: "bar",
    data: { labels: ["Mon", "Tue"], series: [{ name: "Sold", values: [3, 5] }] },
  },
  { type: "code", language: "sql", content: "select 1" },
  { type: "alert", variant: "warning", content: "Mind the oven" },
  {
    type: "image",
    url: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
    alt: "A dot",
  },
  { type: "json", data: { a: [1, 2, { b: null }] } },
];
