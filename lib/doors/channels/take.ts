import { runAgent } from "@/lib/agent/loop/run";
import { storeFileFromServer } from "@/lib/data/files/receive";
import { log } from "@/lib/ground/base/log";
import { AppError, isAppError } from "@/lib/shared/errors";
import { MAX_BYTES } from "@/lib/shared/file-address";
import { titleFor } from "@/lib/shared/text/title";
import {
  type Chat,
  type ChatKey,
  closeChat,
  conversationOf,
  isOfContact,
  openChat,
  renameChat,
} from "@/lib/store/channels/channel-chats";
import { noteUndelivered } from "@/lib/store/channels/channel-outbox";
import { removeUser } from "@/lib/store/channels/channel-people";
import { updateOf } from "@/lib/store/channels/channel-updates";
import type { ChannelKey } from "@/lib/store/channels/channels";
import { actOnChoice, numbered, press } from "./choose";
import { commandIn, help, runCommand } from "./commands";
import { answerContact } from "./contact";
import type { ChatContent } from "./content";
import { giveToForm, writeForm } from "./form";
import { hear } from "./hear";
import type { Inbound, InboundMessage, RemoteFile } from "./inbound";
import { pairUser } from "./pair";
import { acknowledge, asContent, type ChannelWork, replyOnce, sayStep, tellIn } from "./say";

const HOUR_MS = 3_600_000;
const MAX_FILES = 20;

/** Processes an update. Throws if a retry may help. */
export async function takeUpdate(work: ChannelWork, inbound: Inbound): Promise<void> {
  const { channel, session } = work;
  const key = { agentId: session.agentId, id: channel.id, chatId: inbound.chat.id };
  if (inbound.type === "moved") return renameChat(key, inbound.to);
  if (inbound.type === "member") {
    if (!inbound.isOpen) await closeChat(key, "The agent was blocked or removed there.");
    return;
  }
  if (inbound.type === "undelivered") return undelivered(work, key, inbound);
  const admission = await channel.admit(session.agentId, inbound);
  if (admission.as === "stranger") return handleStranger(work, key, inbound, admission.reply);
  if (admission.as === "contact") {
    // An owner who gave permissions to their own number before pairing it counts as a contact. So a contact can
    // send a pairing code, too.
    const isCode = inbound.type === "message" && commandIn(inbound.text)?.name === "start";
    return isCode ? handleStranger(work, key, inbound) : answerContact(work, key, inbound);
  }
  const chat = await openChat(key, inbound.chat);
  if (inbound.type === "press") return press(work, key, chat, inbound);
  if (!inbound.isAddressed) return;
  if (inbound.type === "edited") return replace(work, key, chat, inbound);
  await handleMessage(work, key, chat, inbound);
}

/** Handles a message that was not delivered. It is sent again only if its chat is closed temporarily. */
async function undelivered(
  { channel, session }: ChannelWork,
  key: ChatKey,
  { externalId, why, isForNow }: Extract<Inbound, { type: "undelivered" }>,
): Promise<void> {
  await noteUndelivered(key, externalId, why, isForNow);
  if (isForNow) await closeChat(key, why);
  await channel.undelivered?.(session.agentId, externalId, why);
}

/** Pairs the sender of a valid code. Tells other strangers at most once an hour how to pair. */
async function handleStranger(
  work: ChannelWork,
  key: ChatKey,
  inbound: Inbound,
  reply?: string,
): Promise<void> {
  if (inbound.type === "press") return acknowledge(work, inbound.pressId);
  if (inbound.type !== "message" || inbound.chat.kind !== "private") return;
  const command = commandIn(inbound.text);
  if (command?.name === "start" && command.args && (await pairUser(key, command.args, inbound.from)))
    return welcome(work, key, inbound);
  if (reply === undefined) return;
  const wrong = command?.name === "start" && command.args ? "That code is invalid or has expired. " : "";
  // A message is sent only once for each value of `part`. A stranger therefore gets one reply an hour, and
  // one reply to each wrong code.
  const part = wrong ? `reply:${work.updateId}` : `stranger:${Math.floor(Date.now() / HOUR_MS)}`;
  await tellIn(work, key, part, [asContent(wrong + reply)]);
}

async function welcome(work: ChannelWork, key: ChatKey, inbound: InboundMessage): Promise<void> {
  const { channel } = work;
  const why = await channel.pairing?.(key.agentId, inbound);
  if (why) await removeUser(key, inbound.from.id);
  else await openChat(key, inbound.chat);
  const paired = `You are paired, ${inbound.from.name}. You can write to the agent now.`;
  const commands = channel.capabilities.answersByLink ? [] : await help();
  await replyOnce(work, key, why ? [asContent(why)] : [asContent(paired), ...commands]);
}

async function handleMessage(
  work: ChannelWork,
  key: ChatKey,
  chat: Chat,
  sent: InboundMessage,
): Promise<void> {
  const { updateId } = work;
  const { inbound, problem } = await hear(work, key, sent);
  if (problem) await replyOnce(work, key, [asContent(problem)], "unheard");
  const { text } = inbound;
  if (work.channel.capabilities.answersByLink) return send(work, key, inbound);
  if (inbound.files.length === 0) {
    const command = commandIn(text);
    if (command) {
      const request = { key, chat, updateId, args: command.args };
      return replyOnce(
        work,
        key,
        await runCommand(command.name === "start" ? "help" : command.name, request),
      );
    }
    const step = await writeForm(key.agentId, key, chat, text);
    if (step) return sayStep(work, key, step);
    const chosen = await numbered(work, key, text);
    if (chosen) return actOnChoice(work, key, chat, chosen);
  }
  const formStep = inbound.files.length > 0 && (await fileStep(work, key, chat, inbound));
  if (!formStep) return send(work, key, inbound);
  await sayStep(work, key, formStep);
}

async function fileStep(work: ChannelWork, key: ChatKey, chat: Chat, { files, origins }: InboundMessage) {
  const lost: ChatContent[] = [];
  const step = await giveToForm(key.agentId, key, chat, async () => {
    const saved = await Promise.all(
      files.slice(0, MAX_FILES).map((file) => saveFile(work, file, origins, chat.conversationId ?? "")),
    );
    return saved.flatMap((one) => {
      if (!("lost" in one)) return [{ url: one.url, name: one.filename, mediaType: one.mediaType }];
      lost.push(asContent(one.lost));
      return [];
    });
  });
  if (lost.length > 0) await replyOnce(work, key, lost, "lost");
  return step;
}

async function send(
  work: ChannelWork,
  key: ChatKey,
  inbound: InboundMessage,
  replaces?: string,
): Promise<void> {
  const { channel, updateId } = work;
  const { text, origins, files } = inbound;
  const title = titleFor(text || files.map(({ name }) => name).join(", "));
  const conversationId = await conversationOf(key, { title, origins });
  const saved = await Promise.all(
    files.slice(0, MAX_FILES).map((file) => saveFile(work, file, origins, conversationId)),
  );
  const lost = saved.flatMap((one) => ("lost" in one ? [one.lost] : []));
  const parts = [
    ...saved.flatMap((one) => ("lost" in one ? [] : [one])),
    ...(text ? [{ type: "text" as const, text }] : []),
  ];
  if (lost.length > 0) await replyOnce(work, key, [asContent(lost.join("\n"))], "lost");
  if (parts.length === 0) return;
  const message = { id: `${channel.id}:${updateId}`, parts };
  try {
    await runAgent({
      agentId: key.agentId,
      conversationId,
      input: replaces ? { message, replaces } : { message },
    });
  } catch (error) {
    if (!isAppError(error) || error.code === "unavailable" || error.code === "internal") throw error;
    await replyOnce(work, key, [asContent(error.message)]);
  }
}

async function replace(
  work: ChannelWork,
  key: ChatKey,
  chat: Chat,
  inbound: Extract<Inbound, { type: "edited" }>,
): Promise<void> {
  const before = await updateOf(key, key.chatId, inbound.externalId);
  if (!before || !chat.conversationId || commandIn(inbound.text)) return;
  const replaces = `${work.channel.id}:${before}`;
  await send(work, key, { ...inbound, type: "message", files: [] }, replaces);
}

async function saveFile(
  { session, channel, updateId }: ChannelWork,
  file: RemoteFile,
  origins: readonly string[],
  conversationId: string,
): Promise<{ type: "file"; url: string; mediaType: string; filename: string } | { lost: string }> {
  try {
    if (file.size !== undefined && file.size > MAX_BYTES) throw tooLarge(file.name);
    const bytes = await channel.download(session, file, MAX_BYTES);
    const { name, mediaType: type } = file;
    const savedFile = await storeFileFromServer(session.agentId, { bytes, name, type, origins });
    return { type: "file", url: savedFile.url, mediaType: savedFile.mediaType, filename: savedFile.name };
  } catch (error) {
    const why = isAppError(error) ? error.message : "The download failed.";
    log.info("A file of a channel was not stored", error, {
      channel: channel.id,
      update: updateId,
      conversation: conversationId,
    });
    return { lost: `📎 ${file.name} was not accepted: ${why}` };
  }
}

const tooLarge = (name: string) =>
  new AppError("too_large", `${name} is larger than ${Math.floor(MAX_BYTES / 1_000_000)} MB.`);

/** Tells the owner that an update could not be processed. Contacts are not told. */
export async function sayNotTaken(work: ChannelWork, key: ChannelKey & { chatId: string }): Promise<void> {
  if (await isOfContact(key)) return;
  const text = "Something went wrong, and this message was not processed. Send it again, or write in Easel.";
  await replyOnce(work, key, [asContent(text)], "failed");
}
