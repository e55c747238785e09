import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { SubscribeDialog } from "./subscribe-dialog";

const ROUTE = "/api/documents/calendar-address";
const address = { url: "https://easel.example.com/calendar/abc.ics", createdAt: "2026-01-02T03:04:05.000Z" };
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("the dialog creates, shows and revokes an address", async () => {
  const server = new FakeServer()
    .on(`GET ${ROUTE}`, () => ({ address: null }))
    .on(`POST ${ROUTE}`, () => ({ address }))
    .on(`DELETE ${ROUTE}`, () => ({}));
  drawPage(<SubscribeDialog onClose={vi.fn()} />, { server });
  fireEvent.click(await screen.findByRole("button", { name: "Create address" }));
  await screen.findByText(address.url);
  expect(screen.queryByText(/^Only for this computer/)).toBeNull();
  press("Revoke");
  await screen.findByRole("button", { name: "Create address" });
  expect(notices()).toContain("Address revoked");
});

it("the dialog warns about a local address and shows an error", async () => {
  const url = "http://localhost:3000/calendar/abc.ics";
  const server = new FakeServer()
    .on(`GET ${ROUTE}`, () => ({ address: { ...address, url } }))
    .on(`DELETE ${ROUTE}`, () => refusal(503, "It is busy."));
  drawPage(<SubscribeDialog onClose={vi.fn()} />, { server });
  await screen.findByText(/^Only for this computer, unless/);
  press("Revoke");
  expect((await screen.findByRole("alert")).textContent).toBe("It is busy.");
  expect(screen.getByText(url)).toBeTruthy();
});
