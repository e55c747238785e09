import { chunks, Talk, written } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";
import { type ModelRequest, type Provider, startProvider } from "./provider/server.ts";

const SUMMARY = "## Open tasks\n\nThe garden is to be **finished**.";
const isSummary = ({ body }: Pick<ModelRequest, "body">) =>
  JSON.stringify(body).includes("You summarise the earlier part of a conversation");

let provider: Provider;
let agent = "";
test.beforeAll(async ({ easel: { url } }) => {
  provider = await startProvider({
    models: ["fake-40k"],
    handler: (asked) => (isSummary(asked) ? { text: SUMMARY } : undefined),
  });
  const small = { lmstudio: { baseUrl: provider.url } };
  expect(await call(url, "PUT", "/api/settings", { providers: small })).toMatchObject({ status: 200 });
  const gardener = { name: "Gardener", model: "lmstudio/fake-40k" };
  agent = (await call(url, "POST", "/api/agents", gardener)).body.id;
});
test.afterAll(async ({ easel: { url } }) => {
  await call(url, "DELETE", `/api/agents/${agent}`);
  await call(url, "PUT", "/api/settings", { providers: { lmstudio: { baseUrl: null } } });
  await provider?.close();
});

test.describe.configure({ mode: "serial" });

const long = (name: string) => `${name} ${"about the garden ".repeat(1_800)}`;
const asked = (provider: Provider) => provider.requests.filter((request) => !isSummary(request));

test("a conversation that grows too long continues with a summary and shows it", { tag: "@once" }, async ({
  page,
  easel,
}) => {
  const talk = new Talk(easel.url, agent);
  for (const name of ["alpha", "beta", "gamma", "delta", "epsilon"])
    await chunks(await talk.say(long(name), { text: `Heard ${name}.` }));
  const { messages, run } = await talk.read();
  expect(run?.status).toBe("completed");
  expect(messages).toHaveLength(10);
  expect(messages.map(written)[0]).toContain("alpha about");
  const last = JSON.stringify(asked(provider).at(-1)?.body);
  expect([last.includes("The garden is to be"), last.includes("alpha about")]).toEqual([true, false]);
  expect(last.includes("epsilon about")).toBe(true);

  await Workspace.open(page, `/a/${agent}/chat/${talk.id}`);
  const mark = page.getByRole("region", { name: "Conversation" }).getByText("Earlier messages summarised");
  await expect(mark.last()).toBeVisible();
  await mark.last().click();
  const summary = page.getByRole("region", { name: "Summary for the agent" });
  await expect(summary.getByRole("heading", { name: "Open tasks" })).toBeVisible();
});

test("summarising on request loads the newest prompt; a message after the end of the session starts a conversation that continues it", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const workspace = await Workspace.open(page, `/a/${agent}`);
  await workspace.say("First", { text: "One." });
  await expect(workspace.spoken).toHaveText("One.");
  await workspace.say("Second", { text: "Two." });
  await expect(workspace.spoken).toHaveText("Two.");
  await call(easel.url, "PUT", `/api/prompt?agent=${agent}`, { content: "You are Vellum." });
  await workspace.say("Third", { text: "Three." });
  await expect(workspace.spoken).toHaveText("Three.");
  expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain("You are Vellum.");

  await page.getByRole("button", { name: "More" }).locator("visible=true").last().click();
  await page.getByRole("menuitem", { name: "Summarise earlier messages" }).click();
  await expect(
    page
      .getByRole("region", { name: "Conversation" })
      .getByText("Earlier messages summarised", { exact: true }),
  ).toBeVisible();
  await workspace.idle();
  await workspace.say("Fourth", { text: "Four." });
  await expect(workspace.spoken).toHaveText("Four.");
  const body = JSON.stringify(provider.requests.at(-1)?.body);
  for (const expected of ["You are Vellum.", "The garden is to be", "Third"])
    expect(body).toContain(expected);
  expect(body).not.toContain("First");

  const first = page.url();
  await page.getByRole("button", { name: "More" }).locator("visible=true").last().click();
  await page.getByRole("menuitem", { name: "New session" }).click();
  await expect(page.getByText("Your next message starts a new one")).toBeVisible();
  await page
    .getByRole("region", { name: "Conversation" })
    .getByText("Earlier messages summarised", { exact: true })
    .click();
  await expect(page.getByRole("region", { name: "Summary for the agent" })).toBeVisible();
  await sound(page);

  await workspace.say("Fifth", { text: "Five." });
  await expect(page).not.toHaveURL(first);
  await expect(workspace.spoken).toHaveText("Five.");
  const line = page.getByText(/^Continued from “First/);
  await line.click();
  const summary = page.getByRole("region", { name: "Session summary" });
  await expect(summary.getByRole("heading", { name: "Open tasks" })).toBeVisible();
  await sound(page);
  const last = JSON.stringify(asked(provider).at(-1)?.body);
  expect([last.includes("The garden is to be"), last.includes("Four.")]).toEqual([true, false]);

  await page.reload();
  await line.click();
  await summary.getByRole("link", { name: "Read all of it" }).click();
  await expect(page).toHaveURL(first);
  await expect(workspace.spoken).toHaveText("Four.");
  await expect(page.getByRole("link", { name: /^Continued in “Fifth/ })).toBeVisible();
});

test("retries with a summary when the provider finds the request too long", {
  tag: "@once",
}, async ({ easel }) => {
  const talk = new Talk(easel.url, agent);
  for (const name of ["one", "two"]) await chunks(await talk.say(long(name), { text: `Heard ${name}.` }));
  provider.script({
    status: 400,
    code: "context_length_exceeded",
    message:
      "This model's maximum context length is 16385 tokens. However, your messages resulted in 20000 tokens.",
  });
  await chunks(await talk.say("three", { text: "Heard three." }));
  const { messages, run } = await talk.read();
  expect([run?.status, messages.map(written).at(-1)]).toEqual(["completed", "Heard three."]);
});
