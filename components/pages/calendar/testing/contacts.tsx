import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { Document } from "@/components/pages/data/documents/api";
import { REVISION } from "@/lib/shared/data/documents";
import type { Place } from "../calendar-url";
import { ContactsView } from "../contacts/contacts-view";

type Query = { operation: string; filter?: unknown; update?: unknown; data?: unknown };
export const ADA: Document = {
  _id: "ada",
  name: "Ada Lovelace",
  phone: "+44 1",
  company: "Engines",
  jobTitle: "Author",
};
export const ALAN: Document = { _id: { $oid: "b" }, name: "Alan Turing", email: "alan@example.com" };

/**
 * Renders the contacts with a fake server that has these contacts. `shown` is the id of the open card.
 */
export function drawContacts({ contacts = [ADA, ALAN], shown = undefined as string | undefined } = {}) {
  const reads: Query[] = [];
  const writes: Query[] = [];
  let write = (): unknown => ({ matchedCount: 1, deletedCount: 1, insertedCount: 1 });
  const server = new FakeServer()
    .on("POST /api/documents/query", ({ body }) => {
      const query = body as Query;
      if (query.operation === "countDocuments") return { count: contacts.length };
      if (query.operation === "find") {
        reads.push(query);
        return { rows: contacts };
      }
      writes.push(query);
      const answer = write();
      return answer instanceof Response ? answer : Response.json(answer, { headers: { [REVISION]: "r1" } });
    })
    .on("GET /api/documents/contact-events", () => ({ events: [], total: 0 }))
    .on("POST /api/documents/undo", () => ({ revision: "r2" }));
  for (const contact of contacts) {
    const id = typeof contact._id === "string" ? contact._id : JSON.stringify(contact._id);
    server.on(`GET /api/documents/contacts/${encodeURIComponent(id)}`, () =>
      contacts.includes(contact) ? { row: contact } : refusal(404, "There is no such document."),
    );
  }
  const onGo = vi.fn();
  const Page = () => {
    const [contact, setContact] = useState(shown);
    const go = (place: Place, isReplacing?: boolean) => {
      onGo(place, isReplacing);
      setContact(place.at === "contacts" ? place.contact : undefined);
    };
    return <ContactsView contact={contact} onGo={go} />;
  };
  return {
    ...{ server, contacts, reads, writes, onGo },
    answer: (by: typeof write) => (write = by),
    draw: () => drawPage(<Page />, { server }),
  };
}

export const card = async (name: string) => within(await screen.findByRole("article", { name }));
export const user = async (name: string) => {
  const text = await within(screen.getByRole("region", { name: "All contacts" })).findByText(name);
  return text.closest("a") as HTMLElement;
};

/**
 * Gives all elements a size. Call it in `beforeEach`, because the virtualized list renders no rows without a
 * size.
 */
export function mockListSize(): void {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(640);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(320);
}
