import type { ChannelId } from "@/lib/shared/channels";
import { AppError } from "@/lib/shared/errors";
import type { ChannelDefinition } from "./define";
import { mail } from "./mail/mail";
import { telegram } from "./telegram/telegram";
import { whatsapp } from "./whatsapp/whatsapp";

const channels: Record<ChannelId, ChannelDefinition> = { telegram, whatsapp, mail };

export const listed = (): ChannelDefinition[] => Object.values(channels);

export function channelOf(id: string): ChannelDefinition {
  const found = Object.hasOwn(channels, id) ? channels[id as ChannelId] : undefined;
  if (!found) throw new AppError("not_found", `There is no channel ${id.slice(0, 40)}.`);
  return found;
}
