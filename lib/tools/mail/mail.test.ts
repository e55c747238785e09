import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { MailServer, mailOf, smtpError } from "@/e2e/mail/server";
import { linkAgentChannel } from "@/lib/doors/channels/manage";
import type { MailRules } from "@/lib/shared/mail";
import { resolveAgent } from "@/lib/store/agents/agents";
import { addMail, listMails, readMail as readStored, saveMailRules } from "@/lib/store/channels/mail";
import { testDatabase } from "@/lib/store/testing/database";
import { connectedAccount } from "./account";
import { composeMail, newMessageId } from "./compose";
import { withImap } from "./imap";
import { readAttachment, readMail, readRef, searchMails, writeRef } from "./read";
import { sendStored } from "./send";
import { checkSmtp } from "./smtp";

process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
const server = await MailServer.start();
const database = await testDatabase();
const agentId = await resolveAgent();
const rules: MailRules = { folders: ["INBOX", "Work"], senders: [], talks: false };
await linkAgentChannel(agentId, "mail", server.credentials);
await saveMailRules(agentId, rules);
const account = await connectedAccount(agentId);
const { signal } = new AbortController();

afterAll(async () => {
  await server.stop();
  await database.drop();
});
beforeEach(() => {
  server.received.length = 0;
  server.onContent = async () => {};
});

const search = (query: object = {}, allowed = rules) =>
  withImap(account, signal, (client) =>
    searchMails(client, allowed, { folder: "INBOX", limit: 20, ...query }),
  );
const read = (id: string, allowed = rules) =>
  withImap(account, signal, (client) => readMail(client, allowed, readRef(id), signal));
const newest = async (query: object = {}) => {
  const [mail] = (await search(query)).mails;
  if (!mail) throw new Error("There is no mail");
  return mail;
};

test("searches a folder on the server, newest first, in pages", async () => {
  for (const nth of [1, 2, 3, 4, 5]) server.deliver(mailOf({ subject: `Ferry ${nth}` }));
  const first = await search({ subject: "Ferry", limit: 2 });
  expect(first.mails.map(({ subject }) => subject)).toEqual(["Ferry 5", "Ferry 4"]);
  expect(first.hasMore).toBe(true);
  const second = await search({ subject: "Ferry", limit: 5, below: first.mails[1]?.ref });
  expect(second.mails.map(({ subject }) => subject)).toEqual(["Ferry 3", "Ferry 2", "Ferry 1"]);
  expect(second.hasMore).toBe(false);
});

test("reads HTML as markdown, other character sets, and leaves the mail unread", async () => {
  server.deliver(
    [
      "From: =?iso-8859-1?Q?Gr=FCn?= <gruen@reef.test>",
      "Subject: =?utf-8?B?RsOkaHJl?=",
      "Message-ID: <html@reef.test>",
      "Content-Type: multipart/mixed; boundary=b",
      ...[
        "",
        "--b",
        "Content-Type: text/html; charset=iso-8859-1",
        "Content-Transfer-Encoding: quoted-printable",
        "",
      ],
      "<h1>F=E4hre</h1><p>um <b>neun</b></p><script>steal()</script>",
      ...["--b", 'Content-Type: text/csv; name="plan.csv"', "Content-Disposition: attachment"],
      ...["Content-Transfer-Encoding: base64", "", "YSxiCjEsMgo=", "--b--", ""],
    ].join("\n"),
  );
  const { ref } = await newest();
  const mail = await read(writeRef(ref));
  expect(mail).toMatchObject({ from: { name: "Grün", address: "gruen@reef.test" }, subject: "Fähre" });
  expect(mail.text).toBe("# Fähre\n\num **neun**");
  expect(mail.attachments).toEqual([{ part: "2", name: "plan.csv", type: "text/csv", size: 9 }]);
  expect((await newest()).isUnread).toBe(true);
  const file = await withImap(account, signal, (client) =>
    readAttachment(client, rules, { ref, part: "2" }, signal),
  );
  expect(Buffer.from(file.bytes).toString()).toBe("a,b\n1,2\n");
});

test("refuses folders and senders that the user has not chosen", async () => {
  await expect(search({ folder: "Sent" })).rejects.toThrow(/may not read the folder/);
  server.deliver(mailOf({ from: "mallory@evil.test", subject: "Hello" }));
  const { ref } = await newest({ subject: "Hello" });
  const allowed = { ...rules, senders: ["reef.test"] };
  expect((await search({ subject: "Hello" }, allowed)).mails).toEqual([]);
  await expect(read(writeRef(ref), allowed)).rejects.toThrow(/may not read mails from mallory/);
});

test("refuses ids from before the server renumbered the folder", async () => {
  server.deliver(mailOf(), "Work");
  const { ref } = await newest({ folder: "Work" });
  server.renumber("Work");
  await expect(read(writeRef(ref))).rejects.toThrow(/renumbered/);
});

const queued = (more: object = {}) =>
  addMail({
    ...{ agentId, conversationId: null, toolCallId: crypto.randomUUID(), messageId: newMessageId(account) },
    ...{ to: ["grace@reef.test"], cc: [], bcc: [], subject: "Answer", text: "At nine." },
    ...{ files: [], inReplyTo: null, references: [], status: "queued" as const, ...more },
  });

test("sends a mail once, with its hidden recipients in the envelope alone, and stores a copy", async () => {
  const mail = await queued({
    cc: ["ada@lab.test"],
    bcc: ["quiet@reef.test"],
    inReplyTo: "<a@x>",
    references: ["<a@x>"],
  });
  expect(await sendStored(account, mail, signal)).toEqual({ status: "sent", error: null });
  const [sent] = server.received;
  expect(sent?.to).toEqual(["grace@reef.test", "ada@lab.test", "quiet@reef.test"]);
  expect(sent?.raw).toContain(`Message-ID: ${mail.messageId}`);
  expect(sent?.raw).toContain("In-Reply-To: <a@x>");
  expect(sent?.raw).not.toContain("quiet");
  expect(server.in("Sent").filter((raw) => raw.includes(mail.messageId))).toHaveLength(1);
  const stored = await readStored(agentId, mail.id);
  expect(stored && (await sendStored(account, stored, signal)).status).toBe("sent");
  expect(server.received).toHaveLength(1);
});

test("a definite refusal fails; the server accepts the other recipients of a mail", async () => {
  server.onContent = async () => {
    throw smtpError(554, "Spam");
  };
  expect(await sendStored(account, await queued(), signal)).toMatchObject({ status: "failed", error: /554/ });
  server.onContent = async () => {};
  const partly = await queued({ to: ["grace@reef.test", "nobody@reef.test"] });
  expect(await sendStored(account, partly, signal)).toMatchObject({
    status: "sent",
    error: /nobody@reef.test/,
  });
});

test("a connection that ends before the answer leaves the mail unknown, unless its copy is found", async () => {
  server.onContent = () => new Promise(() => {});
  const lost = await queued();
  const sending = sendStored(account, lost, AbortSignal.timeout(1_500));
  expect(await sending).toMatchObject({ status: "unknown" });
  expect((await readStored(agentId, lost.id))?.status).toBe("unknown");
  server.onContent = async ({ raw }) => {
    server.deliver(raw, "Sent");
    await new Promise(() => {});
  };
  const kept = await queued();
  expect(await sendStored(account, kept, AbortSignal.timeout(1_500))).toMatchObject({ status: "sent" });
});

test("a mail in the state sending is never transmitted again", async () => {
  const mail = await queued();
  expect(await sendStored(account, { ...mail, status: "sending" }, signal)).toMatchObject({
    status: "unknown",
  });
  expect(server.received).toEqual([]);
  expect((await listMails(agentId)).mails.some(({ id }) => id === mail.id)).toBe(true);
});

test("names the problem of a certificate, and offers no connection without TLS to other machines", async () => {
  const secure = new SMTPServer({ secure: true });
  secure.on("error", () => {});
  secure.listen(0, "127.0.0.1");
  await once(secure.server, "listening");
  onTestFinished(() => secure.close());
  const { port } = z.object({ port: z.number() }).parse(secure.server.address());
  const at = { host: "127.0.0.1", port };
  await expect(checkSmtp({ ...account, smtp: { ...at, tls: "tls" } }, signal)).rejects.toThrow(
    /certificate that (?:is self-signed|has expired)/,
  );
  await expect(checkSmtp({ ...account, smtp: { ...at, tls: "none" } }, signal, 500)).rejects.toThrow(
    /SMTP server/,
  );
  const far = { host: "8.8.8.8", port: 587, tls: "none" as const };
  await expect(checkSmtp({ ...account, smtp: far }, signal)).rejects.toThrow(/needs TLS/);
  const other = { host: "8.8.8.8", port: 25, tls: "tls" as const };
  await expect(checkSmtp({ ...account, smtp: other }, signal)).rejects.toThrow(/Port 25/);
});

test("no value can add a header", async () => {
  const content = await composeMail(
    { address: "ada@harbour.test", name: 'Ada", <mallory@evil.test>' },
    {
      ...{ to: ["grace@reef.test"], cc: [], subject: "Hi\r\nBcc: mallory@evil.test", text: "Text" },
      ...{ messageId: newMessageId(account), inReplyTo: "<a@x>\r\nBcc: mallory@evil.test", references: [] },
      createdAt: new Date().toISOString(),
    },
  );
  expect(content.toString()).not.toMatch(/^Bcc:/im);
});
