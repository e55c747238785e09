import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { settled } from "@/components/pages/data/testing/settled";
import { ADA, card, drawContacts, mockListSize, user } from "../testing/contacts";

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

beforeEach(mockListSize);
afterEach(() => {
  vi.restoreAllMocks();
});

describe("the list of contacts", () => {
  it("opens a card by click and moves between contacts by arrow keys", async () => {
    const { draw, onGo } = drawContacts();
    draw();
    const ada = await user("Ada Lovelace");
    const alan = await user("Alan Turing");
    expect([ada.textContent, alan.getAttribute("href")]).toEqual([
      "ALAda Lovelace+44 1 · Author, Engines",
      "/calendar/contacts?contact=%7B%22%24oid%22%3A%22b%22%7D",
    ]);
    ada.focus();
    fireEvent.keyDown(ada, { key: "ArrowDown" });
    await waitFor(() => expect(document.activeElement).toBe(alan));
    fireEvent.click(ada, { ctrlKey: true });
    expect(onGo).not.toHaveBeenCalled();
    fireEvent.click(alan);
    (await card("Alan Turing")).getByRole("link", { name: "alan@example.com" });
    expect((await user("Alan Turing")).getAttribute("aria-current")).toBe("true");
  });

  it("searches all fields after a pause, and Escape clears the search", async () => {
    const { draw, reads } = drawContacts();
    draw();
    await user("Ada Lovelace");
    const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search contacts" });
    settled(() => {
      for (const text of ["l", "lo", "lo+"]) write(field, text);
    });
    await waitFor(() => expect(JSON.stringify(reads.at(-1)?.filter)).toContain('"name":{"$regex":"lo\\\\+"'));
    expect(reads).toHaveLength(2);
    fireEvent.keyDown(field, { key: "Escape" });
    expect(field.value).toBe("");
  });

  it("shows an empty state, or an error if loading fails", async () => {
    const { draw, server } = drawContacts({ contacts: [] });
    const { unmount } = draw();
    await screen.findByText("No contacts yet");
    unmount();
    server.on("POST /api/documents/query", () => refusal(503, "It is busy."));
    draw();
    expect((await screen.findByRole("alert")).textContent).toBe("It is busy.");
    expect(screen.queryByText("No contacts yet")).toBeNull();
  });
});

describe("the card of a contact", () => {
  it("closes when the contact is deleted, and the deletion can be undone", async () => {
    const { draw, writes, server, onGo } = drawContacts({ shown: "ada" });
    draw();
    fireEvent.click((await card("Ada Lovelace")).getByRole("button", { name: "Delete" }));
    await screen.findByText("Choose a contact.");
    expect(writes).toEqual([
      { operation: "deleteMany", collection: "contacts", filter: { _id: { $in: ["ada"] } } },
    ]);
    expect(onGo).toHaveBeenCalledWith({ at: "contacts" }, true);
    await waitFor(() => expect(notices()).toContain("Deleted “Ada Lovelace”"));
    server.on("POST /api/documents/undo", () => refusal(409, "It has changed since."));
    pressNotice("Undo");
    await waitFor(() => expect(notices()).toContain("Not undone. It has changed since."));
    server.on("POST /api/documents/undo", () => ({ revision: "r2" }));
    press("Undo deleting Ada Lovelace");
    await screen.findByRole("button", { name: "Redo deleting Ada Lovelace" });
  });

  it("stays open with an error if deleting fails", async () => {
    const { draw, answer } = drawContacts({ shown: "ada" });
    answer(() => refusal(409, "There are events with her."));
    draw();
    fireEvent.click((await card("Ada Lovelace")).getByRole("button", { name: "Delete" }));
    await screen.findByText("Not deleted. There are events with her.");
    await card("Ada Lovelace");
    expect(notices()).toEqual([]);
  });

  it("says when the contact does not exist, and reloads on retry after an error", async () => {
    const { draw, server, contacts } = drawContacts({ shown: "ada" });
    server.on("GET /api/documents/contacts/ada", () => refusal(503, "It is busy."));
    const { tell } = draw();
    const alert = await screen.findByText("Not loaded. It is busy.");
    expect(alert).toBeTruthy();
    server.on("GET /api/documents/contacts/ada", () =>
      contacts.includes(ADA) ? { row: ADA } : refusal(404, "There is no such document."),
    );
    press("Try again");
    await card("Ada Lovelace");
    contacts.shift();
    tell('documents ["contacts"]');
    await screen.findByText("Contact not found");
  });

  it("renders no links for unsafe URLs in its values", async () => {
    const website = "javascript:alert(1)";
    const { draw } = drawContacts({ contacts: [{ ...ADA, website, email: "<b>@x y" }], shown: "ada" });
    draw();
    const ada = await card("Ada Lovelace");
    ada.getByText(website);
    expect(ada.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["tel:+441"]);
  });
});
