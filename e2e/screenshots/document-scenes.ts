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
    ["ai_books", BOOKS],
  ])
    await call(url, "POST", "/api/documents/query", { operation: "insertMany", collection, data });
}

const at =
  (path: string, then?: (page: Page) => Promise<void>): Scene =>
  async ({ page, url }) => {
    made ??= prepare(url);
    await made;
    await page.goto(`${url}/data?documents=${path}`);
    await settled(page);
    await then?.(page);
    await settled(page);
  };

export const documentScenes: Record<string, Scene> = {
  contacts: at("contacts", (page) => expect(page.getByText("Alan Turing")).toBeVisible()),
  contact: at("contacts&document=ada", (page) =>
    expect(page.getByRole("heading", { name: "Ada Lovelace" })).toBeVisible(),
  ),
  "contact-form": at("contacts&document=ada", (page) => page.getByRole("button", { name: "Edit" }).click()),
  "contact-taken": at("contacts", async (page) => {
    await page.getByRole("button", { name: "Add a contact" }).click();
    await page.getByLabel("Name").fill("Grace H.");
    await page.getByLabel("E-mail").fill("grace@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  }),
  "contact-duplicates": at("contacts", async (page) => {
    await page.getByRole("button", { name: "Likely duplicates" }).click();
    await expect(page.getByRole("button", { name: "Merge…" }).first()).toBeVisible();
  }),
  "contact-merge": at("contacts", async (page) => {
    await page.getByRole("button", { name: "Likely duplicates" }).click();
    await page.getByRole("button", { name: "Merge…" }).first().click();
  }),
  "contact-import": at("contacts", async (page) => {
    await page.getByLabel("A file to import").setInputFiles({
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
  "document-form": at("ai_books", async (page) => {
    await page.getByRole("button", { name: "Add a document" }).click();
    await page.getByRole("button", { name: "Add a field" }).click();
  }),
};
