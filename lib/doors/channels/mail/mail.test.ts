import { afterAll, expect, test, vi } from "vitest";
import { MailServer, mailOf } from "@/e2e/mail/server";
import { checkMailTriggers } from "@/lib/agent/background/mail";
import { createTrigger, readTrigger, toggleTrigger } from "@/lib/data/schedule/triggers";
import { actingAs } from "@/lib/ground/base/acting";
import { resolveAgent } from "@/lib/store/agents/agents";
import { noteMail } from "@/lib/store/agents/mail-triggers";
import { isPaired } from "@/lib/store/channels/channel-people";
import { readMailRules, saveMailRules } from "@/lib/store/channels/mail";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { answerByLink, pageOfAsk } from "../ask-link";
import { linkAgentChannel, testAgentChannel, unlinkAgentChannel, viewChannels } from "../manage";
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
const user = { author: "person", cause: null } as const;
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
    expect(row?.cursor).toContain('"talk":{');
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
  const connected = () => sql()`select connected_at from channels`;
  const before = await connected();
  server.disconnect();
  await until(async () => expect(await connected()).not.toEqual(before));
  write({ subject: "Re: Bread", text: "Thanks", headers: [VERIFIED, "In-Reply-To: <bread@home.test>"] });
  await until(() =>
    expect(server.received.filter(({ raw }) => raw.includes("Subject: Re: Bread"))).toHaveLength(2),
  );
  const all = await conversations();
  expect(all).toHaveLength(1);
  expect(all[0]?.read_web).toBe("{mail:ada%40home.test}");
});

test("receives a mail that arrives just before the folder is opened again", async () => {
  server.beforeOpening(() => write({ subject: "Salt" }));
  write({ subject: "Butter" });
  for (const subject of ["Butter", "Salt"])
    await until(() => expect(sent(`Subject: Re: ${subject}`)).toHaveLength(1));
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

type Waiting = { id: string; from: string; subject: string; text: string };
const make = (filter: { from: string; subject?: string; folder?: string }) =>
  createTrigger(agentId, { kind: "mail", name: "Mail", instruction: "Note it.", ...filter }, user);
const waitingOf = async ({ id }: { id: string }): Promise<Waiting[]> =>
  (await sql()<{ waiting: Waiting[] }[]>`select waiting from jobs where id = ${id}`)[0]?.waiting ?? [];
const subjectsOf = async (trigger: { id: string }) =>
  (await waitingOf(trigger)).map(({ subject }) => subject);
const fromGrace = (subject: string, more: Parameters<typeof mailOf>[0] = {}) =>
  server.deliver(mailOf({ from: "Grace <grace@reef.test>", subject, ...more }));

test("a new mail of the sender starts a trigger once, although it is moved, renumbered and looked at again", async () => {
  server.deliver(mailOf({ subject: "Ferry before" }), "INBOX", new Date(Date.now() - 5_000));
  await saveMailRules(agentId, { folders: ["INBOX", "Work"], senders: [], talks: true });
  await until(async () => expect(await status()).toBe("connected"));
  const [any, ferry, work] = [
    await make({ from: "reef.test" }),
    await make({ from: "grace@reef.test", subject: "leaves FERRY" }),
    await make({ from: "grace@reef.test", folder: "Work" }),
  ];
  const [{ cursor } = { cursor: "" }] = await sql()<{ cursor: string }[]>`select cursor from channels`;
  const moved = mailOf({
    subject: "The ferry leaves",
    text: "At nine.",
    headers: ["List-Id: <tides.reef.test>"],
  });
  server.deliver(moved);
  server.deliver(mailOf({ from: "mallory@evil.test", subject: "The ferry leaves" }));
  await until(async () => expect(await subjectsOf(ferry)).toEqual(["The ferry leaves"]));
  expect(await waitingOf(ferry)).toMatchObject([{ from: "grace@reef.test", text: "At nine." }]);
  server.deliver(moved, "Work");
  server.renumber("INBOX");
  await sql()`update channels set cursor = ${cursor}`;
  server.disconnect();
  await until(async () => expect(await subjectsOf(work)).toEqual(["The ferry leaves"]));
  fromGrace("Later");
  await until(async () => expect(await subjectsOf(any)).toEqual(["The ferry leaves", "Later"]));
  expect(await subjectsOf(ferry)).toEqual(["The ferry leaves"]);
  const again = { apartMs: 0, maxWaiting: 9 };
  await Promise.all(
    [1, 2, 3].map(() => noteMail({ agentId, id: any.id }, "same", { subject: "Same" }, again)),
  );
  expect(await subjectsOf(any)).toEqual(["The ferry leaves", "Later", "Same"]);
});

test("a mail that arrives right after a trigger was made starts it, although another trigger is looked at", async () => {
  const made = Promise.withResolvers<{ id: string }>();
  server.before("STATUS", async () => {
    made.resolve(await make({ from: "grace@reef.test", subject: "regatta" }));
    fromGrace("Regatta");
  });
  fromGrace("Wake");
  const regatta = await made.promise;
  await until(async () => expect(await subjectsOf(regatta)).toEqual(["Regatta"]));
});

test("mails to the agent, its own mails and automatic answers to them start no trigger", async () => {
  const all = await make({ from: "home.test" });
  const own = await make({ from: "harbour.test" });
  const [reply] = server.received.filter(({ raw }) => raw.includes("Subject: Re: Bread"));
  const sentId = /^Message-ID: (\S+)/im.exec(reply?.raw ?? "")?.[1] ?? "";
  write({ subject: "To the agent" });
  write({ subject: "Forged", headers: [] });
  write({ subject: "I am away", headers: ["Auto-Submitted: auto-replied", `In-Reply-To: ${sentId}`] });
  server.deliver(reply?.raw ?? "");
  fromGrace("After", { from: "Ben <ben@home.test>" });
  await until(async () => expect(await subjectsOf(all)).toEqual(["Forged", "After"]));
  expect(await subjectsOf(own)).toEqual([]);
  await until(() => expect(server.received.some(({ raw }) => raw.includes("Re: To the agent"))).toBe(true));
});

test("a trigger whose folder or account is gone stops with the reason, and cannot be switched on again", async () => {
  const [inWork, anywhere] = [
    await make({ from: "reef.test", folder: "Work" }),
    await make({ from: "reef.test" }),
  ];
  const stateOf = async ({ id }: { id: string }) => {
    const [run] = await sql()`select reason from job_runs where job_id = ${id}`;
    return { isOn: (await readTrigger(agentId, id)).enabled, why: run?.reason };
  };
  await saveMailRules(agentId, { folders: ["INBOX"], senders: ["home.test"], talks: true });
  await checkMailTriggers(agentId);
  expect(await stateOf(inWork)).toEqual({ isOn: false, why: expect.stringMatching(/may not read "Work"/) });
  expect(await stateOf(anywhere)).toEqual({ isOn: false, why: expect.stringMatching(/only from home.test/) });
  await expect(toggleTrigger(agentId, inWork.id)).rejects.toThrow(
    /^folder: The agent may not read "Work", only INBOX/,
  );
  await expect(make({ from: "reef.test" })).rejects.toThrow(/^from: /);
  const editor = { memberId: crypto.randomUUID(), isAlone: false, rightOn: async () => "edit" as const };
  await expect(actingAs(editor, () => make({ from: "home.test" }))).rejects.toThrow(/Only the owner/);
  const left = await make({ from: "home.test" });
  await unlinkAgentChannel(agentId, "mail");
  await checkMailTriggers(agentId);
  expect(await stateOf(left)).toEqual({
    isOn: false,
    why: expect.stringMatching(/No mail account is connected/),
  });
});
