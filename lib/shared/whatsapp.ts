import * as z from "zod/mini";

/** The rights of a contact. A contact without a record has none. */
export const permission = z.object({
  phone: z.string(),
  display_name: z.string(),
  can_read: z.boolean(),
  can_reply: z.boolean(),
});
export type Permission = z.infer<typeof permission>;

export const permissionView = z.extend(permission, {
  granted_by: z.enum(["person", "agent"]),
  updated_at: z.string(),
});
export type PermissionView = z.infer<typeof permissionView>;
export const permissionList = z.object({ permissions: z.array(permissionView) });

export const whatsappMessage = z.object({
  id: z.string(),
  phone: z.string(),
  name: z.string(),
  text: z.string(),
  from_me: z.boolean(),
  at: z.string(),
  /** `contact`: an automatic answer to a contact who may be answered. `tool`: a tool call of the agent. */
  cause: z.nullable(z.enum(["contact", "tool"])),
  answered: z.boolean(),
  error: z.nullable(z.string()),
  conversation_id: z.nullable(z.string()),
});
export type WhatsAppMessage = z.infer<typeof whatsappMessage>;
export const whatsappMessages = z.object({
  messages: z.array(whatsappMessage),
  next_cursor: z.optional(z.string()),
});

export const mayTell = z.object({ text: z.string() });
