import type { Page } from "@playwright/test";
import { chunks, Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";
import type { Turn } from "./provider/turn.ts";

const inMessage = (easel: Workspace, index: number, name: string) =>
  easel.messages.nth(index).getByRole("button", { name, exact: true });

const versions = (easel: Workspace, index: number) =>
  easel.messages.nth(index).getByRole("group", { name: "Versions" });

async function begin(page: Page, message: string, ...turns: Turn[]): Promise<Workspace> {
  const easel = await Workspace.open(page);
  await easel.say(message, ...turns);
  await expect(easel.messages).toHaveCount(2);
  await easel.idle();
  return easel;
}

test("keeps the text of an unsent edit, switches between versions, and keeps the first answer after a retry", {
  tag: ["@once", "@long"],
}, async ({ page, provider }) => {
  const easel = await begin(page, "Rye", { text: "Rye it is." });
  const field = page.getByRole("textbox", { name: "Your message" });
  await easel.composer.press("ArrowUp");
  await field.fill("Wheat");
  await page.route("**/api/chat", (route) => route.abort());
  await page.getByRole("button", { name: "Send", exact: true }).first().click();
  await expect(page.getByText("Not sent: Easel cannot be reached.")).toBeVisible();
  await expect(field).toHaveValue("Wheat");
  await page.unroute("**/api/chat");
  await field.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(easel.messages).toHaveCount(2);
  await expect(page.getByText("Rye it is.", { exact: true })).toBeVisible();

  await easel.messages.first().hover();
  await inMessage(easel, 0, "Edit").click();
  await expect(field).toBeFocused();
  await easel.accessible();
  await field.fill('Wheat\n[[{"text":"Wheat it is."}]]');
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Wheat it is.", { exact: true })).toBeVisible();
  await easel.idle();
  await expect(easel.messages).toHaveCount(2);
  await expect(versions(easel, 0)).toContainText("2 of 2");
  await easel.accessible();

  await versions(easel, 0).getByRole("button", { name: "Earlier version" }).click();
  await expect(page.getByText("Rye it is.", { exact: true })).toBeVisible();
  await expect(versions(easel, 0)).toContainText("1 of 2");
  await expect(page.getByText("Wheat it is.", { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Rye it is.", { exact: true })).toBeVisible();

  const gate = `retry ${page.viewportSize()?.width}`;
  await easel.messages.last().hover();
  await inMessage(easel, 1, "Try again").click();
  await expect(versions(easel, 1)).toContainText("2 of 2");
  await easel.idle();
  await easel.say("And then?", [{ text: "Then " }, { gate, text: "this." }]);
  await expect(easel.messages.nth(3)).toContainText("Then");
  const earlier = versions(easel, 1).getByRole("button", { name: "Earlier version" });
  await expect(earlier).toHaveAttribute("aria-disabled", "true");
  await expect(earlier).toHaveAccessibleDescription("Still running");
  provider.gates.open(gate);
  await easel.idle();
  await earlier.click();
  await expect(versions(easel, 1)).toContainText("1 of 2");
  await expect(easel.messages).toHaveCount(2);
});

test("a link opens its message, also during a run and on another branch", {
  tag: ["@once", "@long"],
}, async ({ page, easel: server }) => {
  const talk = new Talk(server.url);
  for (let i = 0; i < 12; i++)
    await chunks(await talk.say(`Question ${i}`, { text: `Answer ${i}. ${LONG}` }));
  const { messages } = await talk.read();
  const at = (index: number) => `m-${messages[index]?.id}`;
  const first = messages[0]?.id ?? "";
  const easel = await Workspace.open(page, `${server.url}/chat/${talk.id}#${at(5)}`);
  const target = page.locator(`[id="${at(5)}"]`);
  await expect(target).toBeInViewport();
  // The browser itself scrolls to the message and focuses it. Then wait until the page has laid the messages out,
  // which makes their positions absolute.
  await expect(target).toHaveCSS("position", "absolute");
  await expect(target).toBeFocused();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, at(19));
  await expect(page.locator(`[id="${at(19)}"]`)).toBeInViewport();

  await chunks(
    await talk.send({
      message: { id: crypto.randomUUID(), role: "user", parts: [{ type: "text", text: "Anew" }] },
      replaces: first,
    }),
  );
  await expect(easel.messages).toHaveCount(2);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, at(7));
  await expect(page.locator(`[id="${at(7)}"]`)).toBeInViewport();
});

test("renders tables, code, tasks, footnotes, math and prices; calls expand to input and output; errors offer a next step", {
  tag: "@once",
}, async ({ page, easel: server }) => {
  const easel = await begin(page, "Explain", { text: RICH });
  const rich = easel.messages.nth(1);
  await expect(rich.getByRole("columnheader", { name: "at 24 °C" })).toBeVisible();
  await expect(rich.locator(".katex")).toHaveCount(2);
  await expect(rich.getByText("for $5 and $10")).toBeVisible();
  await expect(rich.getByText("TypeScript", { exact: true })).toBeVisible();
  await expect(rich.locator(".hljs-keyword").first()).toBeVisible();
  await expect(rich.getByRole("checkbox")).toHaveCount(2);
  await expect(rich.locator("script, img, iframe")).toHaveCount(0);
  await expect(rich.getByRole("link", { name: "a page" })).toHaveAttribute("rel", "noopener noreferrer");
  await page.reload();
  await expect(rich.locator(".katex")).toHaveCount(2);

  await easel.tell(
    "Count",
    [{ reasoning: "They bake." }, { tool: "set_state", input: { key: "loaves", value: 3 } }],
    { tool: "get_state", input: { wrong: true } },
    { tool: "get_state", input: { key: "loaves" } },
    { text: "Three." },
  );
  const answer = easel.messages.nth(3);
  await answer.getByText("Looked up loaves and 1 more, after 1 try").click();
  await expect(answer.getByRole("img", { name: "Failed:" })).toHaveCount(0);
  await answer.getByText("Looked up", { exact: false }).last().click();
  await expect(answer.getByRole("group", { name: "Returned" })).toContainText("3");
  await expect(answer.getByRole("img", { name: "Failed:" })).toHaveCount(1);
  await expect(answer.getByText("They bake.")).toHaveCount(0);
  await answer.getByText(/^Thought/).click();
  await expect(answer.getByText("They bake.")).toBeVisible();
  await sound(page);

  const policy = (policy: string) => call(server.url, "PATCH", "/api/tools/list_state_keys", { policy });
  await policy("ask");
  try {
    await easel.say("List", { tool: "list_state_keys", input: {} }, { text: "Without, then." });
    await page.getByRole("button", { name: "Reject…" }).click();
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await expect(page.getByText("Without, then.", { exact: true })).toBeVisible();
    await expect(easel.messages.last()).toContainText("Was not allowed to use");
    await expect(easel.messages.last().getByRole("img", { name: "Failed:" })).toHaveCount(0);
  } finally {
    await policy("allow");
  }

  await easel.tell("Go", { status: 429, message: "Too many requests", retryAfter: 3600 });
  const again = easel.messages.last().getByRole("button", { name: /^Try again in \d+ (h|min) \d+ (min|s)$/ });
  await expect(again).toBeDisabled();
  await easel.say("Go", { status: 401, message: "Incorrect API key: sk-secret-1234567890" });
  await expect(easel.messages.last()).toContainText("refused the key");
  await expect(easel.messages.last()).not.toContainText("sk-secret");
  await expect(easel.messages.last().getByRole("link", { name: "Check the key" })).toHaveAttribute(
    "href",
    "/settings/models",
  );
  await expect(again).toHaveCount(0);
  await easel.tell("Go on", { text: "Half of ", cut: 2, fails: 9 });
  await easel.messages.last().getByRole("button", { name: "Try again" }).last().click();
  const versions = easel.messages.last().getByRole("group", { name: "Versions" });
  await expect(versions).toContainText("2 of 2");
});

test("an empty page loads the code of answers when the user begins to write, and not before", {
  tag: "@once",
}, async ({ page }) => {
  const loaded: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith(".js")) return;
    const text = await response.text().catch(() => "");
    if (/katex-mathml|remark-gfm|mdast|AI_APICallError|sonner-|cmdk-/.test(text)) loaded.push(response.url());
  });
  await page.clock.install();
  const easel = await Workspace.open(page);
  await page.waitForLoadState("networkidle");
  // Longer than any delay after which a page loads code ahead.
  await page.clock.fastForward(30_000);
  await page.waitForLoadState("networkidle");
  expect(loaded).toEqual([]);
  await easel.composer.pressSequentially("Hm");
  await expect.poll(() => loaded.length).toBeGreaterThan(1);
});

const LONG = "Bread rises because yeast turns sugar into gas, and the dough holds it. ".repeat(8);

const RICH = `Here for $5 and $10: $pV = nRT$, [a page](https://example.com), <script>alert(1)</script>

$$ t_2 = t_1 \\cdot 2^{-(T_2 - T_1)/8} $$

| stage | at 24 °C |
| --- | ---: |
| bulk rise | 5 h |

\`\`\`ts
export const bulk = (hours: number): number => hours * 2;
\`\`\`

- [x] Scale
- [ ] A lid

Note[^1].

[^1]: At sea level.`;
