import { alive } from "./alive.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { accessible } from "./looks.ts";
import { Workspace } from "./page.ts";
import { directive } from "./provider/directive.ts";

const NAME = "Morning plan";
const instruction = `Look at the weather.\n${directive({ text: "It will be sunny." })}`;

/** A worker has one server for all of its tests. */
test.beforeEach(async ({ easel }) => {
  const { jobs } = (await call(easel.url, "GET", "/api/jobs")).body;
  for (const { id } of jobs) await call(easel.url, "DELETE", `/api/jobs/${id}`);
});

test("a job that the agent made is found on the schedule, edited, run, paused, deleted and brought back", async ({
  page,
  easel,
}) => {
  const chat = await Workspace.open(page);
  const job = { action: "create", name: NAME, instruction, cron_expression: "0 7 * * 1-5" };
  await chat.tell(
    "Every weekday at seven, look at the weather",
    { tool: "load_toolset", input: { id: "schedule" } },
    { tool: "manage_cronjob", input: job },
    { text: "I will." },
  );
  await page.goto("/schedule");
  await alive(page);
  const row = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("switch", { name: `“${NAME}” is on` }) });
  await expect(row).toContainText("At 07:00, Monday through Friday");
  const entries = page.getByRole("region", { name: "Calendar" }).getByRole("link", { name: NAME });
  // On a Saturday the week may hold none of it any more.
  await page.getByRole("button", { name: "Later" }).click();
  await expect(entries).toHaveCount(5);
  await page.getByRole("button", { name: "Today", exact: true }).click();
  await accessible(page);

  await test.step("edited: what it means is seen before it is saved", async () => {
    await row.getByRole("button", { name: `More for “${NAME}”` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("When").selectOption({ label: "Every day" });
    await dialog.getByLabel("Time", { exact: true }).fill("08:15");
    await expect(dialog.getByText("At 08:15", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("list", { name: "Next times" }).getByRole("listitem")).toHaveCount(3);
    await accessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText("At 08:15");
  });

  await test.step("run now: what ran leads to its conversation, where the job speaks and not the person", async () => {
    await row.getByRole("button", { name: `Run “${NAME}” now` }).click();
    await row.getByRole("link", { name: /Done today/ }).click();
    await expect(page.getByText(`Job: ${NAME}, due`)).toBeVisible();
    await expect(page.getByText("It will be sunny.", { exact: true })).toBeVisible();
    await page.goBack();
  });

  await test.step("its runs, paused, deleted and brought back", async () => {
    await row.getByRole("link", { name: NAME, exact: true }).click();
    const runs = page.getByRole("list", { name: "Runs" }).getByRole("listitem");
    await expect(runs).toHaveCount(1);
    await expect(runs).toContainText("Done");
    await page.getByRole("button", { name: "Close" }).click();
    await row.getByRole("switch").click();
    await expect(row).toContainText("Paused");
    await row.getByRole("button", { name: `More for “${NAME}”` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByText("No jobs yet.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row).toContainText("At 08:15");
    const { jobs } = (await call(easel.url, "GET", "/api/jobs")).body;
    expect(jobs).toMatchObject([{ name: NAME, cronExpression: "15 8 * * *" }]);
  });
});

test("many firings of a job are one line a day, and a month fits its page", async ({ page, easel }) => {
  const body = { name: "Look at the mail", instruction, cronExpression: "*/30 * * * *" };
  await call(easel.url, "POST", "/api/jobs", body);
  await page.goto("/schedule");
  await alive(page);
  await page.getByRole("button", { name: "Later" }).click();
  const entries = page
    .getByRole("region", { name: "Calendar" })
    .getByRole("link", { name: /Look at the mail/ });
  await expect(entries).toHaveCount(7);
  await expect(entries.first()).toContainText("48×");
  const month = page.getByRole("radio", { name: "Month" });
  if (await month.isVisible()) {
    await month.click();
    await page.getByRole("button", { name: "Later" }).click();
    await expect.poll(() => entries.count()).toBeGreaterThanOrEqual(28);
  }
  await accessible(page);
  await entries.first().click();
  await expect(page.getByRole("dialog", { name: "Look at the mail" })).toBeVisible();
});
