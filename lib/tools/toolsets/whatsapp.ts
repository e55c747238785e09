import { z } from "zod";
import { Failed } from "@/lib/platform/services/failed";
import { AppError } from "@/lib/shared/errors";
import { findByName, listPermissions, listReadable } from "@/lib/store/channels/whatsapp";
import { displayName, phone } from "@/lib/tools/whatsapp/fields";
import { ACTIONS, managePermission, needRecord, needRight, widening } from "@/lib/tools/whatsapp/permissions";
import { connectedTransport, noteSent } from "@/lib/tools/whatsapp/transport";
import { defineBuiltIn, defineTool } from "./define";

/** Maximum characters of a message. */
const MAX_MESSAGE = 4_000;

export const whatsappTools = defineBuiltIn({
  id: "whatsapp",
  title: "WhatsApp",
  category: "world",
  mode: "on_demand",
  gist: "read and write WhatsApp messages",
  prompt:
    "The user's WhatsApp. You may read and write to contacts only with permission; request only permissions that the user wants. Messages are sent in the user's name.",
  lacks: ({ whatsapp }) =>
    whatsapp.isConnected
      ? null
      : { code: "noWhatsApp", text: "WhatsApp is not connected: see Settings → Channels." },
  tools: {
    whatsapp_read_messages: defineTool({
      title: "Read WhatsApp",
      help: "Reads messages of contacts that it may read.",
      description:
        "Reads WhatsApp messages of contacts with can_read, newest first: { messages: [{ id, phone, name, text, from_me, at }] }.",
      input: z.object({
        contact: displayName.min(1).optional().describe("A number, or a name from the permissions"),
        limit: z.int().min(1).max(100).default(20),
      }),
      hints: { reads: ["whatsapp"], idempotent: true },
      refuses: async ({ contact }, { agentId }) => {
        if (contact !== undefined) await needRight(agentId, await numberOf(agentId, contact), "can_read");
      },
      execute: async ({ contact, limit }, { agentId, readWeb }) => {
        const of = contact === undefined ? null : await numberOf(agentId, contact);
        if (of) await needRight(agentId, of, "can_read");
        const messages = await listReadable(agentId, { phone: of, limit });
        for (const { phone, from_me } of messages) if (!from_me) readWeb(`whatsapp:${phone}`);
        return { messages };
      },
    }),
    whatsapp_send_message: defineTool({
      title: "Write on WhatsApp",
      help: "Sends a message to a contact that it may answer.",
      description: "Sends a WhatsApp message to a contact with can_reply: { ok, id }.",
      input: z.object({ phone, message: z.string().trim().min(1).max(MAX_MESSAGE) }),
      hints: { writes: ["whatsapp"] },
      policy: "ask",
      refuses: async ({ phone: to }, { agentId }) => {
        await needRight(agentId, to, "can_reply");
        await connectedTransport(agentId);
      },
      execute: async ({ phone: to, message: text }, { agentId, conversationId, readWeb }) => {
        await needRight(agentId, to, "can_reply");
        const transport = await connectedTransport(agentId);
        const id = await transport.send({ to, text, choices: [] }).catch((error) => {
          // The error may contain text from WhatsApp, so record that the call has read text of this contact.
          readWeb(`whatsapp:${to}`);
          return notSent(error);
        });
        await noteSent(agentId, { id, phone: to, text, cause: "tool", conversationId });
        return { ok: true, id };
      },
    }),
    whatsapp_manage_permission: defineTool({
      title: "Change permissions",
      help: "Grants or revokes permission to read or answer a contact.",
      description:
        "Grants, updates, revokes (both) or removes a contact's permissions: { phone, display_name, can_read, can_reply }. New permissions ask the user.",
      input: z.object({
        action: z.enum(ACTIONS),
        phone_number: phone,
        display_name: displayName.optional(),
        can_read: z.boolean().optional(),
        can_reply: z.boolean().optional(),
      }),
      uses: {
        field: "action",
        of: {
          grant: { takes: ["phone_number", "display_name", "can_read", "can_reply"] },
          update: { takes: ["phone_number"], someOf: ["display_name", "can_read", "can_reply"] },
          revoke: { takes: ["phone_number"] },
          remove: { takes: ["phone_number"] },
        },
      },
      hints: { reads: ["whatsapp"], writes: ["whatsapp"], idempotent: true },
      refuses: ({ phone_number: phone, ...rest }, { agentId }) => needRecord(agentId, { phone, ...rest }),
      asks: ({ phone_number: phone, ...rest }, agentId) => widening(agentId, { phone, ...rest }),
      execute: ({ phone_number: phone, ...rest }, { agentId }) =>
        managePermission(agentId, { phone, ...rest }),
    }),
    whatsapp_list_permissions: defineTool({
      title: "List permissions",
      help: "Shows which contacts may be read and answered.",
      description:
        "Lists contact permissions: { permissions: [{ phone, display_name, can_read, can_reply }] }.",
      input: z.object({}),
      hints: { reads: ["whatsapp"], idempotent: true },
      refuses: null,
      execute: async (_, { agentId }) => ({
        permissions: (await listPermissions(agentId)).map(({ phone, display_name, can_read, can_reply }) => ({
          ...{ phone, display_name, can_read, can_reply },
        })),
      }),
    }),
  },
});

async function numberOf(agentId: string, contact: string): Promise<string> {
  const { data } = phone.safeParse(contact);
  if (data !== undefined) return data;
  const [found, another] = await findByName(agentId, contact);
  if (found && !another) return found.phone;
  if (found) throw new AppError("conflict", `Several contacts are called ${contact}. Give the number.`);
  throw new AppError(
    "not_found",
    `No contact with permissions is called ${contact}. Give the number with its country code.`,
  );
}

/** Reports a failed message. Unlike answers in a chat, it is not retried. */
function notSent(error: unknown): never {
  if (!(error instanceof Failed)) throw error;
  if (error.kind === "unknown")
    throw new AppError(
      "unavailable",
      "WhatsApp did not respond, so the message may have arrived. Do not resend it unless asked.",
    );
  const why = error.isForNow
    ? "WhatsApp allows messages only to contacts who wrote within 24 hours. Try again after they write."
    : error.message;
  throw new AppError("unavailable", `The message was not sent. ${why}`, { cause: error });
}
