import { alive } from "./alive.ts";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { accessible, PHONE, sound } from "./looks.ts";
import { ask, form } from "./page.ts";
import { directive } from "./provider/directive.ts";

test("answers every open ask in one place, and the runs continue", { tag: "@once" }, async ({
  page,
  easel,
}) => {
  const { url } = easel;
  await call(url, "PATCH", "/api/tools/set_state", { policy: "ask" });
  const asking = async (message: string, ...turns: Parameters<Talk["say"]>[1][]) => {
    const talk = new Talk(url);
    await (await talk.say(message, ...turns)).text();
    return talk;
  };
  const colour = await asking("Paint the door", ask("Which colour?", ["Red", "Blue"]), { text: "Painted." });
  const price = await asking(
    "Keep the price",
    { tool: "set_state", input: { key: "inbox price", value: 10 } },
    { text: "Kept." },
  );
  const trip = await asking("Plan the trip", form("The trip"), { text: "Planned." });

  await page.goto("/inbox");
  await alive(page);
  await expect(page.getByText("3 waiting", { exact: true })).toBeVisible();
  await expect(page).toHaveTitle("(3) Inbox · Easel");
  await sound(page);
  const item = (title: string) => page.getByRole("article", { name: title });

  await item("Paint the door").getByRole("button", { name: "Blue" }).press("Enter");
  await expect(item("Paint the door")).toContainText("You answered: Blue. The agent continues.");
  await expect(item("Paint the door")).toBeFocused();
  await expect(page).toHaveTitle("(2) Inbox · Easel");
  await item("Keep the price").getByRole("button", { name: "Allow", exact: true }).click();
  await expect(item("Keep the price")).toContainText("You allowed it.");
  await item("Plan the trip").getByRole("textbox", { name: "City" }).fill("Porto");
  const [surface] = (await trip.read()).asks;
  await trip.answer(surface?.toolCallId ?? "", { action: "submit", data: { city: "Rome" } });
  await expect(item("Plan the trip")).toContainText("Answered elsewhere");
  await expect(page).toHaveTitle("Inbox · Easel");
  await sound(page);
  await colour.until("completed");
  await price.until("completed");
  expect((await call(url, "GET", "/api/state/inbox%20price")).body.value).toBe(10);

  const late = await asking("Call the bakery", ask("When?"), { text: "Called." });
  await expect(item("Call the bakery")).toBeVisible();
  await item("Call the bakery").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/chat/${late.id}`));
  await page.getByRole("textbox", { name: "Your answer" }).fill("At noon");
  await page.getByRole("textbox", { name: "Your answer" }).press("Enter");
  await late.until("completed");
  await page.goto("/inbox");
  await expect(page.getByText("Nothing waits for you")).toBeVisible();

  const tidy = directive(
    { tool: "set_state", input: { key: "night", value: "tidy" } },
    { text: "All is tidy." },
  );
  const nightly = { name: "Tidy up at night", instruction: `Tidy up.\n${tidy}`, cronExpression: "0 2 * * *" };
  const { job } = (await call(url, "POST", "/api/jobs", nightly)).body;
  const night = async () => (await call(url, "GET", `/api/jobs/${job.id}/runs`)).body.runs[0]?.status;
  await call(url, "POST", `/api/jobs/${job.id}/run`);
  await expect.poll(night).toBe("waiting");
  await page.setViewportSize(PHONE);
  const asked = item("Tidy up at night");
  await expect(asked).toContainText("Set to ask first.");
  await accessible(page);
  await asked.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(asked).toContainText("You allowed it.");
  await expect.poll(night, { timeout: 30_000 }).toBe("completed");
  expect((await call(url, "GET", "/api/state/night")).body.value).toBe("tidy");
  await call(url, "DELETE", `/api/jobs/${job.id}`);
  await call(url, "PATCH", "/api/tools/set_state", { policy: "allow" });
});
