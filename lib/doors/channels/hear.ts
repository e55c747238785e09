import { log } from "@/lib/ground/base/log";
import { voiceModelOf } from "@/lib/models/providers/voice-models";
import { transcribeAudio } from "@/lib/models/voice/voice";
import { isAppError } from "@/lib/shared/errors";
import { MAX_RECORDING } from "@/lib/shared/voice/voice";
import { readSettings } from "@/lib/store/agents/settings";
import type { ChatKey } from "@/lib/store/channels/channel-chats";
import type { InboundMessage } from "./inbound";
import type { ChannelWork } from "./say";

/**
 * Returns the message with the transcript of its voice note as its text. If no model reads speech, or the note cannot be
 * transcribed, returns the message with the note as a file. `problem` is the reason, for the sender.
 */
export async function hear(
  { channel, session }: ChannelWork,
  { agentId }: ChatKey,
  inbound: InboundMessage,
): Promise<{ inbound: InboundMessage; problem?: string }> {
  const [note, ...others] = inbound.files;
  const isNote = note?.mediaType.startsWith("audio/") && others.length === 0 && inbound.text.trim() === "";
  if (!note || !isNote) return { inbound };
  if (voiceModelOf("transcription", await readSettings(agentId)) === null) return { inbound };
  try {
    const bytes = await channel.download(session, note, MAX_RECORDING);
    const text = await transcribeAudio(agentId, bytes, session.signal);
    return { inbound: { ...inbound, text, files: [] } };
  } catch (error) {
    log.info("A voice note was not transcribed", error, { channel: channel.id });
    const why = isAppError(error) ? error.message : "The download failed.";
    return { inbound, problem: `The voice note was not understood: ${why}` };
  }
}
