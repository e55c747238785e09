import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import type { ChannelView } from "@/lib/shared/channels";
import type { MailItem, MailRules } from "@/lib/shared/mail";
import { Channels } from "./channels";

const off: ChannelView = {
  ...{ id: "mail", title: "Mail", status: "off", lacks: [], lacksCodes: [] },
  ...{ people: [], waiting: 0, uncertain: 0 },
};
const linked: ChannelView = {
  ...off,
  ...{ status: "connected", account: { name: "ada@harbour.test", url: "mailto:ada@harbour.test" } },
};
const server = (host: string, port: number) => ({ host, port, tls: "tls" as const });
const account = {
  ...{ address: "ada@harbour.test", name: "Ada", user: "ada@harbour.test" },
  imap: server("imap.harbour.test", 993),
  smtp: server("smtp.harbour.test", 465),
};
const mail = (rest: Partial<MailItem>): MailItem => ({
  ...{ id: crypto.randomUUID(), conversation_id: null, to: ["grace@reef.test"], cc: [], bcc: [], files: [] },
  ...{ subject: "Ferry", text: "At nine.", status: "sent", error: null, created_at: ago(5), sent_at: ago(4) },
  ...rest,
});

function draw(channel: ChannelView, mails: MailItem[] = []) {
  const rules: MailRules = { folders: [], senders: [], talks: false };
  const state = { channel, rules, mails };
  const fake = new FakeServer()
    .on("GET /api/channels", () => ({ channels: [state.channel] }))
    .on("GET /api/mail", () => ({ account, rules: state.rules }))
    .on("GET /api/mail/folders", () => ({
      folders: [
        { path: "INBOX", use: "Inbox" },
        { path: "Work", use: null },
      ],
    }))
    .on("GET /api/mail/drafts", () => ({ mails: state.mails }))
    .on("PUT /api/mail", ({ body }) => {
      state.rules = body as MailRules;
      return { rules: body };
    });
  return { state, ...drawPage(<Channels />, { server: fake }) };
}
const button = (name: string) => screen.getByRole("button", { name });
const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("the form shows missing fields, and a refused value at its field", async () => {
  const { server: fake, state } = draw(off);
  await screen.findByLabelText(/Mail address/);
  fireEvent.click(button("Connect"));
  expect(await screen.findAllByText("Required.")).toHaveLength(4);
  fill(/Mail address/, "ada@harbour.test");
  fill(/^Password/, "secret");
  fill(/IMAP server/, "imap.harbour.test");
  fill(/SMTP server/, "smtp harbour");
  fake.on("PUT /api/channels/mail", () =>
    refusal(422, "The body is not valid.", [{ path: "account.smtp.host", message: "That is no host." }]),
  );
  fireEvent.click(button("Connect"));
  await screen.findByText("That is no host.");
  fill(/SMTP server/, "smtp.harbour.test");
  fake.on("PUT /api/channels/mail", ({ body }) => {
    expect(body).toEqual({ account: { ...account, name: "" }, password: "secret" });
    state.channel = linked;
    return linked;
  });
  fireEvent.click(button("Connect"));
  await screen.findByText("Connected as ada@harbour.test");
});

it("the user chooses folders and senders, and learns why the check fails", async () => {
  const { server: fake, state } = draw(linked);
  await screen.findByText("The agent reads no folder yet.");
  fireEvent.click(await screen.findByRole("checkbox", { name: "INBOX" }));
  fill(/^Senders/, "reef.test\n\n grace@lab.test ");
  fireEvent.click(button("Save"));
  await screen.findByText("Saved.");
  expect(state.rules).toEqual({ folders: ["INBOX"], senders: ["reef.test", "grace@lab.test"], talks: false });
  fake.on("POST /api/channels/mail/test", () => ({
    ok: false,
    message: "The IMAP server has a certificate that has expired.",
  }));
  fireEvent.click(button("Check"));
  await screen.findByText("The IMAP server has a certificate that has expired.");
});

it("pairing is offered once writing to the agent is on", async () => {
  const { state } = draw(linked);
  const talk = await screen.findByRole("switch", { name: "Answer mails of paired addresses" });
  expect(screen.queryByRole("button", { name: "Create pairing code" })).toBeNull();
  await waitFor(() => expect(talk.hasAttribute("disabled")).toBe(false));
  fireEvent.click(talk);
  await screen.findByRole("button", { name: "Create pairing code" });
  await waitFor(() => expect(state.rules.talks).toBe(true));
});

it("the user decides whether a mail with an unknown status was sent", async () => {
  const lost = mail({ status: "unknown", error: "The connection ended.", sent_at: null });
  const { server: fake } = draw(linked, [lost, mail({ status: "draft", bcc: ["quiet@reef.test"] })]);
  await screen.findByText("The connection ended.");
  await screen.findByText(/Bcc quiet@reef\.test/);
  const sent: unknown[] = [];
  fake.on(`PATCH /api/mail/drafts/${lost.id}`, ({ body }) => {
    sent.push(body);
    return null;
  });
  fireEvent.click(button("It was sent"));
  await waitFor(() => expect(sent).toEqual([{ status: "sent" }]));
});
