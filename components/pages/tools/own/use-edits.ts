"use client";

import { useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { failureText } from "@/components/client/failure";
import { notifyProblem } from "@/components/ui/kit/notify";

type Sent<Edit> = {
  /** Of what is changed. */
  key: string;
  edit: Edit;
  /** What stays as it was when it is refused, in words. */
  what: string;
  /** Tells the server, and caches what it answers. */
  send: () => Promise<void>;
};

/** What the person has just chosen of a kind of thing, by key: it is seen at once, and taken back when the server refuses. */
export function useEdits<Edit extends object>(kind: string) {
  const client = useQueryClient();
  const make = useCallback(
    async (wanted: Sent<Edit>): Promise<void> => {
      const { key, what, send } = wanted;
      const change = client.getMutationCache().build<void, Error, Sent<Edit>, unknown>(client, {
        mutationKey: ["edits", kind],
        // One change of a thing after the other, so that the last one made is also the last to arrive.
        scope: { id: `${kind} ${key}` },
        mutationFn: () => send(),
      });
      try {
        await change.execute(wanted);
      } catch (error) {
        void notifyProblem(`${what} stays as it was. ${failureText(error)}`, {
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
