import type { Locator, Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { ask as asked } from "./past.ts";
import type { Turn } from "./provider/turn.ts";

test("an event moved by the agent appears in another tab and can be undone; dragging moves and resizes events, also the rest of a series", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const ask = (operation: string, rest: object = {}) =>
    asked(easel.url, "POST", "/api/documents/query", { operation, collection: "schedule", ...rest });
  await asked(easel.url, "PUT", "/api/settings", { general: { timeZone: "UTC" } });
  const { soon, later, timeZone } = await page.evaluate(() => {
    const at = (day: number) => {
      const date = new Date();
      date.setDate(date.getDate() + day);
      date.setHours(9, 0, 0, 0);
      return date.toISOString();
    };
    return { soon: at(1), later: at(3), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  });
  const hour = (at: string) => ({ $date: new Date(Date.parse(at) + 3_600_000).toISOString() });
  await ask("insertMany", {
    data: [
      {
        ...{ _id: "tooth", title: "Dentist", contactId: "koch" },
        ...{ start: { $date: soon }, end: hour(soon), timeZone },
      },
      { title: "Stand-up", start: { $date: soon }, end: hour(soon), timeZone, rrule: "FREQ=DAILY" },
      { title: "Fair", start: soon.slice(0, 10), allDay: true, location: "Hall 4" },
    ],
  });
  await asked(easel.url, "POST", "/api/documents/query", {
    ...{ operation: "insertOne", collection: "contacts" },
    data: {
      ...{ _id: "koch", name: "Dr. Koch", jobTitle: "Dentist", phone: "+49 30 100995" },
      ...{ email: "koch@example.com", birthday: "1970-02-03", shoeSize: 43 },
    },
  });
  await page.goto("/calendar");
  const event = page.getByRole("button", { name: /Dentist/ }).or(page.getByRole("link", { name: /Dentist/ }));
  await expect(event).toBeVisible();
  const dayOf = () => event.boundingBox().then((box) => Math.round(box?.x ?? 0));
  const before = await dayOf();
  await sound(page);

  const update = { $set: { start: { $date: later }, end: hour(later) } };
  const talk = new Talk(easel.url);
  const turns: Turn[] = [
    { tool: "load_toolset", input: { id: "documents" } },
    {
      tool: "db_query",
      input: { operation: "updateOne", collection: "schedule", filter: { title: "Dentist" }, update },
    },
  ];
  await (await talk.say("Move my dentist two days later", ...turns, { text: "It is later now." })).text();
  await expect.poll(dayOf).toBeGreaterThan(before);
  const { revisions } = await asked(easel.url, "GET", "/api/history?kind=collection&name=schedule");
  await asked(easel.url, "POST", "/api/documents/undo", { revision: revisions[0].id });
  await expect.poll(dayOf).toBe(before);

  await page.getByRole("radio", { name: "Month" }).click();
  await sound(page);
  await page.getByRole("radio", { name: "Agenda" }).click();
  await sound(page);
  await page.getByRole("main").getByText("Dentist").first().click();
  const dialog = page.getByRole("dialog");
  await sound(page);
  await dialog.getByRole("link", { name: "Show contact" }).click();
  await expect(page.getByRole("heading", { name: "Dr. Koch" })).toBeVisible();
  const events = page.getByRole("list", { name: "Events" });
  await expect(events.getByRole("link")).toHaveCount(1);
  await sound(page);
  await page.goBack();
  await page.getByRole("button", { name: "More for the calendar" }).press("Enter");
  await page.getByRole("menuitem", { name: "Subscribe…" }).press("Enter");
  const subscribing = page.getByRole("dialog", { name: "Subscribe" });
  await subscribing.getByRole("button", { name: "Create address" }).press("Enter");
  const address = subscribing.getByText(/\/calendar\/[\w-]{43}\.ics$/);
  await expect(address).toBeVisible();
  await served(easel.url, new URL((await address.textContent()) ?? "").pathname);
  await sound(page);
  await page.keyboard.press("Escape");
  await expect(subscribing).toBeHidden();
  await byTheMouse(page, ask);
});

/** The calendar for other programs lies below the page, which also has an address with its agent. */
async function served(url: string, feed: string) {
  const typeOf = async (path: string) => {
    const response = await fetch(url + path);
    await response.body?.cancel();
    return `${response.status} ${response.headers.get("content-type")}`;
  };
  const { agents } = await asked(url, "GET", "/api/agents");
  expect(await typeOf(feed)).toMatch(/^200 text\/calendar/);
  for (const path of ["", "/jobs", "/jobs/check-ins", "/contacts"]) {
    expect(await typeOf(`/calendar${path}`)).toMatch(/^200 text\/html/);
    expect(await typeOf(`/a/${agents[0].id}/calendar${path}`)).toMatch(/^200 text\/html/);
  }
  expect(await typeOf("/calendar/jobs/nothing")).toMatch(/^404/);
}

async function drag(
  page: Page,
  what: Locator,
  from: (box: Box) => [x: number, y: number],
  by: [number, number],
) {
  const box = await what.boundingBox();
  if (!box) throw new Error("There is nothing to drag");
  const [x, y] = from(box);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by[0] / 2, y + by[1] / 2, { steps: 5 });
  await page.mouse.move(x + by[0], y + by[1], { steps: 5 });
  await page.mouse.up();
}
type Box = { x: number; y: number; width: number; height: number };
const middle = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height / 2];
const bottom = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height - 2];

async function byTheMouse(page: Page, ask: (operation: string, rest?: object) => ReturnType<typeof asked>) {
  await ask("deleteMany", { filter: {} });
  const timeZone = "UTC";
  const today = new Date().toISOString().slice(0, 10);
  const at = (time: string) => ({ $date: `${today}T${time}:00Z` });
  const times = (start: string, end: string) => ({ start: at(start), end: at(end), timeZone });
  await ask("insertMany", {
    data: [
      { _id: "lunch", title: "Lunch", ...times("12:00", "13:00") },
      { _id: "standup", title: "Stand-up", ...times("09:00", "09:30"), rrule: "FREQ=DAILY;COUNT=7" },
    ],
  });
  const end = async () => (await ask("findOne", { filter: { _id: "lunch" } })).row.end.$date;
  const series = async () => (await ask("find", { filter: { title: "Stand-up" } })).rows.length;
  await page.getByRole("radio", { name: "Week" }).click();
  const named = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
  await expect(named("Stand-up")).toHaveCount(7);

  const [first, second] = await Promise.all([0, 1].map((nth) => named("Stand-up").nth(nth).boundingBox()));
  const width = (second?.x ?? 0) - (first?.x ?? 0);
  const hour = 48;
  await drag(page, named("Lunch"), bottom, [0, hour]);
  await expect.poll(end).toBe(`${today}T14:00:00.000Z`);
  await drag(page, named("Lunch"), middle, [width, hour]);
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  await expect.poll(end).toBe(`${tomorrow}T15:00:00.000Z`);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(end).toBe(`${today}T14:00:00.000Z`);
  await named("Lunch").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(end).toBe(`${tomorrow}T14:00:00.000Z`);
  await expect(page.getByText(/^Lunch: .+ → /)).toBeVisible();
  await expect(named("Lunch")).toBeFocused();
  await page.keyboard.press("Shift+ArrowUp");
  await expect.poll(end).toBe(`${tomorrow}T13:30:00.000Z`);

  await drag(page, named("Stand-up").nth(3), middle, [0, hour]);
  const dialog = page.getByRole("dialog", { name: "Which events?" });
  await expect(dialog).toBeVisible();
  await sound(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const back = (await named("Stand-up").nth(3).boundingBox())?.y;
  expect(back).toBe(first?.y);
  expect(await series()).toBe(1);
  await drag(page, named("Stand-up").nth(3), middle, [0, hour]);
  await dialog.getByRole("radio", { name: "This and following" }).check();
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect.poll(series).toBe(2);
  const tops = async () =>
    Promise.all(
      (await named("Stand-up").all()).map(async (one) => Math.round((await one.boundingBox())?.y ?? 0)),
    );
  const top = Math.round(first?.y ?? 0);
  await expect
    .poll(async () => (await tops()).sort((a, b) => a - b))
    .toEqual([top, top, top, ...Array(4).fill(top + hour)]);
  await page.getByRole("button", { name: /^Undo changing/ }).click();
  await expect.poll(series).toBe(1);
}
