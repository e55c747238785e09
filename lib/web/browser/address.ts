import { AppError } from "@/lib/shared/errors";

const BARE = /^(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?([/?#]|$)/i;

/**
 * Parses typed text as a web address. Throws an AppError for other schemes, invalid addresses and
 * credentials.
 */
export function typedAddress(typed: string): string {
  const text = typed.trim();
  const full = fullAddress(text);
  if (!URL.canParse(full))
    throw new AppError(
      "invalid",
      `"${text.slice(0, 200)}" is not a web address. Give one such as https://example.com.`,
    );
  const url = new URL(full);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new AppError(
      "invalid",
      `The browser opens only http and https addresses, not ${url.protocol.slice(0, 40)}`,
    );
  if (url.username || url.password)
    throw new AppError("invalid", "The address contains a user name or password. Remove it.");
  return url.href;
}

export function fullAddress(typed: string): string {
  const text = typed.trim();
  return BARE.test(text) ? `${/^localhost\b/i.test(text) ? "http" : "https"}://${text}` : text;
}
