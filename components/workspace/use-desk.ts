"use client";

import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { surfaceStates } from "@/components/client/surface-states";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import type { Guest } from "@/components/workspace/canvas/pins/guests";
import type { Conversation } from "@/components/workspace/chat/client/conversation";
import { type ConversationState, openAsks, shownMessages } from "@/components/workspace/chat/client/state";
import type { About } from "@/components/workspace/chat/client/unsent";
import { useFront } from "@/components/workspace/chat/use-front";
import type { FromSurface } from "@/lib/shared/chat/from-surface";
import { textOf } from "@/lib/shared/chat/parts";
import { lastShot } from "@/lib/shared/chat/shot";
import { closedSurfaces } from "@/lib/shared/chat/surfaces/closed-surfaces";
import { surfaceInHash } from "@/lib/shared/chat/surfaces/surface-address";
import { type Surface, surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";

/**
 * Returns the desk that connects chat and canvas. `reveal` makes the canvas visible. `guests` are surfaces
 * pinned elsewhere.
 */
export function useDeskOf(
  conversation: Conversation,
  state: ConversationState,
  reveal: () => void,
  guests: readonly Guest[],
) {
  const messages = shownMessages(state);
  const isReader = state.snapshot.conversation.author != null;
  // Only the author answers.
  const asks = useStable(isReader ? [] : openAsks(state));
  const { answering } = state;
  const taken = Object.entries(answering).flatMap(([key, { kind, state, output }]) =>
    state === "taken" && kind !== "approval" ? [[key, output] as const] : [],
  );
  const { sheets: stored, earlier } = state.snapshot;
  const withSurfaces = earlier ? [...earlier.messages, ...messages] : messages;
  const surfaces = useStable(surfacesOf(withSurfaces, asks, Object.fromEntries(taken)));
  // A layout effect, so that it runs before components read the surface states.
  useLayoutEffect(() => {
    if (isReader) surfaceStates().keepLocal(conversation.id);
    if (state.isStored) surfaceStates().see(conversation.id, stored ?? []);
  }, [conversation, stored, state.isStored, isReader]);
  const shot = useStable(
    surfaces.some(({ kind }) => kind === "browser") ? lastShot(withSurfaces) : undefined,
  );
  const sent = state.outbox.find(({ answers, state }) => answers && state !== "failed");
  const reply = sent && textOf(sent.message);

  /** Id of a closed or replaced surface that the user opened again. */
  const [lookedAt, setLookedAt] = useState<string>();
  const closed = useMemo(() => {
    const ids = new Set(closedSurfaces(surfaces, stored));
    if (lookedAt !== undefined) ids.delete(lookedAt);
    return ids;
  }, [surfaces, stored, lookedAt]);
  const open = useMemo(() => surfaces.filter(({ id }) => !closed.has(id)), [surfaces, closed]);
  const sheets = useMemo(() => [...guests.map(({ surface }) => surface), ...open], [guests, open]);
  const { front, bring, focusOn, next, previous, neighbour } = useFront(sheets, open);
  const latest = useRef({ surfaces, closed });
  latest.current = { surfaces, closed };
  const reach = useCallback(
    (surfaceId: string, isForForm: boolean) => {
      reveal();
      const { surfaces, closed } = latest.current;
      const surface = surfaces.find(({ id }) => id === surfaceId);
      if (surface && closed.has(surfaceId)) {
        setLookedAt(surfaceId);
        if (!isReader) void conversation.changeSheet(surface, { isClosed: false });
      }
      focusOn(surfaceId, isForForm && (surface?.kind === "form" || surface?.kind === "choice"));
    },
    [reveal, focusOn, conversation, isReader],
  );
  const show = useCallback((surfaceId: string) => reach(surfaceId, true), [reach]);
  const lead = useCallback((surfaceId: string) => reach(surfaceId, false), [reach]);
  const close = useCallback(
    (surface: Surface) => {
      setLookedAt((id) => (id === surface.id ? undefined : id));
      void conversation.changeSheet(surface, { isClosed: true });
      const next = neighbour(surface.id);
      if (next !== undefined) focusOn(next);
    },
    [conversation, neighbour, focusOn],
  );
  const reachable = useMemo(() => [...guests.map(({ surface }) => surface), ...surfaces], [guests, surfaces]);
  useLinked(reachable, lead);
  const desk = useMemo(
    () => ({
      asks,
      answering,
      conversationId: conversation.id,
      isReader,
      surfaces,
      closed,
      shot,
      front,
      reply,
      answer: conversation.answer.bind(conversation),
      send: conversation.sendSheet.bind(conversation),
      say: (text: string, surface?: FromSurface, about?: About) =>
        conversation.send(text, { ...about, sheet: surface }),
      show,
      close,
      setFailed: (surface: Surface, hasFailed: boolean) => {
        const facts = conversation.state.snapshot.sheets?.find(({ id }) => id === surface.id);
        if (!isReader && hasFailed !== (facts?.hasFailed ?? false))
          void conversation.changeSheet(surface, { hasFailed });
      },
    }),
    [asks, answering, surfaces, closed, shot, front, reply, conversation, isReader, show, close],
  );
  return { messages, desk, sheets, front, bring, next, previous };
}

/** Follows the URL hash: `#s-…` shows that surface once it exists. */
function useLinked(surfaces: readonly { id: string }[], show: (surfaceId: string) => void) {
  const wanted = useRef<string>(undefined);
  const follow = useEffectEvent(() => {
    const id = wanted.current;
    if (id === undefined || !surfaces.some((surface) => surface.id === id)) return;
    wanted.current = undefined;
    show(id);
  });

  useEffect(() => {
    const read = () => {
      wanted.current = surfaceInHash(location.hash);
      follow();
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  useEffect(() => {
    if (surfaces.length > 0) follow();
  }, [surfaces]);
}
