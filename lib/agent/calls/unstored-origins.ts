import { preparedFilesOf } from "@/lib/agent/message/answer-files";
import type { Message } from "@/lib/agent/message/message";
import { preparedFileOf } from "@/lib/agent/message/prepared-file";
import type { ReadOrigins } from "@/lib/agent/offer/after-web";
import type { Offer } from "@/lib/agent/offer/toolset";
import type { PromptSnapshot } from "@/lib/agent/prompt/prompt-snapshot";
import { marksOfPrompt } from "@/lib/agent/prompt/section-marks";
import { readableText } from "@/lib/shared/chat/body";
import { joined, readThrough, type Through, writeThrough } from "@/lib/shared/origins";
import type { RunContext } from "@/lib/store/loop/run-context";

type LastRequest = {
  run: RunContext;
  messages: readonly Message[];
  offered: Offer | undefined;
  snapshot: PromptSnapshot;
};

/**
 * Returns the web origins sent to the model that the conversation has not stored yet: those of the prompt's
 * sections, the tools and the files.
 */
export function collectUnstoredOrigins({ run, messages, offered, snapshot }: LastRequest): Through[] {
  const files = messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      [preparedFileOf(part), ...preparedFilesOf(part)].flatMap((file) => file?.marked ?? []),
    ),
  );
  return [...marksOfPrompt({ contact: run.contact, offered, snapshot }), ...files]
    .flatMap(({ kind, name, origins }) => origins.map((origin): Through => ({ origin, kind, name })))
    .filter((one) => !run.readThrough.includes(writeThrough(one)));
}

/** Returns all web origins that the model has read: the stored ones and those it was just sent. */
export function collectReadOrigins(run: RunContext, unstored: readonly Through[]): ReadOrigins {
  const origins = unstored.map(({ origin }) => origin);
  const through = [...run.readThrough.flatMap((text) => readThrough(text) ?? []), ...unstored];
  return { readWeb: joined(run.readWeb, origins), through };
}

/** Returns the text about memory and document collections that the model received with their tools. */
export function rememberedText({ offered, snapshot }: Pick<LastRequest, "offered" | "snapshot">): string {
  const { present, tools } = offered ?? {};
  const memory = present?.has("memory") ? snapshot.memoryText + snapshot.recalledText : "";
  return present?.has("documents")
    ? memory + snapshot.documentsText(tools?.has("db_query") ?? false)
    : memory;
}

export const latestUserText = (messages: readonly Message[]): string =>
  messages
    .slice(messages.findLastIndex(({ role }) => role === "assistant") + 1)
    .map(({ parts }) => readableText(parts))
    .join("\n");
