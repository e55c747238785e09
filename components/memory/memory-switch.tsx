"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { SETTINGS } from "@/components/client/events";
import { notifyProblem } from "@/components/kit/notify";
import { wordsOf } from "@/components/settings/api";
import { changeToolset, readToolsets } from "@/components/tools/api";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";

const MODE = ["memory", "mode"] as const;

/** Whether the agent has a memory at all: the mode of its toolset. Undefined until it is known. */
export function useMemoryMode() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: MODE,
    queryFn: async ({ signal }) => {
      const toolsets = await readToolsets(false, signal);
      return toolsets.find(({ id }) => id === "memory")?.mode ?? "off";
    },
    meta: { outdatedBy: (change) => change === SETTINGS },
  });
  const { mutate, variables, isPending } = useMutation({
    scope: { id: MODE.join() },
    mutationFn: (isOn: boolean) => changeToolset("memory", { mode: isOn ? "on" : "off" }),
    onSuccess: ({ mode }) => client.setQueryData(MODE, mode),
    onError: (error, isOn) =>
      void notifyProblem(`Memory was not switched ${isOn ? "on" : "off"}. ${wordsOf(error)}`),
  });
  return { isOn: isPending ? variables : data === undefined ? undefined : data !== "off", toggle: mutate };
}

type MemorySwitchProps = { isOn: boolean | undefined; onToggle: (isOn: boolean) => void };

export function MemorySwitch({ isOn, onToggle }: MemorySwitchProps) {
  const id = useId();
  return (
    <div className="flex h-control items-center gap-2">
      <Label htmlFor={id}>{isOn === false ? "Off" : "On"}</Label>
      <Switch
        id={id}
        checked={isOn ?? false}
        disabled={isOn === undefined}
        aria-label="Memory is on"
        onCheckedChange={onToggle}
      />
    </div>
  );
}
