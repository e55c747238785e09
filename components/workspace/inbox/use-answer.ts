"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ASKS } from "@/components/client/asks";
import { ApiError, postAnswer, stopRun } from "@/components/workspace/chat/client/api";
import { reasonOf } from "@/components/workspace/chat/client/requests";
import type { Answering } from "@/components/workspace/chat/client/state";
import type { OpenAsk } from "@/lib/shared/chat/open-asks";
import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/inbox";

export function useAnswer({ conversationId, messageId, toolCallId, agentId }: OpenAsk) {
  const client = useQueryClient();
  const { mutateAsync, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: async ({ output }: { output: unknown }) => {
      const response = await postAnswer(conversationId, { toolCallId, messageId, output }, agentId);
      await response.body?.cancel();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ASKS }),
  });
  const isClosed = isPending || isSuccess || isSettled(error);
  /** Resolves to the error, or to undefined if this answer or an earlier one was accepted. */
  const answer = useCallback(
    async (output: unknown): Promise<string | undefined> => {
      if (isClosed) return;
      try {
        await mutateAsync({ output });
      } catch (refused) {
        if (!isSettled(refused)) return problemOf(refused);
      }
    },
    [mutateAsync, isClosed],
  );
  const answering: Answering | undefined = variables && {
    output: variables.output,
    state: isPending ? "sending" : isSuccess ? "taken" : isSettled(error) ? "elsewhere" : "failed",
    ...(error && { problem: problemOf(error) }),
    ...(error instanceof ApiError && { details: error.details }),
  };
  const dismissal = useMutation({
    mutationFn: () => stopRun(conversationId, agentId),
    onSettled: () => void client.invalidateQueries({ queryKey: ASKS }),
  });
  return {
    ...{ answer, answering },
    dismissal: {
      dismiss: () => dismissal.mutate(),
      isPending: dismissal.isPending,
      isDone: dismissal.isSuccess,
      problem: dismissal.error ? problemOf(dismissal.error) : undefined,
    },
  };
}

/** Returns true if another answer was first or the ask is closed. */
const isSettled = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404);

const problemOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : t("tryAgain", { error: reasonOf(error) });

export const outputElsewhere = ({ details }: Answering): unknown =>
  isRecord(details) ? details.output : undefined;
