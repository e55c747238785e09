import type { z } from "zod";
import { hideSecret } from "@/lib/ground/base/redact";
import { seal, unseal } from "@/lib/ground/base/seal";
import { AppError } from "@/lib/shared/errors";
import type { ChannelKey, StoredChannel } from "@/lib/store/channels/channels";

type Service<C> = { title: string; credentials: z.ZodType<C> };

const nameOf = ({ agentId, id }: ChannelKey) => `channel ${agentId} ${id}`;

export function sealCredentials(key: ChannelKey, credentials: unknown): string {
  hideEach(credentials);
  return seal(nameOf(key), JSON.stringify(credentials));
}

/**
 * Decrypts credentials. Throws an AppError `conflict` if they were encrypted with another installation's
 * secret.
 */
export function openCredentials<C>({ title, credentials }: Service<C>, row: StoredChannel): C {
  const text = unseal(nameOf(row), row.credentials);
  const { data } = credentials.safeParse(text === null ? null : JSON.parse(text));
  if (data === undefined)
    throw new AppError(
      "conflict",
      `The credentials of ${title} cannot be decrypted, because the secret of this installation has changed. Link the account again.`,
    );
  hideEach(data);
  return data;
}

/** Registers each value as a secret to redact, because `unseal` registers only the whole JSON text. */
function hideEach(credentials: unknown): void {
  if (typeof credentials !== "object" || credentials === null) return;
  for (const value of Object.values(credentials)) if (typeof value === "string") hideSecret(value);
}
