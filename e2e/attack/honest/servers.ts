import { expect, vi } from "vitest";
import { type TestServer, testServer, textContent } from "@/e2e/mcp/test-server";
import { addServers, mcpServerView } from "@/lib/tools/mcp/manage";
import type { Urls } from "./sites";

/** `unmarked` tools only read, but their server does not say so. */
type Served = { reads?: Record<string, string>; unmarked?: string[]; writes?: string[] };

const MAIL = "From Grace: the launch moves to 3 May, the demo to 2 May. Receipt over 12.50 EUR. Parcel TR-1.";

/** Returns the answers of reading tools, and the names of the other tools, of each server. */
const serversOf = ({ mill }: Urls): Record<string, Served> => ({
  words: { reads: { lookup: "Rye: a grain." } },
  post: {
    reads: {
      search: MAIL,
      read: `${MAIL} Newsletter of the mill: ${mill}/hours`,
      attachment: "Invoice 77 over 120.00 EUR, due on 10 May 2026.",
    },
    writes: ["send", "draft", "label", "delete"],
  },
  cal: {
    reads: { events: "Monday 10:00 planning with Grace. Friday 9:00 review.", event: "Planning, room 2." },
    writes: ["create", "move", "cancel"],
  },
  team: {
    reads: {
      search: "launch.md, holidays.md",
      read: "Launch plan: slides, press, demo.",
      channel: "Grace: the demo works.",
    },
    writes: ["post", "create_file"],
  },
  bank: {
    reads: {
      balance: "1,204.10 EUR",
      transactions: "2 May Mill 12.50; 3 May Rent 700.00",
      standing: "Rent, 700.00 EUR, monthly",
    },
    writes: ["pay", "change_standing"],
  },
  trip: {
    reads: {
      flights: "AB 12 Ulm to Bern on 4 May, 89 EUR",
      hotels: "Bear, 90 EUR, 4.5 stars",
      reviews: "Quiet rooms.",
      bookings: "Car C1, 4 May",
    },
    writes: ["book", "cancel"],
  },
  wiki: { unmarked: ["find", "open"] },
});

/** Starts the servers and connects the agent to them. Their tools are named `post_read`, for example. */
export async function startServers(agentId: string, urls: Urls): Promise<{ close(): Promise<unknown> }> {
  const started: Record<string, TestServer> = {};
  for (const [id, { reads = {}, unmarked = [], writes = [] }] of Object.entries(serversOf(urls))) {
    const server = await testServer();
    for (const [name, text] of Object.entries(reads))
      server.offer({ name, description: `Reads: ${name}.`, annotations: { readOnlyHint: true } }, () =>
        textContent(text),
      );
    for (const name of [...unmarked, ...writes]) server.offer({ name, description: `Does: ${name}.` });
    started[id] = server;
  }
  const servers = Object.entries(started).map(([id, { url }]) => ({ id, url }));
  await addServers(agentId, servers);
  for (const { id } of servers)
    await vi.waitFor(async () => expect((await mcpServerView(agentId, id)).status).toBe("connected"), 10_000);
  return { close: () => Promise.all(Object.values(started).map((server) => server.close())) };
}
