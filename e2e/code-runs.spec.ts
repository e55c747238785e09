import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import type { Turn } from "./provider/turn.ts";

/** Statistics cover all code that an agent has run, so each test uses a new agent. */
let agent: { id: string; base: string };
test.beforeEach(async ({ easel }, { title }) => {
  const { body } = await call(easel.url, "POST", "/api/agents", { name: title.slice(0, 20) });
  agent = { id: body.id, base: `/a/${body.id}` };
});
test.afterEach(async ({ page, easel }) => {
  // Leave the page first, because it would request data of the deleted agent.
  await page.goto("about:blank");
  await call(easel.url, "DELETE", `/api/agents/${agent.id}`);
});

const code = (text: string): Turn => ({ tool: "run_sandbox_code", input: { code: text } });

test("shows the common cause of ten failed programs and adds a hint to the next prompt", {
  tag: ["@once", "@long"],
}, async ({ page, easel, provider }) => {
  const talk = new Talk(easel.url, agent.id);
  const good = Array.from({ length: 10 }, (_, n) => code(`return ${n};`));
  const bad = Array.from({ length: 10 }, (_, n) => code(`const rows = ${n};\nreturn rows.map(String);`));
  await (await talk.say("Count", ...good, ...bad, { text: "I could not." })).text();
  await talk.until("completed");

  await page.goto(`${agent.base}/agent/activity`);
  await page.getByRole("link", { name: "Code", exact: true }).click();
  await expect(page.getByText("20 runs, 50% failed")).toBeVisible();
  await expect(page.getByText(/^100% of failures: .*rows\.map is not a function/)).toBeVisible();
  await expect(page.getByText("Sent next").first()).toBeVisible();
  await expect(page.getByRole("figure").or(page.getByRole("img")).first()).toBeVisible();
  const runs = page.getByRole("region", { name: "Runs", exact: true });
  await runs
    .getByRole("button", { name: /rows\.map is not a function/ })
    .last()
    .click();
  await expect(runs.getByText("run_sandbox_code failed.")).toBeVisible();
  await sound(page);
  await runs.getByRole("button", { name: "Run again" }).click();
  await runs.getByRole("textbox", { name: "Code" }).fill("return [1].map(String);");
  await runs.getByRole("button", { name: "Run copy" }).click();
  await expect(runs.getByText(/Succeeded in/)).toBeVisible();

  const next = new Talk(easel.url, agent.id);
  await (await next.say("Once more", { text: "Now I look first." })).text();
  await next.until("completed");
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain(
    "log a value before you call, index or loop over it",
  );
  await page.reload();
  await expect(page.getByText("Too early to say").first()).toBeVisible();
  await sound(page);
});

test("code calls three tools at once, and a call that needs approval returns how to make it directly", {
  tag: "@once",
}, async ({ page, easel, provider }) => {
  await call(easel.url, "PATCH", `/api/tools/set_state?agent=${agent.id}`, { policy: "ask" });
  const talk = new Talk(easel.url, agent.id);
  const three = code(`const results = await Promise.allSettled([
    tools.db_sql({ sql: "select 41 + 1 as n" }),
    tools.list_state_keys({}),
    tools.set_state({ key: "made", value: 1 }),
  ]);
  return results.map(({ status, value, reason }) => reason?.message ?? [status, value]);`);
  await (await talk.say("Go", { ...three }, { text: "Done." })).text();
  const view = await talk.until("completed");
  const part = view.messages.at(-1)?.parts.find(({ type }) => type === "tool-run_sandbox_code");
  expect(JSON.stringify(part?.output)).toContain("42");
  expect(JSON.stringify(part?.output)).toContain("Call set_state directly, outside of code");
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("needs the user's approval");
  expect((await call(easel.url, "GET", `/api/state/made?agent=${agent.id}`)).body.value).toBeNull();

  await page.goto(`${agent.base}/agent/activity?conversation=${talk.id}`);
  const row = page.getByRole("button", { name: /run_sandbox_code.*3 calls by its code/s });
  await row.click();
  const calls = page.getByRole("list", { name: "Called by code" }).getByRole("listitem");
  await expect(calls).toHaveText([/db_sql.*Allowed/s, /list_state_keys.*Allowed/s, /set_state.*Refused/s]);
  await sound(page);
});
