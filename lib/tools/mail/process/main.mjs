// Child process that parses mails. It is separate and confined, because a mail may exploit a bug of the parser.
import PostalMime from "postal-mime";
import { serve } from "../../../ground/processes/process/child.mjs";

const MAX_NAMES = 200;

serve(async ({ bytes, content }) => {
  try {
    const mail = await PostalMime.parse(bytes, { maxNestingDepth: 50, maxHeadersSize: 2_000_000 });
    if (content)
      return { type: "content", bytes: new Uint8Array(mail.attachments[0]?.content ?? []), rss: rss() };
    return {
      type: "mail",
      headers: mail.headers.slice(0, MAX_NAMES).map(({ key, value }) => ({ key, value: String(value) })),
      from: addressOf(mail.from),
      replyTo: addressesOf(mail.replyTo),
      to: addressesOf(mail.to),
      cc: addressesOf(mail.cc),
      subject: mail.subject ?? "",
      text: mail.text ?? null,
      html: mail.html ?? null,
      rss: rss(),
    };
  } catch {
    return { type: "failed", rss: rss() };
  }
});

const rss = () => process.memoryUsage.rss();

const addressOf = (one) => ({ name: one?.name ?? "", address: one?.address ?? "" });

const addressesOf = (all = []) =>
  all
    .flatMap((one) => one.group ?? [one])
    .slice(0, MAX_NAMES)
    .map(addressOf);
