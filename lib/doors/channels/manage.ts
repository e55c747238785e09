import { randomUUID } from "node:crypto";
import { publicOrigin } from "@/lib/ground/base/env";
import { log } from "@/lib/ground/base/log";
import { parsePart } from "@/lib/platform/http/validate";
import { openCredentials, sealCredentials } from "@/lib/platform/services/credentials";
import type { ChannelTest, ChannelView } from "@/lib/shared/channels";
import { AppError, isAppError } from "@/lib/shared/errors";
import { readChat } from "@/lib/store/channels/channel-chats";
import { countOutbox, tell } from "@/lib/store/channels/channel-outbox";
import { listPeople, removeUser } from "@/lib/store/channels/channel-people";
import {
  type ChannelKey,
  deleteChannel,
  listChannels,
  readChannel,
  type StoredChannel,
  saveChannel,
} from "@/lib/store/channels/channels";
import type { ChannelDefinition } from "./define";
import { channelOf, listed } from "./index";
import { plainRich } from "./render/rich";

export async function viewChannels(agentId: string): Promise<ChannelView[]> {
  const rows = await listChannels(agentId);
  return Promise.all(
    listed().map((channel) =>
      viewOf(
        agentId,
        channel,
        rows.find(({ id }) => id === channel.id),
      ),
    ),
  );
}

async function viewOf(
  agentId: string,
  channel: ChannelDefinition,
  row?: StoredChannel,
): Promise<ChannelView> {
  const { id, title, lacks } = channel;
  const about = {
    id,
    title,
    lacks: lacks.map(({ text }) => text),
    lacksCodes: lacks.map(({ code }) => code),
    ...(channel.webhook && { webhook: publicOrigin() + channel.webhook }),
  };
  if (!row) return { ...about, status: "off", people: [], waiting: 0, uncertain: 0 };
  const [people, counts] = await Promise.all([listPeople({ agentId, id }), countOutbox({ agentId, id })]);
  const until = row.pairCode !== null && row.pairUntil !== null ? new Date(row.pairUntil) : null;
  return {
    ...about,
    status: row.status,
    ...(row.error !== null && { error: row.error }),
    account: { name: row.accountName, url: row.accountUrl },
    ...(row.connectedAt !== null && { connectedAt: new Date(row.connectedAt).toISOString() }),
    people,
    ...counts,
    ...(until && until.getTime() > Date.now() && { pairingUntil: until.toISOString() }),
  };
}

export async function linkAgentChannel(agentId: string, id: string, body: unknown): Promise<ChannelView> {
  const channel = channelOf(id);
  const credentials = parsePart("body", channel.credentials, body);
  const key = { agentId, id: channel.id };
  // Encrypt the credentials before the request, so that an encryption error can occur only before the account
  // is used.
  const sealed = sealCredentials(key, credentials);
  const account = await channel.identify(agentId, credentials);
  await saveChannel({
    ...key,
    credentials: sealed,
    accountId: account.id,
    accountName: account.name,
    accountUrl: account.url,
  });
  return channelView(key);
}

export async function unlinkAgentChannel(agentId: string, id: string): Promise<void> {
  const channel = channelOf(id);
  const gone = await deleteChannel({ agentId, id: channel.id });
  if (!gone) throw new AppError("not_found", `${channel.title} is not linked.`);
  // The account is unlinked here even if the service reports an error.
  const letGo = async () => channel.stop?.(agentId, openCredentials(channel, gone));
  await letGo().catch((error) => log.info("A service was not notified that its channel is unlinked", error));
}

export async function testAgentChannel(agentId: string, id: string): Promise<ChannelTest> {
  const channel = channelOf(id);
  const row = await readChannel({ agentId, id: channel.id });
  if (!row) throw new AppError("conflict", `${channel.title} is not linked yet.`);
  try {
    const { name } = await channel.identify(agentId, openCredentials(channel, row));
    const recipients = await sayTest({ agentId, id: channel.id });
    const next =
      recipients.length > 0
        ? `Sending a test message to ${recipients.join(", ")}.`
        : "Pair your account next.";
    return { ok: true, message: `${channel.title} is connected as ${name}. ${next}`, name, recipients };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ok: false, message: error.message };
  }
}

async function sayTest(key: ChannelKey): Promise<string[]> {
  const recipients: string[] = [];
  const text = plainRich("This is a test message from Easel. Write here, and the agent answers.");
  for (const { id, name } of await listPeople(key)) {
    const chat = await readChat({ ...key, chatId: id });
    if (chat?.closed !== null) continue;
    await tell({ ...key, chatId: id }, [{ key: `test:${randomUUID()}`, content: { text, buttons: [] } }], {
      canEdit: false,
    });
    recipients.push(name);
  }
  return recipients;
}

export async function unpair(agentId: string, id: string, userId: string): Promise<void> {
  const channel = channelOf(id);
  if (!(await removeUser({ agentId, id: channel.id }, userId)))
    throw new AppError("not_found", "No paired user has this id.");
}

async function channelView(key: ChannelKey): Promise<ChannelView> {
  const row = await readChannel(key);
  return viewOf(key.agentId, channelOf(key.id), row ?? undefined);
}
