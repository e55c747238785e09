import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import { PHONE } from "./looks.ts";
import { ask as asked, Past } from "./past.ts";
import type { Turn } from "./provider/turn.ts";

// Takes more than a minute on a busy machine.
test.describe.configure({ timeout: 120_000 });

const PROMPT = "You plan for a bakery.\n\nThrow old bread away.\nWork in euros.\n";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => asked(url, method, path, body);
const setPrompt = (content: string) => ask("PUT", "/api/prompt", { content });
const prompt = async (): Promise<string> => (await ask("GET", "/api/prompt")).content;

async function agent(message: string, ...turns: Turn[]): Promise<Talk> {
  const talk = new Talk(url);
  await (await talk.say(message, ...turns, { text: "Done." })).text();
  await talk.until("completed");
  return talk;
}

test("shows the agent's change of the prompt with its cause, restores it and undoes the restore", {
  tag: "@once",
}, async ({ page }) => {
  await setPrompt(PROMPT);
  const talk = await agent("We never throw bread away", {
    tool: "edit_system_prompt",
    input: {
      operation: "find_replace",
      find: "Throw old bread away.",
      replace: "Sell old bread at half price.",
    },
  });
  const past = await Past.open(page);
  const entry = past.entry("Sell old bread at half price.").first();
  await expect(entry).toContainText(
    /Prompt: “Throw old bread away.” → “Sell old bread at half price.”.*Agent.*We never throw bread away.*\+1.*−1/s,
  );
  await past.sound();
  await past.choose("Sell old bread at half price.");
  await expect(page).toHaveURL(/\/history\/[0-9a-f-]{36}$/);
  await expect(past.version).toContainText("Agent, with edit_system_prompt");
  await expect(past.version).toContainText("you said “We never throw bread away”");
  const diff = past.version.getByRole("table", { name: "Text" });
  await expect(diff.getByRole("row").filter({ hasText: "removed: " })).toHaveText(/Throw old bread away\./);
  await expect(diff.getByRole("row").filter({ hasText: "added: " })).toHaveText(
    /Sell old bread at half price\./,
  );
  await past.sound();

  const from = past.version.getByLabel("Compare from");
  await from.selectOption({ label: "Version 1" });
  await expect(past.version.getByRole("button", { name: "Restore version 1", exact: true })).toBeVisible();
  await from.selectOption({ index: 1 });
  await past.version.getByRole("button", { name: /^Restore version/ }).click();
  await expect(page.getByText(/^Restored version \d+ of “System prompt”$/)).toBeVisible();
  await expect(past.version).toContainText(/You, restored version \d+/);
  expect(await prompt()).toBe(PROMPT);

  const { version: restored } = await ask("GET", "/api/prompt");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`Restored version ${restored - 1} of “System prompt”`)).toBeVisible();
  await expect.poll(prompt).toContain("half price");
  await past.back();
  // Wait for the new entry, because its insertion would move the row that is clicked next.
  const { version } = await ask("GET", "/api/prompt");
  await expect(past.entry("restored version").first()).toContainText(
    new RegExp(`Prompt: .*v${version}.*You · restored version`, "s"),
  );

  await past.entry("Sell old bread at half price.").last().getByRole("link").first().click();
  await expect(past.version.getByRole("heading", { level: 1 })).toBeFocused();
  await past.version.getByRole("link", { name: "We never throw bread away" }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${talk.id}#m-`));
});

test("opens the call that caused a version, even far up in the conversation", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  const notes = `Round loaves ${Date.now()}`;
  const call = (content: string): Turn => ({
    tool: "edit_learned_notes",
    input: { operation: "append", content },
  });
  const talk = await agent("Keep this", { tool: "get_state", input: { key: "a" } }, call(notes), {
    tool: "get_state",
    input: { key: "b" },
  });
  const long = Array.from({ length: 40 }, (_, line) => `Line ${line} of the answer.`).join("\n\n");
  for (let n = 0; n < 12; n++) {
    await (await talk.say(`Go on ${n}`, { text: long })).text();
    await talk.until("completed");
  }
  const past = await Past.open(page, "/agent/history?kind=learned_notes");
  await past.choose(notes);
  await past.version.getByRole("link", { name: "Keep this" }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${talk.id}#m-[^/]+/.+`));
  const row = page.locator("summary:focus");
  await expect(row).toContainText("Changed its notes");
  await expect(row).toBeInViewport();
  await expect(page.getByRole("group", { name: "Called with" })).toContainText(notes);
});

test("the URL filters the history by author; versions of a long prompt can be compared", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  await ask("PUT", "/api/state/mine", { value: "by hand" });
  await agent("Keep one", { tool: "set_state", input: { key: "theirs", value: "by the agent" } });
  const past = await Past.open(page, "/agent/history?kind=state");
  await expect(past.entry("mine").first()).toBeVisible();
  await past.timeline.getByLabel("Changed by").selectOption("By the agent");
  await expect(page).toHaveURL(/\?kind=state&author=agent$/);
  await expect(past.entry("theirs").first()).toBeVisible();
  await expect(past.timeline.getByRole("listitem").filter({ hasText: "You" })).toHaveCount(0);
  await past.timeline.getByLabel("Kinds").selectOption("Everything");
  await expect(page).toHaveURL(/\/history\?author=agent$/);
  await past.sound();

  const long = Array.from({ length: 2_000 }, (_, i) => `Rule ${i} is as long as a rule has to be.`).join(
    "\n",
  );
  await setPrompt(long);
  await setPrompt(long.replace("Rule 1000 is", "Rule 1000 was"));
  await past.page.goto("/agent/history?kind=system_prompt&author=person");
  await expect(past.timeline.getByLabel("Changed by")).toHaveValue("person");
  await past.choose("Rule 1000 was");
  await expect(past.version.getByText("997 unchanged lines")).toBeVisible();
});

test("compares a tool part by part, and restores it after deletion", { tag: ["@once", "@long"] }, async ({
  page,
}) => {
  const name = `loaves_${Date.now()}`;
  const fields = { description: "How many loaves", parameter_schema: { type: "object" } };
  await agent(
    "Count the loaves",
    { tool: "create_tool", input: { name, ...fields, code: "return 1;" } },
    { tool: "update_tool", input: { name, description: "How many loaves to bake", code: "return 2;" } },
    { tool: "delete_tool", input: { name } },
  );
  const past = await Past.open(page, "/agent/history?kind=tool");
  await expect(past.entry(name)).toHaveCount(3);
  await expect(past.entry("Prompt:")).toHaveCount(0);
  await past.choose("Deleted");
  await expect(past.version).toContainText("Deleted. Last content:");
  await past.sound();
  await past.back();
  await past.choose("Changed the tool");
  await expect(past.version.getByRole("table", { name: "Description" })).toContainText(
    "How many loaves to bake",
  );
  await expect(past.version.getByRole("table", { name: "Code" })).toContainText("return 2;");
  await expect(past.version.getByRole("table", { name: "Parameters" })).toHaveCount(0);
  if ((page.viewportSize()?.width ?? 0) > 768) {
    await past.version.getByRole("radio", { name: "Side by side" }).click();
    await expect(past.version.getByRole("table", { name: "Code" }).getByRole("row").nth(1)).toHaveText(
      /return 1;.*return 2;/,
    );
    await past.sound();
  }
  await past.version.getByRole("button", { name: "Restore version 2" }).click();
  await expect(page.getByText(`Restored version 2 of “${name}”`)).toBeVisible();
  expect(await ask("GET", `/api/agent-tools/${name}`)).toMatchObject({ code: "return 2;", version: 4 });
});

test("the workspace links to the history; filters and links work, also on a phone", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  await setPrompt("Filtered");
  await page.goto("/");
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("History");
  await page.getByRole("option", { name: "History", exact: true }).click();
  const past = new Past(page);
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
  await page.getByRole("combobox", { name: "Kinds" }).selectOption({ label: "Tools" });
  await expect(page).toHaveURL(/\?kind=tool$/);
  await expect(past.entry("Prompt:")).toHaveCount(0);
  await page.goBack();
  await expect(past.entry("Filtered").first()).toBeVisible();
  await page.setViewportSize(PHONE);
  await past.choose("Filtered");
  await expect(past.timeline).toBeHidden();
  await page.reload();
  await expect(past.version.getByRole("heading", { level: 1, name: "System prompt" })).toBeVisible();
  await page.goBack();
  await expect(past.entry("Filtered").first()).toBeVisible();
});
