import { expect, type Page } from "@playwright/test";
import { call } from "../call.ts";
import type { Scene } from "./scenes.ts";
import { settled } from "./settled.ts";

const CONTACTS = [
  {
    _id: "ada",
    name: "Ada Lovelace",
    phone: "+44 20 7946 0018",
    phones: [{ label: "mobile", value: "+44 7700 900123" }],
    email: "ada@example.com",
    emails: [{ label: "work", value: "countess@example.org" }],
    company: "Analytical Engines",
    jobTitle: "Analyst",
    birthday: "1815-12-10",
    address: "12 St James’s Square, London SW1Y 4LB",
    website: "https://example.com/ada",
    notes: "Prefers letters.\nNever before ten in the morning.",
    met: { $date: "2025-11-02T09:30:00Z" },
    isClient: true,
    sizes: { shoe: 38, hat: 56 },
  },
  { _id: "ada2", name: "Lovelace, Ada", phone: "020 7946 0018", company: "Analytical Engines Ltd" },
  {
    _id: "grace",
    name: "Grace Hopper",
    phone: "+1 202 555 0143",
    email: "grace@example.com",
    company: "US Navy",
  },
  { _id: "kath", name: "Katherine Johnson", email: "katherine@example.com", tags: ["flight", "orbits"] },
  {
    _id: "long",
    name: "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger of Somewhere Rather Far Away",
    email: `${"a".repeat(60)}@a-company-with-a-very-long-name.example.com`,
  },
  ...[
    "Mary Jackson",
    "Dorothy Vaughan",
    "Hedy Lamarr",
    "Alan Turing",
    "Radia Perlman",
    "Emmy Noether",
    "李小龍",
  ].map((name, at) => ({ name, phone: `+49 30 90182${at}0` })),
];
const HOUR_MS = 3_600_000;
/** An event that begins in `hours` hours. */
const event = (title: string, hours: number, rest: object = {}) => {
  const start = Math.ceil(Date.now() / HOUR_MS + hours) * HOUR_MS;
  const at = (ms: number) => ({ $date: new Date(ms).toISOString() });
  return { title, start: at(start), end: at(start + HOUR_MS), timeZone: "Europe/Berlin", ...rest };
};
const EVENTS = [
  event("Dentist", 26, {
    _id: "tooth",
    location: "Main Street 1",
    contactId: "ada",
    timeZone: "America/New_York",
  }),
  event("Stand-up", 20, { rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" }),
  event("Night train", 60, { end: { $date: new Date(Date.now() + 72 * HOUR_MS).toISOString() } }),
  { title: "Fair", start: new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 10), allDay: true },
];
const BOOKS = [
  {
    _id: 1,
    title: "Frankenstein",
    pages: 280,
    isRead: true,
    bought: { $date: "2025-03-01T12:00:00Z" },
    tags: ["gothic"],
  },
  { _id: 2, title: "Middlemarch", pages: 904, isRead: false, bought: { $date: "2025-05-01T12:00:00Z" } },
];

let made: Promise<void> | undefined;

async function prepare(url: string): Promise<void> {
  for (const [collection, data] of [
    ["contacts", CONTACTS],
    ["schedule", EVENTS],
    ["ai_books", BOOKS],
  ])
    await call(url, "POST", "/api/documents/query", { operation: "insertMany", collection, data });
  for (const [name, cronExpression] of [
    ["Morning plan", "0 7 * * 1-5"],
    ["Look at the mail", "*/30 * * * *"],
  ])
    await call(url, "POST", "/api/jobs", { name, cronExpression, instruction: "Look at the weather." });
}

const at =
  (path: string, then?: (page: Page) => Promise<void>): Scene =>
  async ({ page, url }) => {
    made ??= prepare(url);
    await made;
    await page.goto(`${url}${path}`);
    await settled(page);
    await then?.(page);
    await settled(page);
  };

async function duplicates(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More for contacts" }).click();
  await page.getByRole("menuitem", { name: "Likely duplicates" }).click();
}

const show = (view: "Month" | "Agenda") => (page: Page) => page.getByRole("radio", { name: view }).click();

export const documentScenes: Record<string, Scene> = {
  calendar: at("/calendar"),
  "calendar-month": at("/calendar", show("Month")),
  "calendar-agenda": at("/calendar", show("Agenda")),
  "calendar-event": at("/calendar?event=tooth", (page) => expect(page.getByRole("dialog")).toBeVisible()),
  "calendar-zone": at("/calendar?event=tooth", async (page) => {
    await page.getByRole("combobox", { name: "Time zone" }).click();
    await page.getByPlaceholder("City, or UTC+1").fill("zürich");
  }),
  jobs: at("/calendar/jobs"),
  job: at("/calendar/jobs", (page) =>
    page.getByRole("main").getByRole("link", { name: "Morning plan" }).click(),
  ),
  "check-ins": at("/calendar/jobs/check-ins"),
  contacts: at("/calendar/contacts", (page) => expect(page.getByText("Alan Turing")).toBeVisible()),
  contact: at("/calendar/contacts?contact=ada", (page) =>
    expect(page.getByRole("heading", { name: "Ada Lovelace" })).toBeVisible(),
  ),
  "contact-form": at("/calendar/contacts?contact=ada", (page) =>
    page.getByRole("button", { name: "Edit" }).click(),
  ),
  "contact-taken": at("/calendar/contacts", async (page) => {
    await page.getByRole("button", { name: "Add contact" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Grace H.");
    await page.getByLabel("E-mail").fill("grace@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  }),
  "contact-duplicates": at("/calendar/contacts", async (page) => {
    await duplicates(page);
    await expect(page.getByRole("button", { name: "Merge…" }).first()).toBeVisible();
  }),
  "contact-merge": at("/calendar/contacts", async (page) => {
    await duplicates(page);
    await page.getByRole("button", { name: "Merge…" }).first().click();
  }),
  "contact-import": at("/calendar/contacts", async (page) => {
    await page.getByLabel("File to import").setInputFiles({
      name: "friends.vcf",
      mimeType: "text/vcard",
      buffer: Buffer.from(
        ["FN:Grace B. Hopper\nEMAIL:grace@example.com\nTITLE:Admiral", "NOTE:Nobody"]
          .map((lines) => `BEGIN:VCARD\nVERSION:3.0\n${lines}\nEND:VCARD\n`)
          .join(""),
      ),
    });
    await expect(page.getByRole("dialog")).toBeVisible();
  }),
  "document-form": at("/files/collection/ai_books", async (page) => {
    await page.getByRole("button", { name: "Add a document" }).click();
    await page.getByRole("button", { name: "Add a field" }).click();
  }),
};
