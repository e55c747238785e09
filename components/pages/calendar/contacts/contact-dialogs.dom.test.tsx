import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
// Preload the lazy menu, so that tests do not wait for it.
import "@/components/ui/kit/action-menu";
import type { Document } from "@/components/pages/data/documents/api";
import { ADA, ALAN, card, drawContacts, mockListSize, user } from "../testing/contacts";

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const openDuplicates = async () => {
  press("More for contacts");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Likely duplicates" }));
};
const give = (file: File) =>
  fireEvent.change(screen.getByLabelText("File to import"), { target: { files: [file] } });

beforeEach(mockListSize);
afterEach(() => {
  vi.restoreAllMocks();
});

describe("a contact with the phone of another one", () => {
  const refused = () => refusal(422, "Another contact has this phone.", { id: "ada" });

  async function add() {
    press("Add contact");
    const form = await dialog("New contact");
    write(form.getByRole("textbox", { name: /^Name/ }), "Ada King");
    write(form.getByRole("textbox", { name: /^Phone/ }), "+44 1");
    fireEvent.click(form.getByRole("button", { name: "Add" }));
    await form.findByText("Another contact has this phone or e-mail.");
    return form;
  }

  it("can be merged into it, with a choice for each field", async () => {
    const { draw, server, answer } = drawContacts();
    const merged: unknown[] = [];
    server.on("POST /api/documents/contact-merge", ({ body }) => {
      merged.push(body);
      return merged.length === 1 ? refusal(409, "Ada changed since you opened them.") : { revision: "r1" };
    });
    answer(refused);
    draw();
    await user("Ada Lovelace");
    fireEvent.click((await add()).getByRole("button", { name: "Merge…" }));
    const merge = await dialog("Merge into Ada Lovelace");
    const names = within(merge.getByRole("radiogroup", { name: "Name" }));
    expect(names.getByRole("radio", { name: "Ada Lovelace" }).getAttribute("aria-checked")).toBe("true");
    fireEvent.click(names.getByRole("radio", { name: "Ada King" }));
    expect(merge.queryByRole("radiogroup", { name: "Phone" })).toBeNull();
    fireEvent.click(merge.getByRole("button", { name: "Merge" }));
    await merge.findByText("Ada changed since you opened them.");
    expect(names.getByRole("radio", { name: "Ada King" }).getAttribute("aria-checked")).toBe("true");
    fireEvent.click(merge.getByRole("button", { name: "Merge" }));
    await card("Ada Lovelace");
    expect(merged[1]).toEqual({ document: { ...ADA, name: "Ada King" }, was: ADA });
    await waitFor(() => expect(notices()).toContain("Merged into “Ada King”"));
    pressNotice("Undo");
    await waitFor(() => expect(notices()).toContain("Undone"));
  });

  it("links to that other contact", async () => {
    const { draw, answer } = drawContacts();
    answer(refused);
    draw();
    await user("Ada Lovelace");
    fireEvent.click((await add()).getByRole("button", { name: "Show other contact" }));
    await card("Ada Lovelace");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

it("a contact is added to the chosen address book, and shows that its server refuses a change", async () => {
  const look = { color: 0, isShown: true, isReadOnly: false, problems: [], conflicts: 0 };
  const people = { ...look, id: "people", kind: "contacts", name: "People", refusals: 1 };
  const account = {
    ...{
      id: "acc",
      kind: "dav",
      name: "dav",
      host: "dav",
      username: "ada",
      everyMinutes: 15,
      agentChanges: "ask",
    },
    ...{ syncedAt: null, failure: null, isSyncing: false, sources: [people] },
  };
  const own = { ...look, id: "own", kind: "events", name: "", refusals: 0 };
  const refused = { sourceId: "people", href: "/a.vcf", calendar: "People", mine: null, theirs: null };
  const grace: Document = { _id: "grace", name: "Grace", addressBook: "people" };
  const { draw, server, writes } = drawContacts({ contacts: [grace], shown: "grace" });
  server
    .on("GET /api/calendars", () => ({ own, accounts: [account] }))
    .on("GET /api/calendars/conflicts", () => ({
      conflicts: [{ ...refused, documents: ['"grace"'], refusal: "dav refuses this change (403)." }],
    }));
  draw();
  const shown = await card("Grace");
  await shown.findByText("dav refuses this change (403).");
  shown.getByRole("button", { name: "Try again" });
  shown.getByText("People");
  press("Add contact");
  const form = await dialog("New contact");
  write(form.getByRole("textbox", { name: /^Name/ }), "Ben");
  write(form.getByLabelText("Address book"), "people");
  fireEvent.click(form.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(writes).toMatchObject([{ data: [{ name: "Ben", addressBook: "people" }] }]));
});

describe("likely duplicates", () => {
  it("can be merged or marked as different people, and errors are shown", async () => {
    const { draw, server, writes, answer } = drawContacts();
    const pairs = [{ left: ADA, right: ALAN, why: "name" }];
    server.on("GET /api/documents/contact-duplicates", () => ({ pairs, total: 1_200 }));
    draw();
    await user("Ada Lovelace");
    await openDuplicates();
    const list = await dialog("Likely duplicates");
    await list.findByText("First 1 of 1,200");
    list.getByText("Similar name");
    answer(() => refusal(503, "It is busy."));
    fireEvent.click(list.getByRole("button", { name: "Not the same" }));
    await waitFor(() => expect(notices()).toContain("Not saved. It is busy."));
    const filter = { $and: [{ _id: { $eq: "ada" } }, {}] };
    expect(writes).toMatchObject([{ filter, update: { $addToSet: { notSameAs: { $oid: "b" } } } }]);
    fireEvent.click(list.getByRole("button", { name: "Merge…" }));
    const merge = await dialog("Merge into Ada Lovelace");
    fireEvent.click(merge.getByRole("button", { name: "Cancel" }));
    await dialog("Likely duplicates");
  });

  it("show an empty state or an error with retry", async () => {
    const { draw, server } = drawContacts();
    server.on("GET /api/documents/contact-duplicates", () => refusal(503, "It is busy."));
    draw();
    await openDuplicates();
    const list = await dialog("Likely duplicates");
    await list.findByText("Not loaded. It is busy.");
    server.on("GET /api/documents/contact-duplicates", () => ({ pairs: [], total: 0 }));
    fireEvent.click(list.getByRole("button", { name: "Try again" }));
    await list.findByText("No duplicates");
  });
});

describe("a file of contacts", () => {
  const file = new File(["BEGIN:VCARD\nEND:VCARD"], "old.vcf");
  const counts = { added: 1, updated: 2, same: 0, problemCount: 3, duplicateCount: 1, revision: "r1" };
  const report = {
    ...counts,
    duplicates: [{ line: 9, on: "phone", contact: { name: "Ada King", phone: "+44 1" }, other: "ada" }],
    problems: [{ line: 13, reason: "It has no name." }],
  };

  it("is sent once, and its report offers merging and undo", async () => {
    const { draw, server } = drawContacts();
    const sent: unknown[] = [];
    const undone: unknown[] = [];
    server
      .on("POST /api/documents/contact-import", ({ body }) => {
        sent.push(body);
        return report;
      })
      .on("POST /api/documents/contact-merge", () => ({ revision: "r3" }))
      .on("POST /api/documents/undo", ({ body }) => {
        undone.push(body);
        return { revision: "r4" };
      });
    draw();
    give(file);
    const first = await dialog("Imported old.vcf");
    first.getByText("1 added, 2 updated, 1 duplicate, 3 unreadable");
    first.getByText(/Line 13:/);
    first.getByText("2 more");
    first.getByText("Same phone: +44 1");
    fireEvent.click(first.getByRole("button", { name: "Merge…" }));
    const merge = await dialog("Merge into Ada Lovelace");
    fireEvent.click(merge.getByRole("button", { name: "Merge" }));
    const said = await dialog("Imported old.vcf");
    await said.findByText("Merged");
    expect(said.queryByRole("button", { name: "Merge…" })).toBeNull();
    fireEvent.click(said.getByRole("button", { name: "Undo import" }));
    await waitFor(() => expect(notices()).toContain("Undone"));
    expect(undone).toEqual([{ revision: "r1" }]);
    expect(sent).toEqual([{ vcard: "BEGIN:VCARD\nEND:VCARD", name: "old.vcf" }]);
  });

  it("that is rejected shows only the error", async () => {
    const { draw, server } = drawContacts();
    server.on("POST /api/documents/contact-import", () =>
      refusal(422, "There are 100,000 contacts already."),
    );
    draw();
    give(file);
    await waitFor(() => expect(notices()).toContain("Not imported. There are 100,000 contacts already."));
    expect([screen.queryByRole("dialog"), screen.queryByText(/^Importing/)]).toEqual([null, null]);
  });
});
