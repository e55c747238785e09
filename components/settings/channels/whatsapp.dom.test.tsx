import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { CHANNELS } from "@/components/client/events";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import type { ChannelView } from "@/lib/shared/channels";
import type { PermissionView, WhatsAppMessage } from "@/lib/shared/whatsapp";
import { Channels } from "./channels";

const off: ChannelView = {
  ...{ id: "whatsapp", title: "WhatsApp", status: "off", lacks: ["Groups"], lacksCodes: ["noGroups"] },
  ...{ people: [], waiting: 0, uncertain: 0, webhook: "https://easel.test/api/webhooks/whatsapp" },
};
const linked: ChannelView = {
  ...off,
  ...{ status: "connected", account: { name: "Bakery, +1 555", url: "https://wa.me/1555" } },
};
const grace: PermissionView = {
  ...{ phone: "+14155552671", display_name: "Grace", can_read: true, can_reply: false },
  ...{ granted_by: "agent", updated_at: ago(5) },
};
const message = (rest: Partial<WhatsAppMessage>): WhatsAppMessage => ({
  ...{ id: "a", phone: grace.phone, name: "Grace", text: "When do you open?", from_me: false, at: ago(3) },
  ...{ cause: null, answered: true, error: null, conversation_id: null, ...rest },
});

function draw(channel: ChannelView) {
  const state = { channel, contacts: [grace], messages: [message({})] };
  const server = new FakeServer()
    .on("GET /api/channels", () => ({ channels: [state.channel] }))
    .on("GET /api/whatsapp/permissions", () => ({ permissions: state.contacts }))
    .on("GET /api/whatsapp/may-tell", () => ({ text: "We open at seven." }))
    .on("GET /api/whatsapp/messages", () => ({ messages: state.messages }));
  return { state, ...drawPage(<Channels />, { server }) };
}
const button = (name: string) => screen.getByRole("button", { name });

it("the form shows missing fields without sending a request, and refused values at their field", async () => {
  const { server, state } = draw(off);
  await screen.findByText("Get a number from Meta");
  screen.getByText("https://easel.test/api/webhooks/whatsapp");
  fireEvent.click(button("Connect"));
  await screen.findAllByText("Required.");
  expect(server.asked).toEqual(["GET /api/channels"]);
  const credentials = {
    "Phone number ID": "+49",
    "Access token": "EAA",
    "App secret": "s",
    "Verify token": "v",
  };
  for (const [label, value] of Object.entries(credentials))
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  server.on("PUT /api/channels/whatsapp", () =>
    refusal(422, "The body is not valid.", [{ path: "phoneNumberId", message: "That is no ID." }]),
  );
  fireEvent.click(button("Connect"));
  await screen.findByText("That is no ID.");
  server.on("PUT /api/channels/whatsapp", ({ body }) => {
    expect(body).toEqual({ phoneNumberId: "+49", accessToken: "EAA", appSecret: "s", verifyToken: "v" });
    state.channel = linked;
    return linked;
  });
  fireEvent.click(button("Connect"));
  await screen.findByText("Connected as Bakery, +1 555");
  await screen.findByText("Grace");
});

it("the WhatsApp page grants and revokes permissions of a contact, and shows who set them", async () => {
  const { server, state } = draw(linked);
  const answer = await screen.findByRole("switch", { name: "Answer Grace" });
  screen.getByText(/set by the agent/);
  const sent: unknown[] = [];
  server.on("PUT /api/whatsapp/permissions/%2B14155552671", ({ body }) => {
    sent.push(body);
    state.contacts = [{ ...grace, can_reply: true, granted_by: "person" }];
    return state.contacts[0];
  });
  fireEvent.click(answer);
  await waitFor(() => expect(answer.getAttribute("aria-checked")).toBe("true"));
  expect(sent).toEqual([{ can_reply: true }]);
  server.on("DELETE /api/whatsapp/permissions/%2B14155552671", () => {
    state.contacts = [];
    return {};
  });
  fireEvent.click(button("Remove Grace"));
  fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await screen.findByText("None yet.");
});

it("the WhatsApp page shows an invalid number at its field", async () => {
  const { server } = draw(linked);
  server.on("PUT /api/whatsapp/permissions/12", () =>
    refusal(422, "The body is not valid.", [{ path: "phone", message: "Give the country code." }]),
  );
  fireEvent.change(await screen.findByLabelText("Number with country code"), { target: { value: "12" } });
  fireEvent.click(button("Allow reading"));
  await screen.findByText("Give the country code.");
});

it("a contact is added with read permission only, and the input stays if the request fails", async () => {
  const { server, state } = draw(linked);
  const phone = () => screen.getByLabelText<HTMLInputElement>("Number with country code");
  const name = () => screen.getByLabelText<HTMLInputElement>("Name");
  await screen.findByText("Grace");
  fireEvent.click(button("Allow reading"));
  expect(server.asked.filter((one) => one.startsWith("PUT"))).toEqual([]);
  fireEvent.change(phone(), { target: { value: " +44 20 7946 " } });
  fireEvent.change(name(), { target: { value: "Alan" } });
  server.lose("PUT /api/whatsapp/permissions/%2B44%2020%207946");
  fireEvent.click(button("Allow reading"));
  await screen.findByText(/^Easel cannot be reached/);
  expect([phone().value, name().value]).toEqual([" +44 20 7946 ", "Alan"]);
  const sent: unknown[] = [];
  server.on("PUT /api/whatsapp/permissions/%2B44%2020%207946", ({ body }) => {
    sent.push(body);
    state.contacts = [grace, { ...grace, phone: "+44207946", display_name: "Alan", granted_by: "person" }];
    return state.contacts[1];
  });
  fireEvent.click(button("Allow reading"));
  await screen.findByText("Alan");
  await waitFor(() => expect([phone().value, name().value]).toEqual(["", ""]));
  expect(sent).toEqual([{ display_name: "Alan", can_read: true }]);
});

it("a change or removal of a contact is reverted if the server refuses, with the reason", async () => {
  const { server } = draw(linked);
  server
    .on("PUT /api/whatsapp/permissions/%2B14155552671", () => refusal(500, "The disk is full."))
    .on("DELETE /api/whatsapp/permissions/%2B14155552671", () => refusal(500, "The disk is full."));
  const read = await screen.findByRole("switch", { name: "Read Grace" });
  fireEvent.click(read);
  await screen.findByText("Failed. The disk is full.");
  expect(read.getAttribute("aria-checked")).toBe("true");
  fireEvent.click(button("Remove Grace"));
  const question = () => within(screen.getByRole("alertdialog"));
  fireEvent.click(question().getByRole("button", { name: "Remove" }));
  await question().findByText("Failed. The disk is full.");
  fireEvent.click(question().getByRole("button", { name: "Cancel" }));
  fireEvent.click(button("Remove Grace"));
  expect(question().queryByText(/^Failed/)).toBeNull();
});

it("the WhatsApp page loads older messages on request, and shows errors if loading fails", async () => {
  const { server, state } = draw(linked);
  server.on("GET /api/whatsapp/messages", ({ url }) =>
    url.searchParams.get("cursor") === "next"
      ? { messages: [message({ id: "old", text: "Do you bake rye?", conversation_id: "talk" })] }
      : { messages: state.messages, next_cursor: "next" },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByText("Do you bake rye?");
  expect(screen.getByRole("link", { name: "Conversation" }).getAttribute("href")).toBe("/chat/talk");
  cleanup();
  const lost = new FakeServer().on("GET /api/channels", () => ({ channels: [linked] }));
  for (const what of ["permissions", "may-tell", "messages"]) lost.lose(`GET /api/whatsapp/${what}`);
  drawPage(<Channels />, { server: lost });
  await waitFor(() =>
    expect(screen.getAllByText(/^Could not load\. Easel cannot be reached/)).toHaveLength(2),
  );
});

it("the WhatsApp page saves the information for contacts, and shows new messages with their cause", async () => {
  const { server, state, tell } = draw(linked);
  server.on("PUT /api/whatsapp/may-tell", ({ body }) => body);
  const text = await screen.findByDisplayValue("We open at seven.");
  fireEvent.change(text, { target: { value: "We open at eight." } });
  fireEvent.click(button("Save"));
  await screen.findByText(/^Saved\./);
  await screen.findByText(/answered automatically/);
  state.messages = [
    message({ id: "c", text: "Buy flour", from_me: true, cause: "tool", error: "No such number." }),
    message({ id: "b", text: "At seven.", from_me: true, cause: "contact" }),
    message({}),
  ];
  tell(CHANNELS);
  await screen.findByText(/allowed by contact rights/);
  screen.getByText(/allowed by you/);
  screen.getByText("Not delivered: No such number.");
});
