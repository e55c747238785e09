import type { Page } from "@playwright/test";
import { surfaceKey } from "../lib/shared/chat/surfaces/surface-key.ts";
import { Talk, type View } from "./api.ts";
import { note, put, table } from "./canvas.ts";
import { expect, test } from "./fixtures.ts";
import { axe, inEachLook, PHONE } from "./looks.ts";
import { FRAME, form, Workspace } from "./page.ts";
import type { Turn } from "./provider/turn.ts";

const board = `export default function Board() {
  const [ideas, setIdeas] = useSheetState("ideas", ["Bread"]);
  return (
    <div className="flex flex-col gap-2">
      <p>Ideas: {ideas.join(", ")}</p>
      <Button onClick={() => setIdeas((now) => [...now, "Cake"])}>Add cake</Button>
      <Button onClick={() => callTool("sorted", { ideas })}>Send</Button>
    </div>
  );
}`;
const show = (code: string, title: string): Turn => ({ tool: "render_and_wait", input: { code, title } });

async function open(page: Page, url: string, ...turns: Turn[]): Promise<{ easel: Workspace; talk: Talk }> {
  const talk = new Talk(url);
  await talk.say("Show it", ...turns);
  await talk.until("waiting");
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  return { easel, talk };
}

const storedFlags = async (page: Page, talk: Talk): Promise<boolean[]> => {
  const view = await (await page.request.get(`/api/conversations/${talk.id}`)).json();
  return view.sheets.map(({ version }: { version: number }) => version > 0);
};

test("a draft is shared with another browser and survives the server; the other browser's answer reaches the first page", {
  tag: ["@once", "@long"],
}, async ({ page, browser, easel: server }) => {
  const { talk, easel } = await open(page, server.url, form("Your weekend"), { text: "Still here." });
  const city = easel.sheet("Your weekend").getByRole("textbox", { name: "City" });
  await city.fill("Porto");
  await expect(easel.sheet("Your weekend").getByText("Draft saved")).toBeVisible();
  await expect.poll(() => storedFlags(page, talk)).toEqual([true]);

  const context = await browser.newContext();
  const other = await Workspace.open(await context.newPage(), `${server.url}/chat/${talk.id}`);
  await other.canvas();
  const theirs = other.sheet("Your weekend").getByRole("textbox", { name: "City" });
  await expect(theirs).toHaveValue("Porto");
  await theirs.fill("Porto or Lisbon");
  await city.blur();
  await expect(city).toHaveValue("Porto or Lisbon");

  await server.kill();
  await server.start();
  await Workspace.open(other.page, other.page.url());
  await expect(theirs).toHaveValue("Porto or Lisbon");
  await other.sheet("Your weekend").getByRole("button", { name: "Find rooms" }).click();
  for (const each of [other.page, page])
    await expect(each.getByText("Still here.", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(easel.sheet("Your weekend")).toContainText("Porto or Lisbon");
  await context.close();
});

test("a component's state is shared with another browser; once answered, it shows the answer and can be sent again", {
  tag: ["@once", "@long"],
}, async ({ page, browser, easel: server }) => {
  const { talk, easel } = await open(page, server.url, show(board, "Board"), { text: "Thank you." });
  const frame = easel.sheet("Board").frameLocator(FRAME);
  await frame.getByRole("button", { name: "Add cake" }).click();
  await expect(frame.getByText("Ideas: Bread, Cake", { exact: true })).toBeVisible();
  await expect.poll(() => storedFlags(page, talk)).toEqual([true]);
  const context = await browser.newContext();
  const other = await Workspace.open(await context.newPage(), `${server.url}/chat/${talk.id}`);
  await other.canvas();
  const there = other.sheet("Board").frameLocator(FRAME);
  await expect(there.getByText("Ideas: Bread, Cake", { exact: true })).toBeVisible();
  await there.getByRole("button", { name: "Add cake" }).click();
  await expect(frame.getByText("Ideas: Bread, Cake, Cake", { exact: true })).toBeVisible();
  await context.close();

  await frame.getByRole("button", { name: "Send" }).click();
  const { messages } = await talk.until("completed");
  const shown = messages.at(-1)?.parts.find(({ type }) => type === "tool-render_and_wait");
  expect(shown?.output).toEqual({ action: "sorted", ideas: ["Bread", "Cake", "Cake"] });
  await page.reload();
  await easel.canvas();
  const sheet = easel.sheet("Board");
  await expect(sheet.getByRole("region", { name: "Your answer" })).toContainText("sorted");
  await expect(frame.getByText("Ideas: Bread, Cake, Cake", { exact: true })).toBeVisible();
  await frame.getByRole("button", { name: "Send" }).click();
  await expect(sheet.getByText("Already answered. Send “sorted” as a message?")).toBeVisible();
  await easel.accessible();
  await sheet.getByRole("button", { name: "Send as a message" }).click();
  await easel.chat();
  await expect(easel.messages.filter({ hasText: "From “Board”" })).toHaveCount(1);
});

test("a half-filled form survives chat messages and the agent's change, which can be undone, and is sent later", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  const easel = await Workspace.open(page);
  await easel.say("plan", form("Your weekend"));
  await expect(page).toHaveTitle(/Waiting for you/);
  await easel.canvas();
  const sheet = easel.sheet("Your weekend");
  await sheet.getByRole("textbox", { name: "City" }).fill("Porto");
  await easel.chat();
  await expect(easel.composer).toHaveAttribute("placeholder", "Message (your form is kept)");
  const id = page.url().split("/").at(-1) ?? "";
  const read = async (): Promise<View> => (await page.request.get(`/api/conversations/${id}`)).json();
  const [ask] = (await read()).asks;
  const surface = surfaceKey(ask?.messageId ?? "", ask?.toolCallId ?? "");
  const edits = [{ op: "patch", index: 1, path: "fields[0].label", find: "City", replace: "Town" }];
  const change = { tool: "render_blocks", input: { surface, edits, wait: false } };
  await easel.tell("Is Porto warm? And call it a town.", change, { text: "Warm enough." });
  await expect(page).not.toHaveTitle(/Waiting for you/);
  const outputs = (await read()).messages.flatMap(({ parts }: { parts: { output?: unknown }[] }) =>
    parts.flatMap(({ output }) => (output === undefined ? [] : [output])),
  );
  const draft = { city: "Porto", nights: 2, quiet: false };
  expect(outputs).toMatchObject([{ action: "message", draft }, { action: "shown" }]);
  await easel.canvas();
  await expect(sheet.getByRole("textbox", { name: "Town" })).toHaveValue("Porto");
  for (const [from, to, label] of [
    [2, 1, "City"],
    [1, 2, "Town"],
  ] as const) {
    await sheet.getByRole("button", { name: `Version ${from} of 2` }).click();
    await page.getByRole("button", { name: `Go back to version ${to}` }).click();
    await expect(sheet.getByRole("textbox", { name: label })).toHaveValue("Porto");
  }
  await expect(sheet.getByText("This sends a message.")).toBeVisible();
  await easel.accessible();
  await sheet.getByRole("button", { name: "Find rooms" }).click();
  await expect(sheet.getByText("answered")).toBeVisible();
  await expect(sheet).toContainText("Porto");
  await easel.chat();
  await expect(easel.messages.filter({ hasText: "From “Your weekend”" })).toContainText("Porto");
  await easel.accessible();
});

test("a surface without a question can be closed and opened again, also on a phone", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  const talk = new Talk(server.url);
  const title = "Loaves of rye";
  await put(talk, title, table(12, 2));
  await talk.answer((await talk.read()).asks[0]?.toolCallId ?? "", { action: "dismiss" });
  await put(talk, "Note", note("Bake on Friday."));
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await expect(page).not.toHaveTitle(/Waiting for you/);
  await expect(page.getByRole("article").getByText("Note", { exact: true }).first()).toBeVisible();
  const sheet = easel.sheet("Note");
  await inEachLook(page, async () => {
    await easel.canvas();
    await expect(sheet.getByText("Waiting for you")).toHaveCount(0);
    await expect(sheet.getByRole("button", { name: "Done" })).toBeVisible();
    await axe(page, ["iframe"]);
  });

  await sheet.getByRole("button", { name: "Close this sheet" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(easel.sheet(title)).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByRole("button", { name: "Show the canvas" })).toBeFocused();
  await page.reload();
  await page.getByRole("button", { name: "Show the canvas" }).click();
  await page.getByRole("button", { name: "Show 2 closed sheets" }).click();
  await easel.accessible();
  await page.getByRole("option", { name: new RegExp(`${title}.*closed`) }).click();
  await expect(easel.sheet(title)).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.getByRole("navigation", { name: "Views" }).getByRole("button", { name: "Canvas" }).click();
  await page.getByRole("button", { name: "All sheets (2)" }).click();
  await easel.accessible();
  await page.getByRole("option", { name: /Note.*closed/ }).click();
  await expect(sheet.getByText("Bake on Friday.")).toBeVisible();
  await sheet.getByRole("button", { name: "Done" }).click();
  await talk.until("completed");
});

const broken = `export default function Board({ ideas }) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? <p>{ideas.missing.name}</p> : <Button onClick={() => setOpen(true)}>Open</Button>;
}`;

test("a component that is rendered again after a failure replaces the broken one", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  const { easel } = await open(page, server.url, {
    tool: "render_and_wait",
    input: { code: broken, props: { ideas: {} }, title: "Broken board" },
  });
  await easel.sheet("Broken board").frameLocator(FRAME).getByRole("button", { name: "Open" }).click();
  await expect(easel.sheet("Broken board").getByRole("alert")).toBeVisible();
  await easel.chat();
  await easel.say("Fix it", show(board, "Board"));
  await easel.canvas();
  const tabs = page.getByRole("navigation", { name: "Sheets" });
  await expect(tabs.getByRole("button")).toHaveText([/^Board/]);
  await page.getByRole("button", { name: "All sheets (2)" }).click();
  await page.getByRole("option", { name: /Broken board/ }).click();
  await expect(easel.sheet("Broken board")).toBeVisible();
});
