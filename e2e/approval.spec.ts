import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";
import { directive } from "./provider/directive.ts";
import type { Turn } from "./provider/turn.ts";
import { policyOf } from "./tool-bench.ts";

test.describe.configure({ mode: "serial" });

let url: string;
test.beforeEach(async ({ easel }) => {
  url = easel.url;
  await call(url, "PATCH", "/api/tools/set_state", { policy: "ask" });
});
test.afterEach(() => call(url, "PATCH", "/api/tools/set_state", { policy: "allow" }));

const store = (key: string, value: unknown): Turn => ({ tool: "set_state", input: { key, value } });
const stored = async (key: string) => (await call(url, "GET", `/api/state/${key}`)).body.value;

test("runs an edited call after approval, skips a rejected one, and remembers permissions for the conversation and permanently", {
  tag: "@once",
}, async ({ page, provider }) => {
  const workspace = await Workspace.open(page);
  await workspace.say("Keep the price", store("price", 10), { text: "Kept." });
  const card = page.getByRole("region", { name: "Permission for set_state" });
  await expect(card).toContainText("price");
  await expect(page.getByText("Easel asks to use set_state.")).toBeAttached();
  await sound(page, "iframe");
  expect(await stored("price")).toBeNull();

  await card.getByRole("button", { name: "Edit…" }).press("Enter");
  const field = card.getByRole("textbox", { name: "value" });
  await expect(card.getByRole("textbox", { name: "key" })).toBeFocused();
  await workspace.accessible();
  await field.fill("12,");
  await field.press("Control+Enter");
  await expect(card.getByText(/Invalid JSON/)).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill("12");
  await card.getByRole("textbox", { name: "key" }).fill("");
  await card.getByRole("button", { name: "Allow with changes" }).click();
  const alert = card.getByRole("alert");
  await expect(alert).toBeVisible();
  await expect(card.getByRole("textbox", { name: "key" })).toHaveAttribute("aria-invalid", "true");
  await card.getByRole("textbox", { name: "key" }).fill("price");
  await card.getByRole("button", { name: "Allow with changes" }).click();

  await expect(workspace.spoken).toHaveText("Kept.");
  expect(await stored("price")).toBe(12);
  const row = page.getByText("changed by you");
  await row.click();
  await expect(page.getByRole("group", { name: "Original call" })).toContainText('"value": 10');
  await expect(page.getByRole("group", { name: "Called with" })).toContainText('"value": 12');
  await workspace.accessible();

  await workspace.say("Store it", store("secret", 1), { text: "As you wish." });
  await card.getByRole("button", { name: "Reject…" }).click();
  const reason = card.getByRole("textbox", { name: /instead/ });
  await expect(reason).toBeFocused();
  await reason.press("Escape");
  await expect(card.getByRole("button", { name: "Reject…" })).toBeFocused();
  await card.getByRole("button", { name: "Reject…" }).click();
  await reason.fill("Use another place.");
  await reason.press("Enter");
  await expect(workspace.spoken).toHaveText("As you wish.");
  expect(await stored("secret")).toBeNull();
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("Use another place.");

  // A permission for the conversation applies, is listed and can be revoked. A permanent one is stored.
  await workspace.say("One", store("one", 1), { text: "Done one." });
  await card.getByRole("combobox", { name: "Allowed" }).selectOption("in this conversation");
  await card.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(workspace.spoken).toHaveText("Done one.");
  await workspace.say("Two", store("two", 2), { text: "Done two." });
  await expect(workspace.spoken).toHaveText("Done two.");
  expect(await stored("two")).toBe(2);

  await page.getByRole("button", { name: "More" }).locator("visible=true").last().click();
  await page.getByRole("menuitem", { name: "Allowed here" }).press("ArrowRight");
  await page.getByRole("menuitem", { name: "set_state" }).press("Enter");
  await expect
    .poll(async () => {
      const id = new URL(page.url()).pathname.split("/").at(-1);
      return (await call(url, "GET", `/api/conversations/${id}`)).body.conversation.approvedTools;
    })
    .toEqual([]);
  await workspace.say("Three", store("three", 3), { text: "Done three." });
  await expect(card).toBeVisible();
  await card.getByRole("combobox", { name: "Allowed" }).selectOption("always");
  await card.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(workspace.spoken).toHaveText("Done three.");
  expect(await policyOf(url, "set_state")).toBe("allow");
});

test("approvals in a chat and in a job survive kill -9 and run the call once; notified asks stay notified", {
  tag: ["@once", "@long"],
}, async ({ page, easel, provider }) => {
  const talk = new Talk(easel.url);
  await talk.say("go", store("after", "the fall"), { text: "Still here." });
  await talk.until("waiting");
  const tidy = directive(store("night", "tidy"), { text: "All is tidy." });
  const body = { name: "Tidy up", instruction: `Tidy up.\n${tidy}`, cronExpression: "0 2 * * *" };
  const { job } = (await call(url, "POST", "/api/jobs", body)).body;
  const fired = async () => (await call(url, "GET", `/api/jobs/${job.id}/runs`)).body.runs[0];
  await call(url, "POST", `/api/jobs/${job.id}/run`);
  await expect.poll(async () => (await fired())?.status).toBe("waiting");
  const fact = { layer: "long", content: "Is allergic to hazelnuts" };
  const { memory } = (await call(url, "POST", "/api/memory/memories", fact)).body;
  await easel.kill();
  await easel.start();
  const workspace = await Workspace.open(page, `/chat/${talk.id}`);
  const card = page.getByRole("region", { name: "Permission for set_state" });
  await card.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(workspace.spoken).toHaveText("Still here.");
  expect(await stored("after")).toBe("the fall");
  const { messages } = await talk.until("completed");
  expect(messages[1]?.parts.filter((part) => part.toolCallId)).toHaveLength(1);
  const again = await talk.answer("call_1", { decision: "reject" });
  expect([404, 409]).toContain(again.status);

  const night = Object.assign(new Talk(url), { id: (await fired()).conversationId });
  const [asked] = (await night.read()).asks;
  await (await night.answer(asked?.toolCallId ?? "", { decision: "approve" })).text();
  await expect.poll(async () => (await fired()).status, { timeout: 30_000 }).toBe("completed");
  expect(await stored("night")).toBe("tidy");
  await call(url, "DELETE", `/api/jobs/${job.id}`);

  await (await new Talk(url).say("A cake with hazelnuts", { text: "Without them." })).text();
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("Is allergic to hazelnuts (id ");
  await call(url, "DELETE", `/api/memory/memories/${memory.id}`);
});
