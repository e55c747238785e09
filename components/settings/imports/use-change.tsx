"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failureText } from "@/components/client/failure";
import { IMPORTS } from "./api";

type Change = { change: (send: () => Promise<unknown>) => void; isBusy: boolean; problem: ReactNode };

/** Sends a change of an import, and reads the list again. */
export function useChange(): Change {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSettled: () => client.invalidateQueries({ queryKey: IMPORTS }),
  });
  return { change: mutate, isBusy: isPending, problem: error && <p role="alert">{failureText(error)}</p> };
}
