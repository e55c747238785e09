import type { ChannelId } from "@/lib/shared/channels";
import { AppError } from "@/lib/shared/errors";
import type { ChannelDefinition } from "./define";
import { telegram } from "./telegram/telegram";
import { whatsapp } from "./whatsapp/whatsapp";

/** Every channel by which the agent is reached. */
const channels: Record<ChannelId, ChannelDefinition> = { telegram, whatsapp };

/** Those that there are, in the order of the settings. */
export const listed = (): ChannelDefinition[] => Object.values(channels);

/** Throws an AppError where there is none of this id. */
export function channelOf(id: string): ChannelDefinition {
  const found = Object.hasOwn(channels, id) ? channels[id as ChannelId] : undefined;
  if (!found) throw new AppError("not_found", `There is no channel ${id.slice(0, 40)}.`);
  return found;
}
