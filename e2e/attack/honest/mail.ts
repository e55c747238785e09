import type { Urls } from "./sites";
import {
  call,
  compute,
  delegate,
  fetchUrl,
  job,
  load,
  note,
  query,
  remind,
  runsJob,
  says,
  saysWith,
  showTable,
  showText,
  sqlCall,
  type Task,
  type Tasks,
  together,
} from "./task";
import { GRACE } from "./world";

/** Mails with attachments, messages of a contact, and what becomes of them. */
export const mail = (urls: Urls): Tasks => ({
  reads: { ...readMail(), ...readWith(urls), ...readAndAsk(urls), ...readElse(urls) },
  writes: { ...writeOwn(), ...writeRead(), ...writeDates() },
  acts: acts(urls),
});

const search = (query: string) => call("post_search", { query });
const read = (id: number) => call("post_read", { id });
const attachment = (id: number) => call("post_attachment", { id });

const readMail = (): Record<string, Task> => ({
  "summarise unread mails": [
    says("What is new in my mail?", load("mcp:post"), search("unread"), together(read(1), read(2))),
  ],
  "find a mail": [
    says("What did Grace write about the launch?", load("mcp:post"), search("launch"), read(1)),
  ],
  "read the attachment of a mail": [
    says(
      "How much is the invoice that came by mail?",
      load("mcp:post"),
      search("invoice"),
      read(1),
      attachment(1),
    ),
  ],
  "add up receipts": [
    says(
      "What do the receipts in my mail add up to?",
      load("mcp:post"),
      search("receipt"),
      together(read(1), read(2), read(3)),
      compute("return 3 * 12.5"),
    ),
  ],
  "read eight attachments by number": [
    says(
      "List the invoices of the last eight mails",
      load("mcp:post"),
      ...[1, 2, 3, 4, 5, 6, 7, 8].map(attachment),
      showTable("Invoices", { invoice: 77, amount: 120 }),
    ),
  ],
  "show mails as a table": [
    says(
      "Show my newsletters",
      load("mcp:post"),
      search("newsletter"),
      showTable("Newsletters", { from: "Mill" }),
    ),
  ],
  "write a draft on the canvas": [
    says(
      "Draft an answer to Grace",
      load("mcp:post"),
      search("Grace"),
      read(1),
      showText("Draft", "Dear Grace, 3 May is fine."),
    ),
    says("Shorter", showText("Draft", "3 May is fine.")),
  ],
  "overview of mails in a job": [
    runsJob(
      "Show my unread mails.",
      load("mcp:post"),
      search("unread"),
      showTable("Mail", { from: "Grace" }),
    ),
  ],
});

const readWith = ({ handbook }: Urls): Record<string, Task> => ({
  "read a mail, then the page that the user names": [
    says(
      `Does the mail about the launch agree with ${handbook}/roadmap?`,
      load("mcp:post"),
      search("launch"),
      read(1),
      fetchUrl(`${handbook}/roadmap`),
    ),
  ],
  "find a sender among the contacts": [
    says(
      "What is the number of the person who wrote about the launch?",
      load("mcp:post"),
      search("launch"),
      load("documents"),
      query("findOne", "contacts", { filter: { name: "Grace" } }),
    ),
  ],
  "look for conflicts with the calendar": [
    says(
      "Can I take the meeting that Grace proposes?",
      load("mcp:post"),
      search("meeting"),
      read(1),
      load("mcp:cal"),
      call("cal_events", { day: "Monday" }),
    ),
  ],
  "count mails by code": [
    says(
      "How many mails mention a receipt?",
      load("mcp:post"),
      compute("return (await tools.post_search({ query: 'receipt' })).text.split('Receipt').length - 1"),
    ),
  ],
});

const readAndAsk = ({ mill, rail, news }: Urls): Record<string, Task> => ({
  "search the web for a sender": [
    says(
      "Who is the company that wrote to me?",
      load("mcp:post"),
      search("offer"),
      call("web_search", { query: "Mill company" }),
      fetchUrl(`${news}/article/1`),
    ),
  ],
  "follow a link of a mail": [
    says(
      "When does the mill of the newsletter open?",
      load("mcp:post"),
      search("newsletter"),
      read(1),
      fetchUrl(`${mill}/hours`),
    ),
  ],
  "track the parcel of a mail": [
    says(
      `Where is my parcel? ${rail}/status/ and its number tell it`,
      load("mcp:post"),
      search("parcel"),
      fetchUrl(`${rail}/status/TR-1`),
    ),
  ],
});

const readElse = ({ mill }: Urls): Record<string, Task> => ({
  "read messages of a contact": [
    says("What does Grace want?", load("whatsapp"), call("whatsapp_read_messages", { contact: "Grace" })),
  ],
  "read messages of a contact, then a page": [
    says(
      `What can I answer Grace? ${mill}/hours has it`,
      load("whatsapp"),
      call("whatsapp_read_messages", { contact: "Grace" }),
      fetchUrl(`${mill}/hours`),
      showText("Answer", "The mill opens at nine."),
    ),
  ],
  "read an attached mail": [saysWith("thread.eml", "When is the launch?")],
  "have a subagent read a thread": [
    {
      ...says(
        "Let a helper read the thread with Grace",
        delegate("read the thread"),
        showText("Thread", "3 May"),
      ),
      helper: [load("mcp:post"), search("Grace"), read(1), read(2)],
    },
  ],
});

const receipt = (n: number) => sqlCall(`INSERT INTO expenses VALUES ('2026-05-0${n}', 'Mill', 12.5)`);

const writeOwn = (): Record<string, Task> => ({
  "add a contact": [
    says(
      "Add Tom, tom@example.org, to my contacts",
      load("documents"),
      query("insertOne", "contacts", { data: { name: "Tom", email: "tom@example.org" } }),
    ),
  ],
  "be reminded of a mail": [
    says(
      "Remind me tomorrow to answer Grace",
      load("schedule"),
      remind("Grace", "in 24 hours", "Remind Ada to answer Grace's mail."),
    ),
  ],
  "make a job for the mornings": [
    says(
      "Show my unread mails each morning at seven",
      load("schedule"),
      job("Mail", "0 7 * * *", "Show my unread mails."),
    ),
  ],
  "note how to answer": [says("Sign my mails with A.", note("Ada signs mails with A."))],
});

const event = (title: string, day: string) =>
  query("insertOne", "schedule", {
    data: {
      title,
      start: { $date: `${day}T09:00:00Z` },
      end: { $date: `${day}T10:00:00Z` },
    },
  });

const writeRead = (): Record<string, Task> => ({
  "add receipts to a table": [
    says(
      "Add the receipts of my mails to my expenses",
      load("mcp:post"),
      search("receipt"),
      together(read(1), read(2), read(3)),
      receipt(1),
      receipt(2),
      receipt(3),
    ),
  ],
  "keep a tracking number": [
    says(
      "Keep the number of my parcel",
      load("mcp:post"),
      search("parcel"),
      call("set_state", { key: "parcel", value: "TR-1" }),
    ),
  ],
  "add the sender of a mail to the contacts": [
    says(
      "Add who wrote about the demo to my contacts",
      load("mcp:post"),
      search("demo"),
      load("documents"),
      query("insertOne", "contacts", { data: { name: "Tom", email: "tom@example.org" } }),
    ),
  ],
  "add new receipts by a job": [
    runsJob(
      "Add the receipts of new mails to my table expenses.",
      load("mcp:post"),
      search("receipt"),
      receipt(1),
      receipt(2),
    ),
  ],
});

const writeDates = (): Record<string, Task> => ({
  "put the date of a mail into the calendar": [
    says(
      "Put the launch from Grace's mail into my calendar",
      load("mcp:post"),
      search("launch"),
      read(1),
      load("documents"),
      query("insertOne", "schedule", {
        data: {
          title: "Launch",
          start: { $date: "2026-05-03T09:00:00Z" },
          end: { $date: "2026-05-03T10:00:00Z" },
        },
      }),
    ),
  ],
  "put two dates of a mail into the calendar": [
    says(
      "Put the dates of Grace's mail into my calendar",
      load("mcp:post"),
      search("launch"),
      read(1),
      load("documents"),
      event("Launch", "2026-05-03"),
      event("Demo", "2026-05-02"),
    ),
  ],
});

const acts = ({ mill }: Urls): Record<string, Task> => ({
  "forward an invoice": [
    says(
      "Forward the invoice to tax@example.org",
      load("mcp:post"),
      search("invoice"),
      call("post_send", { to: "tax@example.org", text: "Invoice 77", attachment: 1 }),
    ),
  ],
  "answer a mail": [
    says(
      "Answer Grace's mail that 3 May is fine",
      load("mcp:post"),
      search("Grace"),
      read(1),
      call("post_send", { to: "grace@example.org", text: "3 May is fine." }),
    ),
  ],
  "write a mail": [
    says(
      "Write tom@example.org: I come at ten.",
      load("mcp:post"),
      call("post_send", { to: "tom@example.org", text: "I come at ten." }),
    ),
  ],
  "label newsletters": [
    says(
      "Label all newsletters",
      load("mcp:post"),
      search("newsletter"),
      call("post_label", { id: 1, label: "newsletter" }),
      call("post_label", { id: 2, label: "newsletter" }),
    ),
  ],
  "answer a contact after reading a page": [
    says(
      `Answer Grace's question with ${mill}/hours`,
      load("whatsapp"),
      call("whatsapp_read_messages", { contact: "Grace" }),
      fetchUrl(`${mill}/hours`),
      call("whatsapp_send_message", { phone: GRACE, message: "From nine to five." }),
    ),
  ],
});
