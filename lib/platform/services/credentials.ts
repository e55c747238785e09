import type { z } from "zod";
import { hideSecret } from "@/lib/ground/base/redact";
import { seal, unseal } from "@/lib/ground/base/seal";
import { AppError } from "@/lib/shared/errors";
import type { ChannelKey, StoredChannel } from "@/lib/store/channels/channels";

/** A service with what it is asked by. */
type Service<C> = { title: string; credentials: z.ZodType<C> };

const nameOf = ({ agentId, id }: ChannelKey) => `channel ${agentId} ${id}`;

/** Credentials as they are stored. */
export function sealCredentials(key: ChannelKey, credentials: unknown): string {
  hideEach(credentials);
  return seal(nameOf(key), JSON.stringify(credentials));
}

/** Throws in words where they cannot be read, because the secret of this installation is another one. */
export function openCredentials<C>({ title, credentials }: Service<C>, row: StoredChannel): C {
  const text = unseal(nameOf(row), row.credentials);
  const { data } = credentials.safeParse(text === null ? null : JSON.parse(text));
  if (data === undefined)
    throw new AppError(
      "conflict",
      `What ${title} was linked with cannot be read any more, because the secret of this installation is another one. Link it again.`,
    );
  hideEach(data);
  return data;
}

/** Alone, too, they must never be seen. */
function hideEach(credentials: unknown): void {
  if (typeof credentials !== "object" || credentials === null) return;
  for (const value of Object.values(credentials)) if (typeof value === "string") hideSecret(value);
}
