import * as z from "zod/mini";

/** What a contact may; without a record, nothing. */
export const permission = z.object({
  phone: z.string(),
  display_name: z.string(),
  can_read: z.boolean(),
  can_reply: z.boolean(),
});
export type Permission = z.infer<typeof permission>;

/** The same with who gave it, for the person. */
export const permissionView = z.extend(permission, {
  granted_by: z.enum(["person", "agent"]),
  updated_at: z.string(),
});
export type PermissionView = z.infer<typeof permissionView>;
export const permissionList = z.object({ permissions: z.array(permissionView) });

/** A message for the person: with why the agent wrote it, and where. */
export const whatsappMessage = z.object({
  id: z.string(),
  phone: z.string(),
  name: z.string(),
  text: z.string(),
  from_me: z.boolean(),
  at: z.string(),
  /** `contact`: an answer by itself, which the right to be answered allows; `tool`: a call of the agent. */
  cause: z.nullable(z.enum(["contact", "tool"])),
  /** Whether the agent was let answer it. */
  answered: z.boolean(),
  /** Why it did not arrive. */
  error: z.nullable(z.string()),
  conversation_id: z.nullable(z.string()),
});
export type WhatsAppMessage = z.infer<typeof whatsappMessage>;
export const whatsappMessages = z.object({
  messages: z.array(whatsappMessage),
  next_cursor: z.optional(z.string()),
});

export const mayTell = z.object({ text: z.string() });
