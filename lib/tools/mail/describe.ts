import { withoutInvisible } from "@/lib/shared/text/invisible";
import type { MailAccount } from "./account";
import { type Mail, writeRef } from "./read";

const MAX_SHOWN_CHARS = 40_000;
const MIN_QUOTED_LINES = 3;

type UserNames = Pick<MailAccount, "name" | "address">;

/** Describes a mail for the model. */
export function describeMail({ ref, from, text, isCut, ...mail }: Mail, account: UserNames, quotes: boolean) {
  const whole = quotes ? text : foldQuotes(text);
  const { date, to, cc, subject, replyTo, attachments, isVerified } = mail;
  return {
    ...{ id: writeRef(ref), date, ...senderOf(from, account) },
    sender: isVerified ? "verified" : "not verified",
    ...{ to, cc, reply_to: replyTo, subject },
    text: whole.slice(0, MAX_SHOWN_CHARS),
    ...((isCut || whole.length > MAX_SHOWN_CHARS) && { cut: true }),
    attachments,
  };
}

/** Leaves out a display name that looks like an address or like the user, because its sender chose it. */
export function senderOf({ name, address }: { name: string; address: string }, account: UserNames) {
  const shown = withoutInvisible(name.normalize("NFKC")).text.replace(/\s+/g, " ").trim().slice(0, 100);
  const isMisleading =
    shown.includes("@") || (account.name !== "" && skeleton(shown) === skeleton(account.name));
  const isUser = address.toLowerCase() === account.address.toLowerCase();
  return { from: address, ...(shown && (isUser || !isMisleading) && { from_name: shown }) };
}

/** Compares names by their letters alone. */
const skeleton = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** Replaces longer quotes by their number of lines. */
export const foldQuotes = (text: string): string =>
  text.replace(/(?:^>.*(?:\n|$)){1,}/gm, (block) => {
    const lines = block.trimEnd().split("\n").length;
    return lines < MIN_QUOTED_LINES ? block : `> [${lines} quoted lines]\n`;
  });
