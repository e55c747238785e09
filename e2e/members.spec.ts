import type { Browser, Page } from "@playwright/test";
import { alive } from "./alive.ts";
import { expect, modelOf } from "./fixtures.ts";
import { accessible, PHONE, sound } from "./looks.ts";
import { ownServer } from "./own-server.ts";
import { Workspace } from "./page.ts";
import type { EaselServer } from "./server.ts";

const test = ownServer(modelOf);
const PASSWORD = "open sesame";
/** Time in which a revoked right must show on an open page. */
const REVOKED_MS = 2_000;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("button", { name: "Change", exact: true })).toBeVisible();
}

/** Signs the owner in. Sets the password first, unless an earlier test has set it. */
async function signIn(page: Page): Promise<void> {
  if ((await page.request.get("/api/boards")).ok()) {
    await open(page, "/settings/general");
    await setPassword(page);
  } else await page.request.post("/api/login", { data: { password: PASSWORD } });
}

/** Makes an invitation on the page of people. Returns its path. */
async function invite(page: Page, note: string, role: string, agent = ""): Promise<string> {
  await page.getByRole("button", { name: "Invite someone" }).click();
  const form = page.getByRole("form", { name: "Invite people" });
  await form.getByLabel("Role").selectOption(role);
  await form.getByLabel("For whom").fill(note);
  if (agent !== "") await form.getByLabel("Easel").selectOption(agent);
  await form.getByRole("button", { name: "Create link" }).click();
  const link = (await page.locator("code").filter({ hasText: "/invite/" }).textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  return new URL(link).pathname;
}

/** Joins with an invitation in a new browser. */
async function join(
  browser: Browser,
  { url }: EaselServer,
  path: string,
  name: string,
  viewport = { width: 1280, height: 800 },
) {
  const page = await (await browser.newContext({ baseURL: url, viewport })).newPage();
  await open(page, path);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(`${name.toLowerCase()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page).not.toHaveURL(/\/invite\//);
  return page;
}

/** Expects exactly these links in a navigation. */
const offers = (page: Page, nav: string, links: string[]) =>
  expect(page.getByRole("navigation", { name: nav }).getByRole("link")).toHaveText(links);
const rowOf = (page: Page, name: string) =>
  page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: name });

test("members see and do only what their role and their rights allow", { tag: "@once" }, async ({
  page,
  browser,
  own,
}) => {
  test.setTimeout(300_000);
  await open(page, "/settings/people");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["Invite people"]);
  await sound(page);
  await page.getByRole("main").getByRole("link", { name: "General" }).click();
  await setPassword(page);
  await open(page, "/settings/people");
  await page.getByRole("button", { name: "Invite someone" }).click();
  await sound(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  const forAda = await invite(page, "Ada from sales", "member", "use");
  const forGus = await invite(page, "Gus", "guest");
  const invitations = page.getByRole("list", { name: "Open invitations" });
  await expect(invitations.getByText("Ada from sales")).toBeVisible();
  const revoked = await invite(page, "Nobody", "member");
  await invitations.getByRole("button", { name: "Revoke the invitation for Nobody" }).click();
  await expect(invitations.getByText("Nobody")).toHaveCount(0);
  expect((await page.request.get(revoked)).status()).not.toBe(500);

  const ada = await join(browser, own, forAda, "Ada");
  const gus = await join(browser, own, forGus, "Gus", PHONE);
  await expect(rowOf(page, "Ada")).toBeVisible();
  await expect(rowOf(page, "Gus")).toBeVisible();
  await sound(page);

  // The only agent of Ada is that of the owner.
  await expect(ada).toHaveURL(/\/a\//);
  await alive(ada);
  await ada.getByRole("button", { name: "Agent: Easel" }).first().click();
  await expect(ada.getByRole("menuitem").filter({ hasText: "Owner’s agent" })).toBeVisible();
  await ada.keyboard.press("Escape");
  const base = new URL(ada.url()).pathname.replace(/\/chat\/.*/, "");
  await offers(ada, "Places", ["Boards"]);
  await open(ada, `${base}/settings/general`);
  await offers(ada, "Settings", ["Access tokens", "General", "Agents"]);
  for (const path of ["/agent/tools", "/memory", "/settings/people", "/settings/models", "/agent/export"])
    expect((await ada.goto(base + path))?.status(), path).toBe(404);
  await open(ada, `${base}/board`);
  await expect(ada.getByRole("button", { name: "New board" })).toHaveCount(0);

  // Her own agent has everything except the settings of the workspace.
  await open(ada, `${base}/settings/agents`);
  await ada.getByLabel("Name", { exact: true }).fill("Mine");
  await ada.getByRole("button", { name: "Create agent" }).click();
  await expect(ada).not.toHaveURL(new RegExp(base));
  await open(ada, "/settings/general");
  await offers(ada, "Settings", ["Access tokens", "General", "Usage", "Agents", "Import"]);
  await open(ada, "/");
  await offers(ada, "Places", ["Boards", "Calendar", "Files", "Memory", "Agent"]);

  // A conversation of the owner.
  const workspace = await Workspace.open(page);
  await workspace.tell("Tea for two", { text: "With milk." });
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Share…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Ada" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Ada" })).toBeChecked();
  await sound(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await open(ada, `${base}/board`);
  const listed = ada
    .getByRole("navigation", { name: "Conversations" })
    .getByRole("link", { name: /Tea for two/ });
  await expect(listed).toContainText("Owner");
  await listed.click();
  await expect(ada.getByText("With milk.", { exact: true })).toBeVisible();
  await expect(ada.getByText("Owner shared this conversation with you.")).toBeVisible();
  await expect(ada.getByRole("textbox", { name: "Message" })).toHaveCount(0);
  await expect(ada.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await sound(ada);

  // A guest on a phone has no agent at first.
  await expect(gus.getByRole("heading", { name: "No agent is shared with you yet" })).toBeVisible();
  await sound(gus);
  await open(page, "/settings/agents");
  await page.getByRole("button", { name: "Share Easel" }).click();
  await page.getByRole("combobox", { name: /^Gus/ }).selectOption("use");
  await sound(page);
  await expect(async () => {
    await gus.getByRole("link", { name: "Look again" }).click();
    await expect(gus.getByRole("textbox", { name: "Message" })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await alive(gus);
  await gus.getByRole("button", { name: "Conversations" }).first().click();
  await offers(gus, "Places", ["Boards"]);
  // An address without the agent is completed.
  await gus.goto("/settings");
  await expect(gus).toHaveURL(/\/a\/.+\/settings/);
  await alive(gus);
  await expect(gus.getByRole("main").getByRole("link")).toHaveText([/^Access tokens/, /^General/]);

  // Revoked rights reach open pages.
  const row = page.getByRole("combobox", { name: /^Ada/ });
  const gone = ada.getByRole("heading", { name: "This agent is no longer shared with you" });
  await row.selectOption("");
  const since = Date.now();
  await expect(gone).toBeVisible({ timeout: 20_000 });
  const revokedMs = Date.now() - since;
  test.info().annotations.push({ type: "revoked in ms", description: `${revokedMs}` });
  expect(revokedMs).toBeLessThan(REVOKED_MS);
  await sound(ada);

  await open(page, "/settings/people");
  await page.getByRole("button", { name: "More for Gus" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await sound(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(rowOf(page, "Gus")).toHaveCount(0);
  await expect(gus).toHaveURL(/\/login/);
});

const CLOCK = "export default function Clock() { return <p>Tea at four</p>; }";
const NOTE = `import { useAgentState } from "easel";
export default function Note() {
  const [text, setText] = useAgentState("note", "Tea");
  return <textarea aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />;
}`;
/** Time for which a member is offline. */
const OFFLINE_MS = process.env.JOURNEYS === "all" ? 60_000 : 3_000;

test("two members arrange one board, and one of them is offline for a while", {
  tag: ["@once", "@long"],
}, async ({ page, browser, own }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const post = async (path: string, data: object) => {
    const response = await page.request.post(path, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
  await post("/api/components", { name: "Clock", description: "Says when tea is", code: CLOCK });
  const { id } = await post("/api/boards", { name: "Ours" });
  for (const title of ["Bread", "Tea", "Cake"])
    await post(`/api/boards/${id}/tiles`, { title, component: { name: "Clock", props: {} }, w: 4, h: 4 });
  await post("/api/components", { name: "Note", description: "Keeps a text", code: NOTE });
  await post(`/api/boards/${id}/tiles`, {
    title: "Note",
    component: { name: "Note", props: {} },
    w: 4,
    h: 4,
  });
  await open(page, "/settings/people");
  const bea = await join(browser, own, await invite(page, "Bea", "member", "edit"), "Bea");
  await open(page, `/board/${id}`);
  await open(bea, `${new URL(bea.url()).pathname.replace(/\/(chat|board).*/, "")}/board/${id}`);
  const both = [page, bea];
  const handle = (on: Page, title: string) => on.getByRole("button", { name: `Move “${title}”` });
  const tile = (on: Page, title: string) => on.getByRole("region", { name: title, exact: true });
  for (const on of both)
    for (const title of ["Bread", "Tea", "Cake"])
      await expect(tile(on, title).frameLocator("iframe").getByText("Tea at four")).toBeVisible();

  // Both write in one text at the same time.
  const note = (on: Page) => tile(on, "Note").frameLocator("iframe").getByLabel("Text");
  const write = async (on: Page, text: string, place: "Home" | "End") => {
    await note(on).click();
    await note(on).press(`Control+${place}`);
    await note(on).pressSequentially(text, { delay: 60 });
  };
  await Promise.all([write(page, " for two", "End"), write(bea, "Green ", "Home")]);
  for (const on of both) await expect(note(on)).toHaveValue("Green Tea for two");

  await bea.context().setOffline(true);
  const since = Date.now();
  await write(bea, " with milk", "End");
  // Bea moves Cake to the left, where Tea makes way, takes Bread off and renames Tea.
  for (let times = 0; times < 4; times++) await handle(bea, "Cake").press("ArrowLeft");
  await bea.getByRole("button", { name: "More for “Bread”" }).click();
  await bea.getByRole("menuitem", { name: "Take off the board" }).click();
  await expect(tile(bea, "Bread")).toHaveCount(0);
  await bea.getByRole("button", { name: "More for “Tea”" }).click();
  await bea.getByRole("menuitem", { name: "Rename" }).click();
  await bea.getByRole("textbox", { name: "Title of the tile" }).fill("Green tea");
  await bea.keyboard.press("Enter");
  await expect(tile(bea, "Green tea")).toBeVisible();
  await expect(bea.getByText("Reconnecting…")).toBeVisible({ timeout: 30_000 });
  // The owner makes Tea taller in the meantime.
  await handle(page, "Tea").press("Shift+ArrowDown");
  await handle(page, "Tea").press("Shift+ArrowDown");
  await write(page, "Now: ", "Home");
  await expect(tile(page, "Bread")).toBeVisible();
  await bea.waitForTimeout(Math.max(0, OFFLINE_MS - (Date.now() - since)));
  await bea.context().setOffline(false);

  for (const on of both) {
    await expect(tile(on, "Green tea")).toBeVisible();
    await expect(tile(on, "Bread")).toHaveCount(0);
    await expect(note(on)).toHaveValue("Now: Green Tea for two with milk");
  }
  const { board } = await (await page.request.get(`/api/boards/${id}`)).json();
  expect(board.tiles).toMatchObject([
    { title: "Green tea", h: 6 },
    { title: "Cake", x: 4, y: 0, h: 4 },
    { title: "Note" },
  ]);
  const places = (on: Page) =>
    on.locator("[data-tile]").evaluateAll((all) => all.map((each) => each.getAttribute("style")).sort());
  await expect.poll(() => places(bea)).toEqual(await places(page));

  await page.getByRole("button", { name: "More for “Ours”" }).click();
  await page.getByRole("menuitem", { name: "Share with members…" }).click();
  await page
    .getByRole("dialog")
    .getByLabel(/^Every member/)
    .selectOption("read");
  const sharing = async () => (await (await page.request.get(`/api/boards/${id}/sharing`)).json()).sharing;
  await expect.poll(sharing).toEqual({ everyone: "read", members: [] });
  await accessible(page);
});
