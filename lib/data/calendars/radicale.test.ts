import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { listAccounts, makeDue } from "@/lib/store/data/calendars";
import { testDatabase } from "@/lib/store/testing/database";
import { runQuery } from "../documents/query";
import type { StoredDocument } from "../documents/values";
import { addCalendarAccount, discoverCalendars, listCalendars } from "./accounts";
import { syncAccount } from "./sync";
import { calendarWith } from "./testing/agent";

/**
 * A CalDAV and CardDAV server that Easel has not written, with a calendar and an address book of the user, such as
 * `http://user:password@127.0.0.1:5232`.
 */
const SERVER = process.env.DAV_SERVER;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  vi.stubEnv("EASEL_EGRESS_ALLOW", "127.0.0.1");
});
afterAll(() => database.drop());

test.skipIf(!SERVER)(
  "events and contacts are synchronised with the server of DAV_SERVER in both directions",
  async () => {
    const { origin, username, password } = new URL(SERVER ?? "http://localhost");
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    const ask = (url: string, method: string, body?: string) =>
      fetch(url, { method, body, headers: { authorization } }).then((response) => response.text());
    const agentId = await newAgent();
    const by = { author: "person", cause: null } as const;
    const login = { url: origin, username, password };
    const { offers } = await discoverCalendars(agentId, login);
    const events = offers.find(({ kind }) => kind === "events");
    const contacts = offers.find(({ kind }) => kind === "contacts");
    if (!events || !contacts) throw new Error("The server needs a calendar and an address book");
    const { id } = await addCalendarAccount(agentId, {
      kind: "dav",
      ...login,
      everyMinutes: 15,
      sources: offers,
    });
    const sync = async () => {
      await makeDue({ agentId, id });
      await syncAccount({ agentId, id });
      expect((await listAccounts(agentId))[0]?.failure).toBeNull();
    };
    const rows = async (collection: "schedule" | "contacts") =>
      (await runQuery({ operation: "find", collection }, { agentId, by })).rows as StoredDocument[];
    const uid = crypto.randomUUID();
    const href = `${events.href}${uid}.ics`;
    await ask(
      href,
      "PUT",
      calendarWith([
        `UID:${uid}`,
        "SUMMARY:Theirs",
        "DTSTART:20261201T090000Z",
        "DTEND:20261201T100000Z",
        "X-ROOM:4",
      ]),
    );
    await sync();
    expect(await rows("schedule")).toContainEqual(expect.objectContaining({ uid, title: "Theirs" }));
    const change = { operation: "updateOne", collection: "schedule", filter: { uid } } as const;
    await runQuery({ ...change, update: { $set: { title: "Ours" } } }, { agentId, by });
    const { accounts } = await listCalendars(agentId);
    const book = accounts[0]?.sources.find(({ kind }) => kind === "contacts");
    const data = { name: "Ada Lovelace", phone: `+49 ${Date.now()}`, addressBook: book?.id };
    await runQuery({ operation: "insertOne", collection: "contacts", data }, { agentId, by });
    await sync();
    const sent = await ask(href, "GET");
    expect(sent).toContain("SUMMARY:Ours");
    expect(sent).toContain("X-ROOM:4");
    const [contact] = await rows("contacts");
    const card = `${contacts.href}${contact?._id}.vcf`;
    expect(await ask(card, "GET")).toContain("FN:Ada Lovelace");
    await sync();
    expect(await rows("contacts")).toHaveLength(1);
    await ask(href, "DELETE");
    await runQuery({ operation: "deleteMany", collection: "contacts", filter: {} }, { agentId, by });
    await sync();
    expect((await rows("schedule")).some((one) => one.uid === uid)).toBe(false);
    expect(await ask(card, "GET")).not.toContain("FN:");
  },
);
