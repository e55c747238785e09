import { createHmac } from "node:crypto";
import { z } from "zod";
import { env, publicOrigin } from "@/lib/ground/base/env";
import { log } from "@/lib/ground/base/log";
import { Failed } from "@/lib/platform/services/failed";
import { AppError } from "@/lib/shared/errors";
import { isPaired } from "@/lib/store/channels/channel-people";
import { commandList } from "../command-list";
import { type ChannelSending, type ChannelSession, defineChannel, type Receiver } from "../define";
import { sleep } from "../pace";
import { callTelegram, fetchFile } from "./api";
import { readUpdate, WANTED } from "./read";
import { entitiesOf, keyboardOf, MAX_ENTITIES } from "./write";

/** Long polling: seconds for which Telegram holds a request, and the time limit of the request. */
const POLL_S = 50;
const POLL_MS = 65_000;
const MAX_UPDATES = 100;
const ASK_MS = 60_000;
/** Delay after an immediate empty response, in case a server does not hold requests. */
const EMPTY_MS = 300;
const MAX_CALLBACK_CHARS = 200;
const HOW_TO_PAIR =
  "This bot is a personal assistant. If it is yours, open Settings → Channels in Easel and send the code shown there as /start CODE.";

const token = z
  .string()
  .trim()
  .regex(
    /^\d{5,15}:[\w-]{20,100}$/,
    "This is not a bot token. @BotFather provides one such as 123456789:AAE…",
  );
/**
 * `webhook`: Telegram sends updates to this server, which needs a public address. Otherwise Easel polls for
 * them.
 */
const credentials = z.strictObject({ token, webhook: z.boolean().optional() });
type Credentials = z.infer<typeof credentials>;
type TelegramSession = ChannelSession<Credentials>;

const bot = z.object({ id: z.number(), username: z.string(), first_name: z.string().default("") });
const sent = z.object({ message_id: z.number() });
const webhookInfo = z.object({
  url: z.string(),
  last_error_date: z.number().optional(),
  last_error_message: z.string().optional(),
});
const updates = z.array(z.looseObject({ update_id: z.number() }));

const botOf = ({ agentId, credentials }: TelegramSession) => ({ agentId, token: credentials.token });

/**
 * `https://core.telegram.org/bots/api`. Uses long polling, which works behind a home router, or a webhook.
 */
export const telegram = defineChannel<Credentials>({
  id: "telegram",
  title: "Telegram",
  lacks: [
    { code: "componentsAsImage", text: "Components are shown as an image. Use them in Easel." },
    { code: "tablesAsFile", text: "Tables of more than ten rows are sent as a CSV file." },
    { code: "filesTooLarge", text: "Files of more than 20 MB cannot be sent to the agent." },
  ],
  capabilities: {
    buttons: 100,
    edit: true,
    files: true,
    links: true,
    maxText: 4_096,
    maxMarks: MAX_ENTITIES,
  },
  pace: { perSecond: 30, privateMs: 1_000, groupMs: 3_000 },
  credentials,
  pairingUrl: (accountUrl, code) => `${accountUrl}?start=${code}`,

  async identify(agentId, { token, webhook }) {
    if (webhook && !isReachable())
      throw new AppError(
        "invalid",
        "Telegram sends webhooks only to a public address with https. Set EASEL_ORIGIN to it, or link the bot without a webhook.",
      );
    const found = bot.safeParse(await callTelegram({ agentId, token }, "getMe").catch(asAppError)).data;
    if (!found) throw new AppError("unavailable", "Telegram did not identify this bot. Try again.");
    return { id: `${found.id}`, name: `@${found.username}`, url: `https://t.me/${found.username}` };
  },

  async start(session, receiver) {
    await callTelegram(botOf(session), "setMyCommands", { commands: commandList() }).catch((error) =>
      log.info("The commands were not registered with Telegram", error),
    );
    if (session.credentials.webhook) return runWebhook(session, receiver);
    // Telegram refuses polling while a webhook is set, for example by an earlier configuration.
    await callTelegram(botOf(session), "deleteWebhook");
    // Let the first request return at once, to show that Telegram responds.
    await poll(session, receiver, 0);
    while (!session.signal.aborted) await poll(session, receiver);
  },

  async stop(agentId, { token, webhook }) {
    if (webhook) await callTelegram({ agentId, token }, "deleteWebhook");
  },

  read: readUpdate,

  async admit(agentId, { from }) {
    const isOwner = await isPaired({ agentId, id: "telegram" }, from.id);
    return isOwner ? { as: "owner" } : { as: "stranger", reply: HOW_TO_PAIR };
  },

  async send(session, message) {
    const { file } = message;
    if (!file) return idOf(await callTelegram(botOf(session), "sendMessage", textParams(message)));
    const params = captionParams(message);
    const send = (method: string, field: string) =>
      callTelegram(botOf(session), method, params, { file: { field, file } });
    if (file.as === "document") return idOf(await send("sendDocument", "document"));
    // Telegram does not accept every image as a photo, for example because of its dimensions. Send it as a file
    // then.
    return idOf(
      await send("sendPhoto", "photo").catch((error) => {
        if (error instanceof Failed && error.kind === "refused") return send("sendDocument", "document");
        throw error;
      }),
    );
  },

  async edit(session, externalId, message) {
    const which = { message_id: Number(externalId) };
    if (message.file)
      await callTelegram(botOf(session), "editMessageCaption", { ...captionParams(message), ...which });
    else await callTelegram(botOf(session), "editMessageText", { ...textParams(message), ...which });
  },

  async download(session, { id }, maxBytes) {
    const info = await callTelegram(botOf(session), "getFile", { file_id: id }).catch((error) => {
      if (error instanceof Failed && error.kind === "refused")
        throw new AppError("too_large", "Telegram limits files for bots to 20 MB.");
      throw error;
    });
    const { data } = z.object({ file_path: z.string() }).safeParse(info);
    if (!data) throw new AppError("unavailable", "Telegram did not return this file. Send it again.");
    return fetchFile(botOf(session), data.file_path, maxBytes);
  },

  async typing(session, chatId) {
    await callTelegram(botOf(session), "sendChatAction", { chat_id: chatId, action: "typing" });
  },

  async acknowledge(session, pressId, text) {
    await callTelegram(botOf(session), "answerCallbackQuery", {
      callback_query_id: pressId,
      ...(text && { text: text.slice(0, MAX_CALLBACK_CHARS).toWellFormed() }),
    });
  },
});

/**
 * Returns the secret that Telegram must send with each update, so that forged updates are refused. Derived from
 * the token.
 */
export const secretOf = (token: string): string =>
  createHmac("sha256", token).update("easel telegram webhook").digest("hex");

const isReachable = () => env().EASEL_TELEGRAM_API !== undefined || publicOrigin().startsWith("https://");

/** Registers the webhook, and checks regularly that it is still registered. */
async function runWebhook(session: TelegramSession, receiver: Receiver): Promise<void> {
  const url = `${publicOrigin()}/api/webhooks/telegram`;
  const { signal } = session;
  while (!signal.aborted) {
    const { data } = webhookInfo.safeParse(await callTelegram(botOf(session), "getWebhookInfo"));
    if (data?.url !== url)
      await callTelegram(botOf(session), "setWebhook", {
        ...{ url, secret_token: secretOf(session.credentials.token), allowed_updates: WANTED },
      });
    const { last_error_date: at = 0, last_error_message: why } = data ?? {};
    if (why && Date.now() - at * 1_000 < ASK_MS)
      throw new Failed("later", `Telegram cannot reach this server: ${why.slice(0, 200)}`);
    await receiver.connected();
    await sleep(ASK_MS, signal);
  }
}

/** Requests updates once and stores them. The next request acknowledges them. */
async function poll(session: TelegramSession, receiver: Receiver, timeout = POLL_S): Promise<void> {
  const { signal, cursor } = session;
  const began = performance.now();
  const offset = cursor === null ? undefined : Number(cursor) + 1;
  const response = await callTelegram(
    botOf(session),
    "getUpdates",
    { offset, timeout, limit: MAX_UPDATES, allowed_updates: WANTED },
    { timeoutMs: POLL_MS, signal },
  );
  const { data: found = [] } = updates.safeParse(response);
  await receiver.connected();
  await receiver.receive(found.map((payload) => ({ id: `${payload.update_id}`, payload })));
  const last = found.reduce((max, { update_id }) => Math.max(max, update_id), Number.NEGATIVE_INFINITY);
  if (found.length > 0) await receiver.advance(`${last}`);
  else if (performance.now() - began < EMPTY_MS) await sleep(EMPTY_MS, signal);
}

const idOf = (result: unknown): string => `${sent.parse(result).message_id}`;

const textParams = ({ chatId, text, buttons }: ChannelSending) => ({
  chat_id: chatId,
  text: text.text || "…",
  entities: entitiesOf(text),
  link_preview_options: { is_disabled: true },
  reply_markup: keyboardOf(buttons),
});

const captionParams = ({ chatId, text, buttons }: ChannelSending) => ({
  chat_id: chatId,
  caption: text.text,
  caption_entities: entitiesOf(text),
  reply_markup: keyboardOf(buttons),
});

function asAppError(error: unknown): never {
  if (!(error instanceof Failed)) throw error;
  const code = error.kind === "unauthorized" ? "invalid" : "unavailable";
  throw new AppError(code, error.message, { cause: error });
}
