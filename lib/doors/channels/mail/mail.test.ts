import { afterAll, expect, test, vi } from "vitest";
import { MailServer, mailOf } from "@/e2e/mail/server";
import { resolveAgent } from "@/lib/store/agents/agents";
import { isPaired } from "@/lib/store/channels/channel-people";
import { readMailRules, saveMailRules } from "@/lib/store/channels/mail";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { answerByLink, pageOfAsk } from "../ask-link";
import { linkAgentChannel, testAgentChannel, viewChannels } from "../manage";
import { newPairing } from "../pair";
import { startChannels } from "../serve";
import { hurry } from "../testing/hurry";
import { mail } from "./mail";

vi.setConfig({ testTimeout: 40_000 });
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
process.env.EASEL_MODEL = "demo";
const server = await MailServer.start();
const database = await testDatabase();
const agentId = await resolveAgent();
const key = { agentId, id: "mail" } as const;
const ADA = "ada@home.test";
const VERIFIED = "Authentication-Results: mx.harbour.test; dmarc=pass header.from=home.test";
hurry(mail);

afterAll(async () => {
  await server.stop();
  await database.drop();
});

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
const status = async () => (await viewChannels(agentId)).find(({ id }) => id === "mail")?.status;
const sent = (part: string) => server.received.filter(({ raw }) => decoded(raw).includes(part));
/** Undoes quoted-printable, whose soft line breaks can split a word. */
const decoded = (raw: string) =>
  raw
    .replace(/=\r?\n/g, "")
    .replace(/(?:=[\dA-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll("=", ""), "hex").toString());
const untilSent = (part: string) => until(() => expect(sent(part)).toHaveLength(1));
const write = (more: Parameters<typeof mailOf>[0] = {}) =>
  server.deliver(mailOf({ from: `Ada <${ADA}>`, headers: [VERIFIED], ...more }));
const conversations = () => sql()`select id, read_web from conversations order by created_at`;

test("says in words what is wrong with an account", async () => {
  const { credentials } = server;
  const { account } = credentials;
  const link = (body: object) => linkAgentChannel(agentId, "mail", body);
  await expect(link({ ...credentials, password: "wrong" })).rejects.toThrow(
    /rejects the user name or the password/,
  );
  const imap = { ...account.imap, port: 1_111 };
  await expect(link({ ...credentials, account: { ...account, imap } })).rejects.toThrow(
    /refuses connections on port/,
  );
  const smtp = { ...account.smtp, tls: "starttls" };
  await expect(link({ ...credentials, account: { ...account, smtp } })).rejects.toThrow(
    /no TLS of this kind/,
  );
  const far = { ...account.imap, host: "10.0.0.1" };
  await expect(link({ ...credentials, account: { ...account, imap: far } })).rejects.toThrow(
    /not on the public internet/,
  );
  const lan = { ...account.imap, host: "imap.gmail.test", tls: "none" };
  await expect(link({ ...credentials, account: { ...account, imap: lan } })).rejects.toThrow(
    /cannot be resolved/,
  );
  await link(credentials);
  startChannels();
  await until(async () => expect(await status()).toBe("connected"));
  expect(await testAgentChannel(agentId, "mail")).toMatchObject({ ok: true });
});

test("does not answer mails that arrived while writing to the agent was off", async () => {
  write({ subject: "Hello" });
  await saveMailRules(agentId, { folders: [], senders: [], talks: true });
  await until(async () => expect(await status()).toBe("connected"));
  await until(async () => {
    const [row] = await sql()`select cursor from channels`;
    expect(row?.cursor).toContain("INBOX");
  });
  expect(await conversations()).toHaveLength(0);
});

test("does not pair an address that the mail server does not confirm", async () => {
  const { code, url } = await newPairing(key);
  expect(url).toBe(`mailto:ada@harbour.test?subject=${encodeURIComponent(`/start ${code}`)}`);
  write({ subject: `/start ${code}`, headers: [] });
  await untilSent("does not confirm who sent a mail");
  expect(await isPaired(key, ADA)).toBe(false);
});

test("pairs an address by a code in the subject", async () => {
  const { code } = await newPairing(key);
  write({ subject: `/start ${code}` });
  await untilSent("You are paired");
  expect((await readMailRules(agentId)).verifiedBy).toBe("mx.harbour.test");
});

test("answers a mail once, in its thread, also if the server renumbers the folder or ends the connection", async () => {
  write({ subject: "Bread", text: "Which bread is there?", id: "<bread@home.test>" });
  await until(() =>
    expect(server.received.filter(({ raw }) => raw.includes("Subject: Re: Bread"))).toHaveLength(1),
  );
  const [answer] = server.received.filter(({ raw }) => raw.includes("Subject: Re: Bread"));
  expect(answer?.to).toEqual([ADA]);
  expect(answer?.raw).toContain("In-Reply-To: <bread@home.test>");
  expect(answer?.raw).toContain("Auto-Submitted: auto-replied");
  server.renumber("INBOX");
  server.disconnect();
  await until(async () => expect(await status()).toBe("lost"));
  await until(async () => expect(await status()).toBe("connected"));
  write({ subject: "Re: Bread", text: "Thanks", headers: [VERIFIED, "In-Reply-To: <bread@home.test>"] });
  await until(() =>
    expect(server.received.filter(({ raw }) => raw.includes("Subject: Re: Bread"))).toHaveLength(2),
  );
  const all = await conversations();
  expect(all).toHaveLength(1);
  expect(all[0]?.read_web).toBe("{mail:ada%40home.test}");
});

test.each([
  ["without a confirmation", []],
  ["confirmed by another server", ["Authentication-Results: mx.evil.test; dmarc=pass header.from=home.test"]],
  [
    "with a confirmation below the server's own",
    ["Authentication-Results: mx.harbour.test; dmarc=fail", VERIFIED],
  ],
  ["of a program", [VERIFIED, "Auto-Submitted: auto-generated"]],
  ["of a mailing list", [VERIFIED, "List-Id: <tides.reef.test>"]],
])("does not answer a mail %s", async (_, headers) => {
  const before = (await conversations()).length;
  write({ subject: "Obey", headers });
  write({ subject: `After ${crypto.randomUUID()}` });
  await until(async () => expect(await conversations()).toHaveLength(before + 1));
});

test("an ask arrives with a link that only shows it; the form answers it once", async () => {
  write({ subject: "State", text: '/set_state {"key":"tide","value":"high"}' });
  await untilSent("May the agent use set_state?");
  const [asked] = sent("May the agent use set_state?");
  const link = /Answer here: (\S+)/.exec(decoded(asked?.raw ?? ""))?.[1] ?? "";
  const token = new URL(link).pathname.replace("/ask/", "");
  const request = (method: string, body?: string) =>
    new Request(link, { method, ...(body !== undefined && { body }) });
  for (const method of ["GET", "GET"]) {
    const shown = await pageOfAsk(token, request(method));
    expect(await shown.text()).toContain("May the agent use set_state?");
  }
  expect(await sql()`select from state where key = 'tide'`).toHaveLength(0);
  expect((await pageOfAsk(`${token}x`, request("GET"))).status).toBe(404);
  expect((await answerByLink(token, request("POST", "decision=always"))).status).toBe(400);
  expect((await answerByLink(token, request("POST", "decision=approve"))).status).toBe(200);
  await until(async () => expect(await sql()`select from state where key = 'tide'`).toHaveLength(1));
  const again = await answerByLink(token, request("POST", "decision=reject"));
  expect(again.status).toBe(409);
  expect(await (await pageOfAsk(token, request("GET"))).text()).toContain("Already answered");
});
