/*
 * The `Authentication-Results` header (RFC 8601), which the receiving server adds above all others. Only the topmost one
 * counts, because a sender can write further ones below it.
 */

export type Authentication = {
  /** The server that verified the mail, in lower case. */
  by: string;
  /** The domain of the From header that DMARC or an aligned DKIM signature confirms; null without one. */
  domain: string | null;
};

/** Returns null if the mail has no such header. */
export function authenticationOf(
  headers: readonly { key: string; value: string }[],
  from: string,
): Authentication | null {
  const value = headers.find(({ key }) => key === "authentication-results")?.value;
  if (value === undefined) return null;
  const [by = "", ...results] = withoutComments(value).split(";");
  const fromDomain = domainOf(from);
  const isConfirmed = results.some((result) => confirms(result, fromDomain));
  return { by: by.trim().split(/\s/)[0]?.toLowerCase() ?? "", domain: isConfirmed ? fromDomain : null };
}

/** Returns true if the result is a pass of DMARC, or of DKIM by the domain itself or a parent of it. */
function confirms(result: string, fromDomain: string): boolean {
  const fields = new Map(
    result
      .trim()
      .toLowerCase()
      .split(/\s+/)
      .map((field): [string, string] => {
        const at = field.indexOf("=");
        return at < 0 ? [field, ""] : [field.slice(0, at), field.slice(at + 1).replace(/^"|"$/g, "")];
      }),
  );
  if (fields.get("dmarc") === "pass") return fields.get("header.from") === fromDomain;
  if (fields.get("dkim") !== "pass") return false;
  const signer = fields.get("header.d") ?? domainOf(fields.get("header.i") ?? "");
  return signer.includes(".") && (fromDomain === signer || fromDomain.endsWith(`.${signer}`));
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

function withoutComments(value: string): string {
  let depth = 0;
  let bare = "";
  for (const char of value) {
    if (char === "(") depth += 1;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) bare += char;
  }
  return bare;
}
