import type { Page } from "@playwright/test";
import { DavServer } from "./dav/server.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { ask } from "./past.ts";

const HOUR_MS = 3_600_000;
const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

const eventText = (uid: string, title: string, at: number) =>
  [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other//Program//EN", "BEGIN:VEVENT", `UID:${uid}`],
    ...[
      "DTSTAMP:20260101T000000Z",
      `SUMMARY:${title}`,
      `DTSTART:${stamp(at)}`,
      `DTEND:${stamp(at + HOUR_MS)}`,
    ],
    ...["X-ROOM:4", "END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");

const eventOn = (page: Page, title: string) =>
  page
    .getByRole("button", { name: new RegExp(title) })
    .or(page.getByRole("link", { name: new RegExp(title) }));

test("events move in both directions with a CalDAV server, a conflict is decided, and a subscription comes and goes", {
  tag: "@long",
}, async ({ page, easel }) => {
  const server = await DavServer.start();
  const address = server.url.replace("127.0.0.1", "localhost");
  try {
    const noon = new Date();
    noon.setDate(noon.getDate() + 1);
    noon.setHours(12, 0, 0, 0);
    const at = noon.getTime();
    server.put("work", "tooth.ics", eventText("tooth", "Dentist", at));
    server.feed = eventText("game", "Cup final", at + 24 * HOUR_MS);
    await ask(easel.url, "POST", "/api/documents/query", {
      ...{ operation: "deleteMany", collection: "schedule", filter: {} },
    });
    await page.goto("/calendar");
    const dialog = page.getByRole("dialog");
    const openCalendars = () => page.getByRole("button", { name: /^Calendars/ }).click();
    const sync = async () => {
      await openCalendars();
      await dialog
        .getByRole("button", { name: /^Synchronise/ })
        .first()
        .click();
      await page.keyboard.press("Escape");
    };

    await openCalendars();
    await sound(page);
    await dialog.getByRole("button", { name: "Add an account" }).click();
    await dialog.getByLabel("Server").fill(address);
    await dialog.getByLabel("User name").fill("ada");
    await dialog.getByLabel("Password").fill("wrong");
    await dialog.getByRole("button", { name: "Find calendars" }).click();
    await expect(dialog.getByRole("alert")).toContainText("rejects the user name or the password");
    await dialog.getByLabel("Password").fill(server.login.password);
    await dialog.getByRole("button", { name: "Find calendars" }).click();
    await expect(dialog.getByRole("checkbox", { name: "Work" })).toBeChecked();
    await sound(page);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByText(/^Last synchronised/)).toBeVisible();
    await sound(page);
    await page.keyboard.press("Escape");

    const dentist = eventOn(page, "Dentist");
    await expect(dentist).toBeVisible();
    await dentist.focus();
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => server.all("work")[0]).toContain(`DTSTART:${stamp(at + 24 * HOUR_MS)}`);
    expect(server.all("work")[0]).toContain("X-ROOM:4");

    const [now = ""] = server.all("work");
    server.put("work", "tooth.ics", now.replace("SUMMARY:Dentist", "SUMMARY:Dentist in town"));
    await sync();
    await expect(eventOn(page, "Dentist in town")).toBeVisible();

    server.trouble = () => 503;
    const change = { operation: "updateOne", collection: "schedule", filter: { uid: "tooth" } };
    await ask(easel.url, "POST", "/api/documents/query", { ...change, update: { $set: { title: "Mine" } } });
    server.put("work", "tooth.ics", now.replace("SUMMARY:Dentist", "SUMMARY:Theirs"));
    await openCalendars();
    await expect(dialog.getByText(/answers with an error \(503\)/)).toBeVisible();
    await sound(page);
    server.trouble = () => undefined;
    await dialog
      .getByRole("button", { name: /^Synchronise/ })
      .first()
      .click();
    await expect(dialog.getByText("1 entry was changed here and on the server")).toBeVisible();
    await dialog.getByRole("button", { name: "Choose" }).click();
    await expect(dialog.getByRole("region", { name: "On the server" })).toContainText("Theirs");
    await sound(page);
    await dialog
      .getByRole("region", { name: "Here" })
      .getByRole("button", { name: "Keep this version" })
      .click();
    await expect(dialog.getByText("No conflicts")).toBeVisible();
    await page.keyboard.press("Escape");
    await dialog
      .getByRole("button", { name: /^Synchronise/ })
      .first()
      .click();
    await expect.poll(() => server.all("work")[0]).toContain("SUMMARY:Mine");

    await dialog.getByRole("button", { name: "Subscribe to a calendar" }).click();
    await dialog.getByLabel("Address").fill(`${address}/feed.ics`);
    await dialog.getByLabel("Name").fill("Games");
    await dialog.getByRole("button", { name: "Subscribe" }).click();
    const games = dialog.getByRole("region", { name: "Games" });
    await expect(games.getByText(/^Last synchronised/)).toBeVisible();
    await page.keyboard.press("Escape");
    await eventOn(page, "Cup final").click();
    await expect(dialog.getByText("“Games” can only be read here.")).toBeVisible();
    await sound(page);
    await page.keyboard.press("Escape");

    await openCalendars();
    await games.getByRole("button", { name: "More for “Games”" }).click();
    await page.getByRole("menuitem", { name: "Remove…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(games).toBeHidden();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(eventOn(page, "Cup final")).toBeHidden();
    await expect(eventOn(page, "Mine")).toBeVisible();
  } finally {
    await server.stop();
  }
});
