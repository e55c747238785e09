import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { storeUpdates } from "../inbox";
import { accountOf, isSameSecret, linkedTo } from "../linked";
import { secretOf, telegram } from "./telegram";

const update = z.looseObject({ update_id: z.int() });

/**
 * Stores an update sent by Telegram; the server with the lease processes it. Checks the secret against the bots
 * that use a webhook before it reads the body. Throws `unauthorized` if the secret is wrong.
 */
export async function takeWebhook(read: () => Promise<unknown>, secret: string | null): Promise<void> {
  const bots = (await linkedTo(telegram)).filter(({ credentials }) => credentials.webhook);
  const bot = bots.find(({ credentials }) => isSameSecret(secretOf(credentials.token), secret ?? ""));
  if (!bot) throw new AppError("unauthorized", "The webhook secret does not match a bot linked here.");
  const { data } = update.safeParse(await read());
  if (!data) throw new AppError("bad_request", "This is not an update: update_id is missing.");
  const { row } = bot;
  await storeUpdates({ agentId: row.agentId, account: accountOf(row), channel: telegram }, [
    { id: `${data.update_id}`, payload: data },
  ]);
}
