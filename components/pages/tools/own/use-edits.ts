"use client";

import { useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { failureText } from "@/components/client/failure";
import { notifyProblem } from "@/components/ui/kit/notify";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/toolsOwn";

type Sent<Edit> = {
  key: string;
  edit: Edit;
  /** Names what is changed, in the error message if the server rejects the change. */
  what: string;
  /** Sends the change and applies the server's response. */
  send: () => Promise<void>;
};

/**
 * Sends changes, and returns pending changes by key so that the UI shows them at once. If the server rejects
 * a change, reverts it and notifies the user.
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
        void notifyProblem(t("notChanged", { what, error: failureText(error) }), {
          action: { label: common("tryAgain"), onClick: () => void make(wanted) },
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
