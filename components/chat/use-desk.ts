"use client";

import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Guest } from "@/components/canvas/pins/guests";
import { textOf } from "@/lib/shared/chat/parts";
import { lastShot } from "@/lib/shared/chat/shot";
import { surfaceInHash, surfacesOf } from "@/lib/shared/chat/surfaces";
import type { Conversation } from "./client/conversation";
import { type ConversationState, openAsks, shownMessages } from "./client/state";
import { useFront } from "./use-front";
import { useStable } from "./use-stable";

/** What lies between chat and canvas in a conversation; `reveal` brings the canvas into view, where guests lie too. */
export function useDeskOf(
  conversation: Conversation,
  state: ConversationState,
  reveal: () => void,
  guests: readonly Guest[],
) {
  const messages = shownMessages(state);
  const asks = useStable(openAsks(state));
  const { answering } = state;
  const taken = Object.entries(answering).flatMap(([key, { state, output }]) =>
    state === "taken" ? [[key, output] as const] : [],
  );
  const surfaces = useStable(surfacesOf(messages, asks, Object.fromEntries(taken)));
  const shot = useStable(surfaces.some(({ kind }) => kind === "browser") ? lastShot(messages) : undefined);
  const sent = state.outbox.find(({ answers, state }) => answers && state !== "failed");
  const reply = sent && textOf(sent.message);

  const sheets = useMemo(() => [...guests.map(({ surface }) => surface), ...surfaces], [guests, surfaces]);
  const { front, bring, focusOn, next, previous } = useFront(sheets, surfaces);
  const show = useCallback(
    (surfaceId: string) => {
      reveal();
      focusOn(surfaceId);
    },
    [reveal, focusOn],
  );
  useLinked(sheets, show);
  const desk = useMemo(
    () => ({
      asks,
      answering,
      conversationId: conversation.id,
      surfaces,
      shot,
      front,
      reply,
      answer: conversation.answer.bind(conversation),
      say: (text: string) => conversation.send(text),
      show,
    }),
    [asks, answering, surfaces, shot, front, reply, conversation, show],
  );
  return { messages, desk, front, bring, next, previous };
}

/** Follows the address: `#s-…` shows that surface, as soon as it is there. */
function useLinked(surfaces: readonly { id: string }[], show: (surfaceId: string) => void) {
  const wanted = useRef<string>(undefined);
  const known = useRef(surfaces);
  known.current = surfaces;
  const follow = useCallback(() => {
    const id = wanted.current;
    if (id === undefined || !known.current.some((surface) => surface.id === id)) return;
    wanted.current = undefined;
    show(id);
  }, [show]);

  useEffect(() => {
    const read = () => {
      wanted.current = surfaceInHash(location.hash);
      follow();
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [follow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each surface that comes
  useEffect(follow, [follow, surfaces]);
}
