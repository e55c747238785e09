import { timingSafeEqual } from "node:crypto";
import { log } from "@/lib/ground/base/log";
import { openCredentials } from "@/lib/platform/services/credentials";
import { listChannels, type StoredChannel } from "@/lib/store/channels/channels";
import type { ChannelDefinition } from "./define";

/**
 * Returns the accounts of all agents at a service, to find the one that a webhook is for. Omits accounts whose
 * credentials cannot be decrypted.
 */
export async function linkedTo<C>(
  channel: ChannelDefinition<C>,
): Promise<{ row: StoredChannel; credentials: C }[]> {
  const rows = (await listChannels()).filter(({ id }) => id === channel.id);
  return rows.flatMap((row) => {
    try {
      return [{ row, credentials: openCredentials(channel, row) }];
    } catch (error) {
      log.warn("An account of a channel cannot be read", error, { channel: channel.id });
      return [];
    }
  });
}

export const accountOf = ({ accountId: id, accountName: name, accountUrl: url }: StoredChannel) => ({
  ...{ id, name, url },
});

export function isSameSecret(wanted: string, candidate: string): boolean {
  const [a, b] = [Buffer.from(wanted), Buffer.from(candidate)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
