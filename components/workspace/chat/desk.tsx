"use client";

import { createContext, useContext } from "react";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import type { Ask } from "@/lib/shared/chat/contract";
import type { FromSheet } from "@/lib/shared/chat/from-sheet";
import type { Shot } from "@/lib/shared/chat/shot";
import type { SentSheet } from "@/lib/shared/chat/surfaces/sheets";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { type Answering, askId } from "./client/state";

/** What lies open between chat and canvas: both show the same asks and surfaces. */
export type Desk = {
  /** Empty where there is none. */
  conversationId: string;
  /** Asks that are open and not answered from here, oldest first. */
  asks: Ask[];
  answering: Record<string, Answering>;
  surfaces: Surface[];
  /** Those that do not lie on the table. */
  closed: ReadonlySet<string>;
  /** What the browser's pages looked like when the agent last took a picture. */
  shot: Shot | undefined;
  /** The surface in front. */
  front: string | undefined;
  /** A text of the person that is on its way to the open question. */
  reply: string | undefined;
  /** Resolves to what was wrong with the answer, if anything. */
  answer: (ask: Ask, output: unknown) => Promise<string | undefined>;
  /** Sends from a sheet that nobody waits for any more. Resolves to why it was not taken, if so. */
  send: (sheet: SentSheet) => Promise<string | undefined>;
  /** Says something in the chat as the person; `sheet` is the one that it comes from. */
  say: (text: string, sheet?: FromSheet) => void;
  /** Brings a surface to the front, also one that was closed, and the canvas into view. */
  show: (surfaceId: string) => void;
  close: (surface: Surface) => void;
  /** Notes whether the component of a sheet could not be drawn. */
  setFailed: (surface: Surface, hasFailed: boolean) => void;
};

/** Where nothing lies open. */
export const EMPTY_DESK: Desk = {
  conversationId: "",
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
    ? `Permission for ${toolName}`
    : factsOfTool(toolName)?.shows === "question"
      ? "Question for you"
      : "";

/** What the region of an open question or permission is called: with its number where several in sight would have one name. */
function askName(ask: Ask, open: readonly Ask[]): string {
  const name = nameOf(ask);
  const alike = open.filter((one) => nameOf(one) === name);
  return alike.length > 1 ? `${name}, ${alike.indexOf(ask) + 1} of ${alike.length}` : name;
}

/** The open ask of a tool call, what its region is called, and what became of an answer from here. */
export function useAsk(messageId: string, toolCallId: string) {
  const desk = useDesk();
  const id = askId({ messageId, toolCallId });
  const ask = desk.asks.find((ask) => askId(ask) === id);
  return { desk, ask, name: ask && askName(ask, desk.asks), answering: desk.answering[id] };
}
