import type { ChannelId } from "@/lib/shared/channels";
import { AppError } from "@/lib/shared/errors";
import type { Channel } from "./define";
import { channels } from "./index";

const all: Partial<Record<ChannelId, Channel>> = channels;

/** Those that there are, in the order of the settings. */
export const listed = (): Channel[] => Object.values(all);

/** Throws an AppError where there is none of this id. */
export function channelOf(id: string): Channel {
  const found = Object.hasOwn(all, id) ? all[id as ChannelId] : undefined;
  if (!found) throw new AppError("not_found", `There is no channel ${id.slice(0, 40)}.`);
  return found;
}
