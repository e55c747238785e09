import { z } from "zod";

const MAX_NAME = 100;
const MAX_MAY_TELL_CHARS = 8_000;

/** Accepts a phone number with its country code in any usual notation, and returns it as E.164. */
export const phone = z
  .string()
  .max(40)
  .transform((text) => {
    const bare = text.replace(/[\s().\-/]/g, "").replace(/^00/, "+");
    return bare.startsWith("+") ? bare : `+${bare}`;
  })
  .refine(
    (text) => /^\+[1-9]\d{6,14}$/.test(text),
    "Give the number with its country code, such as +49 170 1234567.",
  );

export const displayName = z.string().trim().max(MAX_NAME);

export const permissionChange = z.strictObject({
  display_name: displayName.optional(),
  can_read: z.boolean().optional(),
  can_reply: z.boolean().optional(),
});
export type PermissionChange = z.infer<typeof permissionChange>;

export const mayTellChange = z.strictObject({ text: z.string().max(MAX_MAY_TELL_CHARS) });
