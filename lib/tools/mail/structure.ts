import type { MessageStructureObject } from "imapflow";
import { withoutInvisible } from "@/lib/shared/text/invisible";

/** A part of a mail as the server describes it. `size` is in bytes of its encoded form. */
export type MailPart = {
  part: string;
  type: string;
  encoding: string;
  charset: string | null;
  size: number;
  /** Null for a part without a file name. */
  name: string | null;
  isAttached: boolean;
};

const MAX_PARTS = 200;
const MAX_NAME = 200;
/** Texts of one mail that are shown, because forwarded mails can have several. */
const MAX_TEXTS = 5;

/** Returns the parts without children, in their order. */
export function partsOf(root: MessageStructureObject | undefined): MailPart[] {
  const parts: MailPart[] = [];
  const visit = (node: MessageStructureObject, depth: number) => {
    if (parts.length >= MAX_PARTS || depth > 50) return;
    if (node.childNodes && node.type !== "message/rfc822")
      for (const child of node.childNodes) visit(child, depth + 1);
    else parts.push(toPart(node));
  };
  if (root) visit(root, 0);
  return parts;
}

function toPart(node: MessageStructureObject): MailPart {
  const { part, type, encoding = "7bit", size = 0, parameters, disposition, dispositionParameters } = node;
  const name = dispositionParameters?.filename ?? parameters?.name;
  return {
    part: part ?? "TEXT",
    type: token(type) ?? "application/octet-stream",
    encoding: token(encoding) ?? "7bit",
    charset: token(parameters?.charset),
    size,
    name: name ? fileName(name) : null,
    isAttached: disposition === "attachment",
  };
}

/** Separates the texts that a reader sees from the attachments. */
export function splitParts(parts: readonly MailPart[]): { texts: MailPart[]; attachments: MailPart[] } {
  const isText = ({ type, isAttached, name }: MailPart) =>
    (type === "text/plain" || type === "text/html") && !isAttached && name === null;
  const texts = parts.filter(isText);
  const plain = texts.filter(({ type }) => type === "text/plain");
  return {
    texts: (plain.length > 0 ? plain : texts).slice(0, MAX_TEXTS),
    attachments: parts.filter((part) => !isText(part)),
  };
}

/** Returns the headers with which the parser decodes the content of a part. */
export const headersOf = ({ type, encoding, charset }: MailPart, isContent: boolean): string =>
  [
    `Content-Type: ${isContent ? "application/octet-stream" : type}${charset && !isContent ? `; charset=${charset}` : ""}`,
    `Content-Transfer-Encoding: ${encoding}`,
    ...(isContent ? ["Content-Disposition: attachment"] : []),
    ...["", ""],
  ].join("\r\n");

/** Returns a value only if it cannot end a header. */
const token = (value: string | undefined): string | null =>
  value !== undefined && /^[\w!#$%&'*+.^`|~/-]{1,100}$/.test(value) ? value.toLowerCase() : null;

const fileName = (name: string): string => {
  const visible = withoutInvisible(name.toWellFormed()).text.replace(/[\p{Cc}/\\]+/gu, " ");
  return visible.trim().slice(0, MAX_NAME) || "attachment";
};
