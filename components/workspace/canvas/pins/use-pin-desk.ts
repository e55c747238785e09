"use client";

import { useMemo, useSyncExternalStore } from "react";
import { failureText } from "@/components/client/failure";
import { useRouter } from "@/components/ui/kit/agent-base";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { ApiError, bodyOf, postAnswer, postMessage } from "@/components/workspace/chat/client/api";
import { type About, messageOf, surfaceMessage } from "@/components/workspace/chat/client/unsent";
import type { Desk } from "@/components/workspace/chat/desk";
import { newId } from "@/lib/shared/chat/id";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import { t } from "@/lib/shared/i18n/en/canvasPins";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { PinBoard } from "./pin-board";

type Around = Pick<PinBoard, "subscribe" | "open" | "load">;

/**
 * Returns the desk that connects a pinned surface to its conversation: that conversation's own desk while it
 * is open, otherwise one that calls the server. A library component sends its messages to the open
 * conversation.
 */
export function usePinDesk(board: Around, pin: Pin): Desk {
  const open = useSyncExternalStore(board.subscribe, board.open, nothing);
  const desk = open && (!pin.from || open.id === pin.from.id) ? open.desk : undefined;
  const router = useRouter();
  return useMemo(() => {
    const own = {
      conversationId: pin.from?.id ?? "",
      asks: pin.asks,
      answering: {},
      surfaces: pin.surface ? [pin.surface] : [],
      closed: new Set<string>(),
      shot: undefined,
    };
    const still = {
      ...own,
      front: pin.surface?.id,
      reply: undefined,
      show: nothing,
      close: nothing,
      setFailed: nothing,
    };
    const { from } = pin;
    if (!from)
      return {
        ...still,
        answer: async () => undefined,
        send: async () => undefined,
        say:
          desk?.say ??
          ((text, sheet, about) =>
            void sayInNewConversation(text, { ...about, sheet }, (id) => router.push(`/chat/${id}`))),
      };
    return desk ?? { ...still, ...throughServer(board, from) };
  }, [board, pin, desk, router]);
}

async function sayInNewConversation(text: string, about: About, open: (id: string) => void): Promise<void> {
  const id = newId();
  try {
    letGo(await postMessage(id, messageOf(text, [], newId(), about)));
    await notify(t("sentElsewhere"), { action: { label: common("show"), onClick: () => open(id) } });
  } catch (error) {
    await notifyProblem(t("notSent", { error: failureText(error) }));
  }
}

function throughServer(
  board: Around,
  { id, title }: { id: string; title: string },
): Pick<Desk, "answer" | "send" | "say"> {
  return {
    send: async (surface) => {
      try {
        letGo(await postMessage(id, surfaceMessage(surface, newId())));
      } catch (error) {
        return failureText(error);
      }
      await board.load().catch(() => {});
    },
    answer: async (ask, output) => {
      try {
        const { toolCallId, messageId } = ask;
        letGo(await postAnswer(id, { toolCallId, messageId, output }));
      } catch (error) {
        if (!(error instanceof ApiError)) return failureText(error);
        // The ask was settled elsewhere. The reloaded pins will show how.
        if (error.status !== 409 && error.status !== 404) return error.message;
      }
      await board.load().catch(() => {});
    },
    say: (text, sheet, about) => {
      postMessage(id, messageOf(text, [], newId(), { ...about, sheet })).then(letGo, (error) => {
        void notifyProblem(t("notSentTo", { title, error: failureText(error) }));
      });
    },
  };
}

/** Cancels the response stream. The run continues on the server. */
const letGo = (response: Response) =>
  void bodyOf(response)
    ?.cancel()
    .catch(() => {});

const nothing = () => undefined;
