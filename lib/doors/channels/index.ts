import type { ChannelId } from "@/lib/shared/channels";
import { AppError } from "@/lib/shared/errors";
import type { ChannelDefinition } from "./define";
import { telegram } from "./telegram/telegram";
import { whatsapp } from "./whatsapp/whatsapp";

const channels: Record<ChannelId, ChannelDefinition> = { telegram, whatsapp };

/** Returns all channels in the order of the settings page. */
export const listed = (): ChannelDefinition[] => Object.values(channels);

/** Returns the channel with this id. Throws an `AppError` if there is none. */
export function channelOf(id: string): ChannelDefinition {
  const found = Object.hasOwn(channels, id) ? channels[id as ChannelId] : undefined;
  if (!found) throw new AppError("not_found", `There is no channel ${id.slice(0, 40)}.`);
  return found;
}
