import { alive } from "./alive.ts";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { accessible } from "./looks.ts";
import { Workspace } from "./page.ts";
import { directive } from "./provider/directive.ts";

test("a job is rehearsed, half of it accepted on the phone, and undone", {
  tag: "@once",
}, async ({ page, easel: { url }, site }) => {
  const query = (sql: string) => call(url, "POST", "/api/database/sql", { sql });
  await query("create table tides (at text primary key, level int)");
  const turns = directive(
    { tool: "db_sql", input: { sql: "insert into tides values ('noon', 3)" } },
    { tool: "set_state", input: { key: "tide", value: "high" } },
    { tool: "fetch_url", input: { url: `${site.url}/article` } },
    { text: "High at noon." },
  );
  const job = { name: "Read the tide", instruction: `Read it.\n${turns}`, cronExpression: "0 7 * * *" };
  await call(url, "POST", "/api/jobs", job);

  await page.goto("/calendar/jobs");
  await alive(page);
  await page.getByRole("main").getByRole("link", { name: "Read the tide", exact: true }).click();
  await page.getByRole("button", { name: "Rehearse" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Read the tide" })).toBeVisible();
  await expect(page.getByText("Finished")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const outside = page.getByRole("region", { name: "Not done outside" });
  await expect(outside).toContainText("fetch_url");
  await page.getByRole("button", { name: "Database", exact: true }).click();
  await expect(page.getByRole("region", { name: "tides" })).toContainText("noon");
  await accessible(page);
  await page.getByRole("checkbox", { name: "Accept tide" }).click();
  await page.getByRole("button", { name: "Accept 1 of 2" }).click();
  await expect(page.getByText("Accepted", { exact: true })).toBeVisible();
  expect(JSON.stringify(await call(url, "GET", "/api/state"))).not.toContain("high");
  expect(JSON.stringify(await query("select * from tides"))).toContain("noon");
  await page.goto("/agent/history");
  const act = page.getByRole("listitem").filter({ hasText: "Rehearsal “Read the tide” accepted" });
  await act.getByRole("button", { name: "Undo all" }).click();
  await expect(page.getByText("Rehearsal “Read the tide” undone").first()).toBeVisible();
  await expect(act.getByRole("button", { name: "Undo all" })).toHaveCount(0);
  expect(JSON.stringify(await query("select * from tides"))).not.toContain("noon");
});

test("another answer to a question is tried on a copy of the agent", {
  tag: ["@once", "@long"],
}, async ({ page, easel: { url } }) => {
  const talk = new Talk(url);
  await (
    await talk.say(
      "Ask me.",
      { tool: "ask_user", input: { question: "Which harbour?", options: ["Norvik", "Sund"] } },
      { tool: "set_state", input: { key: "harbour", value: "set" } },
      { text: "Noted." },
    )
  ).text();
  const { asks } = await talk.until("waiting");
  await (await talk.answer(asks[0]?.toolCallId ?? "", { answer: "Norvik" })).text();
  await talk.until("completed");

  await Workspace.open(page, `/chat/${talk.id}`);
  await page.getByRole("button", { name: "Try another answer" }).click();
  await page.waitForURL(/\/a\/[^/]+\/chat\//);
  await expect(page.getByText("Rehearsal: nothing outside happens")).toBeVisible();
  await alive(page);
  await page.getByRole("button", { name: "Sund" }).click();
  await expect(page.getByText("Noted.", { exact: true })).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Show changes" }).click();
  await expect(page.getByText("Finished")).toBeVisible();
  await expect(page.getByText("harbour")).toBeVisible();
  await expect(page.getByText("Also changed in the agent since.")).toBeVisible();
});
