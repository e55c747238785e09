import type { Page } from "@playwright/test";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { newDataFolder } from "./data-folder.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";
import { EaselServer } from "./server.ts";

const TITLE = "Drinks";
const CODE = `import { useRoom } from "easel";
import { Button } from "@/components/ui/button";

export default function Drinks() {
  const { me, others, state, presence, setPresence, setState, isConnected } = useRoom();
  const votes = Object.values(state);
  return (
    <main className="flex flex-col gap-2 p-4" onPointerMove={(event) => setPresence({ x: event.clientX })}>
      <p>{isConnected ? others.length + " others" : "alone"}</p>
      <p>{others.map(({ presence }) => presence.x > 0 ? "moves" : "rests").join()}</p>
      <p>{votes.filter((vote) => vote === "tea").length} for tea, {votes.filter((vote) => vote === "coffee").length} for coffee</p>
      <Button onClick={() => setState({ [me.connectionId]: "tea" })}>Tea</Button>
      <Button onClick={() => setState({ [me.connectionId]: "coffee" })}>Coffee</Button>
    </main>
  );
}`;

const frameOf = (page: Page) =>
  page.getByRole("region", { name: TITLE }).locator("[data-slot=component]").frameLocator("iframe");
const comments = (page: Page) => page.getByRole("dialog", { name: `Comment on “${TITLE}”` });

test("two tabs see each other and vote, and comment on the sheet, which the agent fixes", async ({
  page,
  browser,
  easel: server,
  provider,
}) => {
  test.setTimeout(240_000);
  const talk = new Talk(server.url);
  const input = { title: TITLE, code: CODE, wait: false };
  await (await talk.say("Show it", { tool: "render_and_wait", input }, { text: "There." })).text();
  await Workspace.open(page, `/chat/${talk.id}`);
  await expect(frameOf(page).getByText("0 others")).toBeVisible();
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
  const other = await context.newPage();
  await Workspace.open(other, `/chat/${talk.id}`);
  for (const one of [page, other]) await expect(frameOf(one).getByText("1 others")).toBeVisible();

  await frameOf(page).getByRole("button", { name: "Tea" }).click();
  await expect(frameOf(other).getByText("1 for tea, 0 for coffee")).toBeVisible();
  await expect(frameOf(other).getByText("moves")).toBeVisible();
  await frameOf(other).getByRole("button", { name: "Coffee" }).click();
  await expect(frameOf(page).getByText("1 for tea, 1 for coffee")).toBeVisible();
  await other.reload();
  await expect(frameOf(other).getByText("1 for tea, 1 for coffee")).toBeVisible();
  await expect(frameOf(page).getByText("1 others")).toBeVisible();

  await page
    .getByRole("button", { name: `More for “${TITLE}”` })
    .or(page.getByRole("region", { name: TITLE }).getByRole("button", { name: /More/ }))
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Comment" }).click();
  await comments(page).getByRole("button", { name: "Point at a part" }).click();
  await expect(page.getByText("Click what you mean")).toBeVisible();
  await frameOf(page).getByText("for coffee").click();
  await expect(comments(page).getByRole("list", { name: "Pointed at" })).toBeVisible();
  await comments(page).getByLabel("Write a comment").fill("Say how many voted");
  await sound(page);
  await comments(page).getByRole("button", { name: "Send" }).click();
  await expect(comments(page).getByRole("article")).toContainText("Say how many voted");

  await other.getByRole("button", { name: `Comments on “${TITLE}”` }).click();
  await expect(comments(other).getByRole("article")).toContainText("Say how many voted");
  await comments(other).getByRole("button", { name: "Reply" }).click();
  await comments(other)
    .getByLabel(/Reply to/)
    .fill("Agreed");
  await comments(other).getByRole("button", { name: "Send" }).first().click();
  await expect(comments(page).getByRole("article").filter({ hasText: "Agreed" })).toBeVisible();

  await comments(page).getByRole("button", { name: "Ask the agent to fix this" }).click();
  await expect(page.getByText("Please see to this comment.").last()).toBeVisible();
  await expect.poll(async () => JSON.stringify(provider.requests)).toContain("Say how many voted");
  await expect(page.locator("blockquote")).toContainText("Agreed");

  await comments(other).getByRole("button", { name: "Resolve" }).click();
  await expect(comments(other).getByText("No comments yet.")).toBeVisible();
  await comments(other).getByRole("button", { name: "1 resolved" }).click();
  await expect(comments(other).getByRole("button", { name: "Open again" })).toBeVisible();
  await context.close();
  await expect(frameOf(page).getByText("0 others")).toBeVisible({ timeout: 10_000 });
});

test("tabs on two servers share a room, and a tab leaves it when its server is killed", {
  tag: "@long",
}, async ({ provider }) => {
  test.setTimeout(240_000);
  const folder = newDataFolder();
  const env = { EASEL_DATA_DIR: folder, ...modelOf(provider) };
  const first = await EaselServer.start(env);
  const second = await EaselServer.start(env);
  try {
    const talk = new Talk(first.url);
    await (
      await talk.say(
        "Show it",
        { tool: "render_and_wait", input: { title: TITLE, code: CODE, wait: false } },
        { text: "There." },
      )
    ).text();
    const [surface] = (await call(first.url, "GET", `/api/conversations/${talk.id}`)).body.messages.flatMap(
      ({ id, parts }: { id: string; parts: { toolCallId?: string }[] }) =>
        parts.flatMap(({ toolCallId }) => (toolCallId ? [{ messageId: id, toolCallId }] : [])),
    );
    const path = `/api/sheets/${talk.id}/room?${new URLSearchParams(surface)}`;
    const [here, there] = [crypto.randomUUID(), crypto.randomUUID()];
    const update = async (server: EaselServer, connection: string, more: object = {}) =>
      (await call(server.url, "POST", path, { connection, ...more })).body;
    await update(second, there);
    await update(first, here);
    const events: { text: string; at: number }[] = [];
    const leave = new AbortController();
    const stream = await fetch(`${first.url}/api/events`, { signal: leave.signal });
    void (async () => {
      for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? [])
        events.push({ text, at: performance.now() });
    })().catch(() => {});
    const delays: number[] = [];
    for (let at = 0; at < 20; at++) {
      const sent = performance.now();
      await update(second, there, { presence: { mark: `mark ${at}.` } });
      const seen = () => events.find(({ text }) => text.includes(`mark ${at}.`));
      await expect.poll(seen, { intervals: [5] }).toBeTruthy();
      delays.push((seen()?.at ?? 0) - sent);
    }
    const median = delays.toSorted((a, b) => a - b)[10] ?? 0;
    console.log(`Another server: median ${median.toFixed(0)} ms, most ${Math.max(...delays).toFixed(0)} ms`);
    expect(median).toBeLessThan(200);

    await second.kill();
    const killed = performance.now();
    const isGone = async () => {
      await update(first, here);
      return events.some(({ text }) => /"gone":\["/.test(text));
    };
    await expect.poll(isGone, { intervals: [500], timeout: 10_000 }).toBe(true);
    expect(performance.now() - killed).toBeLessThan(9_000);
    leave.abort();
  } finally {
    await first.stop();
    await second.stop();
    removeDataFolder(folder);
  }
});
