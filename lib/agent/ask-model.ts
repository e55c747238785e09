import { isNotTaken, isTooLong } from "@/lib/models/errors";
import { raceAbort } from "@/lib/shared/abort";
import { readLimits, silenceMs } from "./limits";
import type { Chunk, Draft, Message } from "./message";
import type { Moment } from "./moment";
import { instructions, localTimeZone } from "./prompt";
import type { Room } from "./room";
import { type ModelStep, modelStep } from "./step";
import type { Offer } from "./toolset";

type Asked = {
  room: Room;
  own: Message;
  draft: Draft;
  offer: Offer;
  moment: Moment;
  signal: AbortSignal;
};

/** One step of the model that the conversation has chosen. Earlier messages give way to a summary where it needs the room. */
export async function askModel(asked: Asked): Promise<ModelStep> {
  const { room, own, offer, signal, draft } = asked;
  await room.make("nearing", own, offer, signal);
  room.turn.emit({ type: "start-step" });
  try {
    return await ask(asked);
  } catch (error) {
    if (draft.parts.at(-1)?.type !== "step-start") throw error;
    const isMended = isTooLong(error)
      ? await room.make("refused", own, offer, signal)
      : isNotTaken(error) && (await room.blind(own, signal));
    if (!isMended) throw error;
    return ask(asked);
  }
}

async function ask({ room, own, draft, offer, moment, signal }: Asked): Promise<ModelStep> {
  const { run, settings, past, account, resolveModel } = room.turn;
  const { model, id, isLocal } = await raceAbort(() => resolveModel(run.model, settings), signal);
  const system = instructions({
    identity: run.identity,
    tools: offer.prompt,
    tables: offer.tools.has("db_sql") ? await moment.tables() : "",
    components: offer.tools.has("render_and_wait") ? await moment.components() : "",
    model: id,
    now: moment.now,
    timeZone: localTimeZone,
  });
  const estimate = room.estimate(own, offer);
  const messages = await past.forModel(own);
  const maxSilenceMs = silenceMs(readLimits(settings.limits), { isLocal });
  const asked = { model, system, messages, tools: offer.forModel, maxSilenceMs };
  const emit = (chunk: Chunk) => {
    if (chunk.type === "tool-input-start") offer.tools.get(chunk.toolName)?.tool.prepare?.();
    room.turn.emit(chunk);
  };
  const step = await modelStep({ ...asked, signal, draft, emit });
  account.spent(id, step, estimate);
  return step;
}
