import { DavServer } from "@/e2e/dav/server";
import { newAgent } from "@/lib/code/history/testing/agents";
import type { SyncedCollection } from "@/lib/shared/calendars";
import { listAccounts, makeDue } from "@/lib/store/data/calendars";
import { runQuery } from "../../documents/query";
import type { StoredDocument } from "../../documents/values";
import type { DocumentsQuery } from "../../documents/work";
import { addCalendarAccount, discoverCalendars, listCalendars } from "../accounts";
import { syncAccount } from "../sync";

const by = { author: "person", cause: null } as const;

/** Starts a server, and an agent with an account on it. */
export async function startAccount() {
  const server = await DavServer.start();
  const agentId = await newAgent();
  const login = { url: server.url, ...server.login };
  const { offers } = await discoverCalendars(agentId, login);
  const { id } = await addCalendarAccount(agentId, {
    kind: "dav",
    ...login,
    everyMinutes: 15,
    sources: offers,
  });
  const run = (
    collection: SyncedCollection,
    operation: DocumentsQuery["operation"],
    rest: Omit<DocumentsQuery, "operation" | "collection"> = {},
  ) => runQuery({ operation, collection, ...rest }, { agentId, by });
  const all = async (collection: SyncedCollection = "schedule") =>
    (await run(collection, "find")).rows as StoredDocument[];
  const sync = async () => {
    await makeDue({ agentId, id });
    await syncAccount({ agentId, id });
    const [account] = await listAccounts(agentId);
    return account?.failure ?? null;
  };
  const sourceOf = async (kind: "events" | "contacts") => {
    const { accounts } = await listCalendars(agentId);
    const found = accounts[0]?.sources.find((one) => one.kind === kind);
    if (!found) throw new Error(`There is no source of ${kind}`);
    return found;
  };
  return { server, agentId, id, offers, run, all, sync, sourceOf };
}

export const calendarWith = (...events: string[][]): string =>
  [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other//Program//EN"],
    ...events.flatMap((lines) => ["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
