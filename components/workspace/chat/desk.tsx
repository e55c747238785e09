"use client";

import { createContext, useContext } from "react";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import type { Ask } from "@/lib/shared/chat/contract";
import type { FromSurface } from "@/lib/shared/chat/from-surface";
import type { Shot } from "@/lib/shared/chat/shot";
import type { SentSurface } from "@/lib/shared/chat/surfaces/sheets";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/chat";
import { type Answering, askId } from "./client/state";
import type { About } from "./client/unsent";

/** The open conversation as shared by chat and canvas. */
export type Desk = {
  conversationId: string;
  /** A different member wrote the conversation and shared it for reading. */
  isReader?: boolean;
  /** The conversation belongs to a copy of the agent, which is deleted with the rehearsal. */
  isRehearsal?: boolean;
  asks: Ask[];
  answering: Record<string, Answering>;
  surfaces: Surface[];
  closed: ReadonlySet<string>;
  /** The latest screenshot that the agent took of the browser. */
  shot: Shot | undefined;
  front: string | undefined;
  reply: string | undefined;
  answer: (ask: Ask, output: unknown) => Promise<string | undefined>;
  /** Sends the values of a surface whose ask is closed. Resolves to the error, if any. */
  send: (surface: SentSurface) => Promise<string | undefined>;
  say: (text: string, surface?: FromSurface, about?: Omit<About, "sheet">) => void;
  show: (surfaceId: string) => void;
  close: (surface: Surface) => void;
  setFailed: (surface: Surface, hasFailed: boolean) => void;
};

export const EMPTY_DESK: Desk = {
  conversationId: "",
  isReader: false,
  asks: [],
  answering: {},
  surfaces: [],
  closed: new Set(),
  shot: undefined,
  front: undefined,
  reply: undefined,
  answer: async () => undefined,
  send: async () => undefined,
  say: () => {},
  show: () => {},
  close: () => {},
  setFailed: () => {},
};

export const DeskContext = createContext<Desk>(EMPTY_DESK);

export const useDesk = (): Desk => useContext(DeskContext);

const nameOf = ({ kind, toolName }: Ask): string =>
  kind === "approval"
    ? t("permissionFor", { tool: toolName })
    : factsOfTool(toolName)?.shows === "question"
      ? t("question")
      : "";

/** Returns the accessible name of an open ask's region, numbered if several asks share a name. */
function askName(ask: Ask, open: readonly Ask[]): string {
  const name = nameOf(ask);
  const alike = open.filter((one) => nameOf(one) === name);
  return alike.length > 1 ? t("nameAt", { name, at: alike.indexOf(ask) + 1, count: alike.length }) : name;
}

/** Returns the open ask of a tool call, its accessible name, and the state of an answer from this tab. */
export function useAsk(messageId: string, toolCallId: string) {
  const desk = useDesk();
  const id = askId({ messageId, toolCallId });
  const ask = desk.asks.find((ask) => askId(ask) === id);
  return { desk, ask, name: ask && askName(ask, desk.asks), answering: desk.answering[id] };
}
