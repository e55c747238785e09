import { readFileSync } from "node:fs";
import PostalMime from "postal-mime";
import { HtmlReader } from "./html.mjs";
import { Headings } from "./output.mjs";

const MAX_HEADERS = 50;

/** Reads a mail: who wrote it to whom and when, its text, and the names of its attachments. */
export async function readMail(path, output) {
  const mail = await PostalMime.parse(readFileSync(path), { maxNestingDepth: 50 });
  const headings = new Headings();
  const subject = mail.subject?.trim() || "(no subject)";
  headings.open(1, subject);
  const lines = [
    ["Subject", mail.subject],
    ["From", addresses([mail.from])],
    ["To", addresses(mail.to)],
    ["Cc", addresses(mail.cc)],
    ["Date", mail.date],
    ["Attachments", mail.attachments.map(({ filename }) => filename || "(no name)").join(", ")],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  await output.add(headings.place, `${lines.join("\n")}\n`);
  const text = mail.text?.trim();
  headings.open(2, "Text");
  if (text) for (const line of text.split(/\n/)) await output.add(headings.place, `${line}\n`);
  else if (mail.html) {
    const reader = new HtmlReader(output, headings);
    await reader.write(mail.html);
    await reader.end();
  }
}

const addresses = (all = []) =>
  all
    .flatMap((one) => one?.group ?? one ?? [])
    .slice(0, MAX_HEADERS)
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address))
    .join(", ");
