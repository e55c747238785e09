import { createHash, randomInt } from "node:crypto";
import type { Pairing } from "@/lib/shared/channels";
import { AppError } from "@/lib/shared/errors";
import { pairBy, setPairCode } from "@/lib/store/channels/channel-people";
import { type ChannelKey, readChannel } from "@/lib/store/channels/channels";
import { channelOf } from "./index";

/** Validity of a code, and the maximum of wrong attempts. A code pairs one user. */
export const PAIR_MS = 10 * 60_000;
export const MAX_TRIES = 5;
const LENGTH = 8;
/** Omits characters that are easily confused, such as 0 and O. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

const hashOf = (code: string) => createHash("sha256").update(code.trim().toUpperCase()).digest("hex");

/** Creates a code that pairs one user, and invalidates earlier ones. Throws if no account is linked. */
export async function newPairing(key: ChannelKey): Promise<Pairing> {
  const { title, pairingUrl } = channelOf(key.id);
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const until = await setPairCode(key, hashOf(code), PAIR_MS);
  const row = until && (await readChannel(key));
  if (!until || !row) throw new AppError("conflict", `${title} is not linked yet. Enter its token first.`);
  const { accountUrl } = row;
  return {
    code,
    expiresAt: until.toISOString(),
    url: (accountUrl && pairingUrl?.(accountUrl, code)) ?? null,
  };
}

export const pairUser = (key: ChannelKey, code: string, user: { id: string; name: string }) =>
  pairBy(key, hashOf(code), { personId: user.id, name: user.name }, MAX_TRIES);
