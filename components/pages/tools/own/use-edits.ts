"use client";

import { useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { failureText } from "@/components/client/failure";
import { notifyProblem } from "@/components/ui/kit/notify";

type Sent<Edit> = {
  key: string;
  edit: Edit;
  /** Subject of the error message if the change is rejected. */
  what: string;
  /** Sends the change to the server and caches the response. */
  send: () => Promise<void>;
};

/**
 * Sends changes and returns the pending ones by key, so that they are shown immediately. A rejected change is
 * reverted with a notification.
 */
export function useEdits<Edit extends object>(kind: string) {
  const client = useQueryClient();
  const make = useCallback(
    async (wanted: Sent<Edit>): Promise<void> => {
      const { key, what, send } = wanted;
      const change = client.getMutationCache().build<void, Error, Sent<Edit>, unknown>(client, {
        mutationKey: ["edits", kind],
        // Send changes of an item one at a time, so that the last one wins.
        scope: { id: `${kind} ${key}` },
        mutationFn: () => send(),
      });
      try {
        await change.execute(wanted);
      } catch (error) {
        void notifyProblem(`Could not change ${what}. ${failureText(error)}`, {
          action: { label: "Try again", onClick: () => void make(wanted) },
        });
      }
    },
    [client, kind],
  );
  const pending = useMutationState({
    filters: { mutationKey: ["edits", kind], status: "pending" },
    select: ({ state }) => state.variables as Sent<Edit>,
  });
  const edits = useMemo(() => {
    const all = new Map<string, Edit>();
    for (const { key, edit } of pending) all.set(key, { ...all.get(key), ...edit });
    return all;
  }, [pending]);
  return { edits, make };
}
