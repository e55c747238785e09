import type { ModelMessage } from "ai";
import { resolveModel } from "@/lib/models/index";
import { raceAbort } from "@/lib/shared/abort";
import type { RunContext } from "@/lib/store/runs";
import type { Settings } from "@/lib/store/settings";
import { toModelMessages } from "./history";
import type { Chunk, Draft, Message } from "./message";
import { instructions, localTimeZone } from "./prompt";
import { type ModelStep, modelStep } from "./step";
import type { Offer } from "./toolset";

type Asked = {
  run: RunContext;
  settings: Settings;
  /** The time that the model is told; one for all steps of a message, so that providers can cache the prompt. */
  now: Date;
  offer: Offer;
  /** What comes before the message that is written now; it stays the same from step to step. */
  earlier: Promise<ModelMessage[]>;
  own: Message;
  draft: Draft;
  signal: AbortSignal;
  emit(chunk: Chunk): void;
};

/** One step of the model that the conversation has chosen, and the `provider/model` that took it. */
export async function askModel({
  run,
  settings,
  now,
  offer,
  earlier,
  own,
  ...call
}: Asked): Promise<ModelStep & { id: string }> {
  const { model, id } = await raceAbort(() => resolveModel(run.model, settings), call.signal);
  const system = instructions({
    identity: run.identity,
    tools: offer.prompt,
    now,
    timeZone: localTimeZone,
  });
  const messages = [...(await earlier), ...(await toModelMessages([own]))];
  return { id, ...(await modelStep({ ...call, model, system, messages, tools: offer.forModel })) };
}
