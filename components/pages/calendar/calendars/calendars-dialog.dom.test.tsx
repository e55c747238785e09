import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { Account, CalendarList, Source } from "@/lib/shared/calendars";
import { CalendarsDialog } from "./calendars-dialog";

const source = (id: string, fields: Partial<Source> = {}): Source => ({
  ...{ id, kind: "events", name: id, color: 1, isShown: true, isReadOnly: false },
  ...{ problems: [], conflicts: 0, refusals: 0, ...fields },
});
const account = (fields: Partial<Account> = {}): Account => ({
  ...{ id: "acc", kind: "dav", name: "dav.example.com", host: "dav.example.com", username: "ada" },
  ...{ everyMinutes: 15, agentChanges: "ask", syncedAt: "2026-01-02T03:04:05.000Z", failure: null },
  ...{ isSyncing: false, sources: [source("Work")], ...fields },
});

function draw(...accounts: Account[]) {
  const list: CalendarList = { own: source("own", { name: "", color: 0 }), accounts };
  const server = new FakeServer().on("GET /api/calendars", () => list);
  return drawPage(<CalendarsDialog onClose={vi.fn()} />, { server });
}

it("lists calendars with the time of the last synchronisation and why it failed, and hides one", async () => {
  const { server } = draw(
    account({ failure: "It is down.", sources: [source("Work", { problems: ["2 × No start."] })] }),
  );
  const sent: unknown[] = [];
  server.on("PATCH /api/calendars/sources/Work", ({ body }) => {
    sent.push(body);
  });
  const section = within(await screen.findByRole("region", { name: "dav.example.com" }));
  section.getByText("Not synchronised. It is down.");
  section.getByText(/^Last synchronised .*2026/);
  section.getByText("2 × No start.");
  const shown = section.getByRole("switch", { name: "Show “Work”" });
  fireEvent.click(shown);
  await waitFor(() => expect(sent).toEqual([{ isShown: false }]));
  expect(shown.getAttribute("aria-checked")).toBe("false");
});

it("shows both versions of a conflict and sends the choice", async () => {
  const { server } = draw(account({ sources: [source("Work", { conflicts: 1 })] }));
  const fields = (value: string) => ({ title: value, fields: [{ name: "title", value }] });
  const open = [
    {
      ...{ sourceId: "Work", href: "/a.ics", calendar: "Work", documents: [], refusal: null },
      ...{ mine: fields("Mine"), theirs: null },
    },
  ] as unknown[];
  const sent: unknown[] = [];
  server
    .on("GET /api/calendars/conflicts", () => ({ conflicts: open }))
    .on("POST /api/calendars/conflicts", ({ body }) => {
      sent.push(body);
      open.length = 0;
    });
  await screen.findByText("1 entry was changed here and on the server");
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  const there = within(await screen.findByRole("region", { name: "On the server" }));
  there.getByText("Deleted on the server");
  fireEvent.click(there.getByRole("button", { name: "Keep this version" }));
  await screen.findByText("No conflicts");
  expect(sent).toEqual([{ sourceId: "Work", href: "/a.ics", keep: "theirs" }]);
});

it("shows a refused change with the server's words, sends it again, and takes the server's version", async () => {
  const { server } = draw(account({ sources: [source("Work", { refusals: 1 })] }));
  const sent: unknown[] = [];
  const refused = {
    ...{ sourceId: "Work", href: "/a.ics", calendar: "Work", documents: [], theirs: null },
    ...{
      refusal: "dav.example.com refuses this change (403): No rights",
      mine: { title: "Mine", fields: [] },
    },
  };
  server
    .on("GET /api/calendars/conflicts", () => ({ conflicts: [refused] }))
    .on("POST /api/calendars/conflicts", ({ body }) => void sent.push(body))
    .on("POST /api/calendars/acc/sync", () => void sent.push("sync"));
  await screen.findByText("One change was refused by the server");
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  await screen.findByText(/\(403\): No rights/);
  const choice = { sourceId: "Work", href: "/a.ics" };
  for (const [name, keep] of [
    ["Try again", "mine"],
    ["Take the server's version", "theirs"],
  ] as const) {
    fireEvent.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(sent.splice(0)).toEqual([{ ...choice, keep }, "sync"]));
  }
});

it("lists what else an account has, and adds what is chosen", async () => {
  const { server } = draw(account());
  const offer = { href: "https://dav.example.com/fun/", kind: "contacts", name: "Fun", isReadOnly: false };
  const sent: unknown[] = [];
  server
    .on("GET /api/calendars/acc/offers", () => ({ offers: [offer] }))
    .on("PATCH /api/calendars/acc", ({ body }) => void sent.push(body))
    .on("POST /api/calendars/acc/sync", () => ({}));
  fireEvent.click(await screen.findByRole("button", { name: "More for “dav.example.com”" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Settings…" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "Fun" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toMatchObject([{ add: [offer] }]));
});

it("adds an account with the chosen calendars, and keeps the login after a refusal", async () => {
  const { server } = draw();
  const offers = [
    { href: "https://dav.example.com/work/", kind: "events", name: "Work", isReadOnly: false },
    { href: "https://dav.example.com/fun/", kind: "events", name: "Fun", isReadOnly: true },
  ];
  const sent: unknown[] = [];
  server
    .on("POST /api/calendars/discover", () => refusal(422, "The password is wrong."))
    .on("POST /api/calendars/new/sync", () => ({}))
    .on("POST /api/calendars", ({ body }) => {
      sent.push(body);
      return { id: "new" };
    });
  fireEvent.click(await screen.findByRole("button", { name: "Add an account" }));
  const login = { url: "dav.example.com", username: "ada", password: "secret" };
  const fill = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill(/^Server/, login.url);
  fill(/^User name/, login.username);
  fill(/^Password/, login.password);
  fireEvent.click(screen.getByRole("button", { name: "Find calendars" }));
  await screen.findByText("The password is wrong.");
  server.on("POST /api/calendars/discover", () => ({ offers }));
  fireEvent.click(screen.getByRole("button", { name: "Find calendars" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "Fun" }));
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() =>
    expect(sent).toEqual([{ kind: "dav", ...login, everyMinutes: 15, sources: [offers[0]] }]),
  );
});
