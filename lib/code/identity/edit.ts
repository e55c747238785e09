import { AppError } from "@/lib/shared/errors";
import { MAX_IDENTITY_CHARS } from "@/lib/shared/identity";
import { isStorable } from "@/lib/shared/text/storable";
import { notFound } from "@/lib/shared/text/text-edits";

export const EDIT_OPERATIONS = ["replace", "find_replace", "append", "prepend", "delete"] as const;

/** An edit by the model. `edit` checks the fields that the operation needs. */
export type IdentityEdit = {
  operation: (typeof EDIT_OPERATIONS)[number];
  content?: string;
  find?: string;
  replace?: string;
  replace_all?: boolean;
};

/** Returns the edited text. Throws with a message for the model. `what` names the text. */
export function edit(text: string, { operation, ...fields }: IdentityEdit, what: string): string {
  const required = (field: "content" | "find" | "replace"): string => {
    const value = fields[field];
    if (value === undefined)
      throw invalid(`The operation ${operation} needs \`${field}\`. Pass it and call again.`);
    return value;
  };
  switch (operation) {
    case "replace":
      return fitting(required("content"), what);
    case "append":
      return fitting(joined(text, required("content")), what);
    case "prepend":
      return fitting(joined(required("content"), text), what);
    case "find_replace": {
      const [find, replace] = [required("find"), required("replace")];
      const at = place(text, find, "find", what);
      if (fields.replace_all) return replaceAll(text, find, replace, what);
      // Not String.replace, which interprets $ in the replacement. `replaceAll` avoids it, too.
      return fitting(text.slice(0, at) + replace + text.slice(at + find.length), what);
    }
    case "delete": {
      const content = required("content");
      const at = place(text, content, "content", what);
      return fitting(text.slice(0, at) + text.slice(at + content.length), what);
    }
  }
}

/** Joins with a line break, unless either text already has space there. */
function joined(before: string, after: string): string {
  const isApart = before === "" || after === "" || /\s$/.test(before) || /^\s/.test(after);
  return isApart ? before + after : `${before}\n${after}`;
}

function replaceAll(text: string, find: string, replace: string, what: string): string {
  const parts = text.split(find);
  assertFits(text.length + (parts.length - 1) * (replace.length - find.length), what);
  return fitting(parts.join(replace), what);
}

function place(text: string, wanted: string, field: "find" | "content", what: string): number {
  if (wanted === "") throw invalid(`\`${field}\` is empty. Pass the exact text from ${what}.`);
  const at = text.indexOf(wanted);
  if (at !== -1) return at;
  throw notFound(text, wanted, { field: `\`${field}\``, where: what });
}

function fitting(text: string, what: string): string {
  assertFits(text.length, what);
  if (isStorable(text)) return text;
  throw invalid(
    "The text contains a character that cannot be stored: U+0000, or half of a surrogate pair. Leave it out.",
  );
}

function assertFits(length: number, what: string): void {
  if (length <= MAX_IDENTITY_CHARS) return;
  throw invalid(
    `${what[0]?.toUpperCase()}${what.slice(1)} would have ${length} characters; at most ${MAX_IDENTITY_CHARS} are allowed. Nothing was changed: shorten it, or keep the details in state.`,
  );
}

const invalid = (message: string) => new AppError("invalid", message);
