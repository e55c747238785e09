import { z } from "zod";

/** `example` is shown in the error message. */
export const webAddress = (example: string) =>
  z
    .string()
    .trim()
    .max(2_000)
    .refine((text) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text), {
      message: `Give an address that begins with http:// or https://, such as ${example}`,
    })
    // Rejects a user name and password: the settings would show them, and fetch rejects credentials in URLs
    // anyway.
    .refine((text) => !URL.canParse(text) || isBare(new URL(text)), {
      message: "Give the address without user name, password, query and #; enter a key in its own field",
    });

const isBare = ({ username, password, search, hash }: URL) => !(username || password || search || hash);

export const apiKey = z
  .string()
  .trim()
  .min(1, "A key needs at least one character")
  .max(2_000, "A key has at most 2,000 characters")
  .regex(/^[\x21-\x7e]+$/, "A key has only ASCII characters and no spaces");
