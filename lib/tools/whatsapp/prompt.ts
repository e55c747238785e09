import { countPermissions, listPermissions } from "@/lib/store/channels/whatsapp";

export const MAX_LISTED = 50;

export async function whatsappText(agentId: string): Promise<string> {
  const listed = await listPermissions(agentId, MAX_LISTED);
  const more = listed.length < MAX_LISTED ? 0 : (await countPermissions(agentId)) - listed.length;
  const lines = listed.map(
    ({ phone, display_name: name, can_read, can_reply }) =>
      `- ${name ? `${name.replace(/\s+/g, " ")} (${phone})` : phone}: read=${can_read}, reply=${can_reply}`,
  );
  if (more > 0) lines.push(`- and ${more} more: whatsapp_list_permissions lists them`);
  return [
    "## WhatsApp Permissions",
    "WhatsApp is connected. Contacts with reply=true get automatic replies, without your memory and data.",
    lines.length > 0 ? lines.join("\n") : "No contact has permissions yet.",
  ].join("\n\n");
}
