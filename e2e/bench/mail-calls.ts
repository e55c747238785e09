// Measures how long a mail account with `MAILS` mails in a folder takes to be listed, searched and read. The IMAP server
// is a small one of the tests, whose own time is part of the figures.
import { MailServer, mailOf } from "@/e2e/mail/server";
import { accountOf, type MailAccount } from "@/lib/tools/mail/account";
import { withImap } from "@/lib/tools/mail/imap";
import { readMail, searchMails } from "@/lib/tools/mail/read";
import { median, quantile } from "./client.ts";

const MAILS = Number(process.env.MAILS ?? 10_000);
const COUNT = MAILS.toLocaleString("en");
const TIMES = 20;

process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
const messages = Array.from({ length: MAILS }, (_, nth) =>
  mailOf({ subject: nth % 1_000 === 7 ? `Ferry ${nth}` : `Tides ${nth}`, id: `<${nth}@reef.test>` }),
);
const server = await MailServer.start({ messages });
const account: MailAccount = accountOf(crypto.randomUUID(), server.credentials);
const rules = { folders: ["INBOX"], senders: [], talks: false };
const { signal } = new AbortController();

const newest = { folder: "INBOX", validity: "1", uid: MAILS };
const figures = {
  [`list the newest 20 of ${COUNT} mails, ms`]: () =>
    withImap(account, signal, (client) => searchMails(client, rules, { folder: "INBOX", limit: 20 })),
  [`search ${COUNT} mails by subject, ms`]: () =>
    withImap(account, signal, (client) =>
      searchMails(client, rules, { folder: "INBOX", subject: "Ferry", limit: 20 }),
    ),
  "read a mail, ms": () => withImap(account, signal, (client) => readMail(client, rules, newest, signal)),
};

const measured: Record<string, number> = {};
for (const [name, run] of Object.entries(figures)) {
  await run();
  const times: number[] = [];
  for (let nth = 0; nth < TIMES; nth++) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  measured[name] = median(times);
  measured[`${name}, p95`] = quantile(times, 0.95);
}
console.log(`figures ${JSON.stringify(measured)}`);
