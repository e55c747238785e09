import { alive } from "./alive.ts";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { accessible, inEachLook, PHONE, sound } from "./looks.ts";
import { Workspace } from "./page.ts";
import { timePasses } from "./passing-time.ts";
import { directive } from "./provider/directive.ts";

const NAME = "Morning plan";
const instruction = `Look at the weather.\n${directive({ text: "It will be sunny." })}`;

/** Delete the jobs and triggers of earlier tests, because all tests of a worker share one server. */
test.beforeEach(async ({ easel }) => {
  for (const kind of ["jobs", "triggers"])
    for (const { id } of (await call(easel.url, "GET", `/api/${kind}`)).body[kind])
      await call(easel.url, "DELETE", `/api/${kind}/${id}`);
});

test("finds the agent's job in the calendar; edits, runs, pauses, deletes and restores it; shows many job runs as one line a day", {
  tag: "@once",
}, async ({ page, easel }) => {
  const job = { action: "create", name: NAME, instruction, cron_expression: "0 7 * * 1-5" };
  const turns = [
    { tool: "load_toolset", input: { id: "schedule" } },
    { tool: "manage_cronjob", input: job },
  ];
  const talk = new Talk(easel.url);
  await (await talk.say("Every weekday at seven, look at the weather", ...turns, { text: "I will." })).text();
  await page.goto("/calendar/jobs");
  await alive(page);
  const row = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("switch", { name: `“${NAME}” is on` }) });
  await expect(row).toContainText("Weekdays at 07:00");
  await accessible(page);
  await page.getByRole("navigation", { name: "Calendar" }).getByRole("link", { name: "Calendar" }).click();
  // Show the next week, because today's occurrence may be over.
  await page.getByRole("button", { name: "Later", exact: true }).click();
  await expect(page.getByRole("main").getByRole("link", { name: NAME })).toHaveCount(5);
  await page.goBack();

  await test.step("edit: shows the meaning before saving", async () => {
    await row.getByRole("button", { name: `More for “${NAME}”` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("When").selectOption({ label: "Daily" });
    await dialog.getByLabel("Time", { exact: true }).fill("08:15");
    await expect(dialog.getByText("Every day at 08:15", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("list", { name: "Next times" }).getByRole("listitem")).toHaveCount(3);
    await accessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText("Every day at 08:15");
  });

  await test.step("run now: links to the conversation, in which the message comes from the job", async () => {
    await row.getByRole("button", { name: `Run “${NAME}” now` }).click();
    await row.getByRole("link", { name: /Done today/ }).click();
    await expect(page.getByText(`Job: ${NAME}, due`)).toBeVisible();
    await expect(page.getByText("It will be sunny.", { exact: true })).toBeVisible();
    await page.goBack();
  });

  await test.step("lists its job runs, pauses, deletes and restores the job", async () => {
    await row.getByRole("link", { name: NAME, exact: true }).click();
    const runs = page.getByRole("list", { name: "Runs" }).getByRole("listitem");
    await expect(runs).toHaveCount(1);
    await expect(runs).toContainText("Done");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await row.getByRole("switch").click();
    await expect(row).toContainText("Paused");
    await row.getByRole("button", { name: `More for “${NAME}”` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByText("No jobs yet.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row).toContainText("Every day at 08:15");
    const { jobs } = (await call(easel.url, "GET", "/api/jobs")).body;
    expect(jobs).toMatchObject([{ name: NAME, cronExpression: "15 8 * * *" }]);
  });

  await test.step("shows many job runs as one line a day, in the month and on a phone", async () => {
    const body = { name: "Look at the mail", instruction, cronExpression: "*/30 * * * *" };
    await call(easel.url, "POST", "/api/jobs", body);
    await page.goto("/calendar");
    await alive(page);
    const mail = page.getByRole("main").getByRole("link", { name: /Look at the mail/ });
    await inEachLook(page, async () => {
      const isPhone = page.viewportSize()?.width === PHONE.width;
      await page.getByRole("button", { name: "Later", exact: true }).click();
      await expect(mail).toHaveCount(isPhone ? 30 : 7);
      await expect(mail.first()).toContainText("48×");
    });
    await page.getByRole("radio", { name: "Month" }).click();
    await page.getByRole("button", { name: "Later", exact: true }).click();
    await expect.poll(() => mail.count()).toBeGreaterThanOrEqual(28);
    await sound(page);
    await mail.first().click();
    await expect(page.getByRole("dialog", { name: "Look at the mail" })).toBeVisible();
  });
});

test("a reminder in two hours is a job and fires; a change by a check-in is undone", {
  tag: ["@once", "@long"],
}, async ({ page, easel: { url }, provider, folder }) => {
  const chat = await Workspace.open(page);
  const bakery = `Remind me.\n${directive({ text: "Call the bakery!" })}`;
  const reminder = { action: "create", kind: "once", name: "Call the bakery", at: "in 2 hours" };
  await chat.tell(
    "Remind me in two hours to call the bakery",
    { tool: "load_toolset", input: { id: "schedule" } },
    { tool: "manage_trigger", input: { ...reminder, instruction: bakery } },
    { text: "I will." },
  );
  await page.goto("/calendar/jobs");
  await alive(page);
  const row = page.getByRole("listitem").filter({
    has: page.getByRole("switch", { name: "“Call the bakery” is on" }),
  });
  await expect(row).toContainText(/Once, on .*Next (today|tomorrow) \d\d:\d\d/);

  await test.step("two hours pass without the user, and a check-in repaints the door", async () => {
    await page.goto("about:blank");
    await call(url, "PUT", "/api/notes", { content: "The door is white." });
    provider.script(
      {
        tool: "edit_learned_notes",
        input: { operation: "replace", content: "The door is red." },
      },
      { text: "I painted it." },
    );
    await call(url, "POST", "/api/pulse/run");
    await expect.poll(() => statusOf(url, "/api/pulse")).toBe("completed");
    await timePasses(folder, async (sql) => {
      await sql`
        update jobs set next_run_at = next_run_at - interval '2 hours',
          spec = json_build_object('at', to_char((next_run_at - interval '2 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        where kind = 'once'`;
      await sql`
        update settings set value = json_build_object('at', now() - interval '2 hours') where key = 'visit'`;
    });
    const { triggers } = (await call(url, "GET", "/api/triggers")).body;
    await expect.poll(() => statusOf(url, `/api/triggers/${triggers[0].id}`)).toBe("completed");
  });

  await test.step("shows the activity and undoes a change", async () => {
    await page.goto("/calendar/jobs");
    await alive(page);
    const away = page.getByRole("region", { name: "While you were away" });
    await expect(away.getByRole("list", { name: "What ran" })).toContainText(/Call the bakery.*done/);
    await accessible(page);
    await away.getByRole("button", { name: /^Undo: Notes: .*The door is red/ }).click();
    await expect(away.getByText("Undone")).toBeVisible();
    expect((await call(url, "GET", "/api/notes")).body).toMatchObject({ content: "The door is white." });
    await away.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("main").getByRole("link", { name: "Check-ins" }).click();
    const panel = page.getByRole("dialog", { name: "Check-ins" });
    await expect(panel.getByRole("list", { name: "Runs" }).getByRole("listitem")).toContainText("Done");
    await accessible(page);
    await panel.getByRole("button", { name: "Close" }).click();
  });

  await test.step("the past reminder links to its message", async () => {
    await expect(row).toContainText("Over");
    await row.getByRole("link", { name: /Done today/ }).click();
    await expect(page.getByText("Job: Call the bakery, due")).toBeVisible();
    await expect(page.getByText("Call the bakery!", { exact: true })).toBeVisible();
  });
});

async function statusOf(url: string, path: string): Promise<string | undefined> {
  return (await call(url, "GET", `${path}/runs`)).body.runs[0]?.status;
}
