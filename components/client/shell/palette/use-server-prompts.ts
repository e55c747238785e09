"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { MCP } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { fillComposer } from "@/components/client/fill-composer";
import { fillPrompt, listPrompts, readServers, SERVERS } from "@/components/client/mcp";
import { useRouter } from "@/components/ui/kit/agent-base";
import { useCommands } from "@/components/ui/kit/commands";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { newId } from "@/lib/shared/chat/id";
import { t } from "@/lib/shared/i18n/en/shellPalette";
import type { ServedPrompt } from "@/lib/shared/mcp/prompts";
import { removedMessage } from "@/lib/shared/mcp/removed";

/** MCP servers do not report changes of their prompts, so a list of prompts counts as outdated after this time. */
const STALE_MS = 30_000;

const isOutdated = (change: string) => change === MCP;

export type ChosenPrompt = { server: { id: string; title: string }; prompt: ServedPrompt };

export type ServerPrompts = {
  all: readonly ChosenPrompt[];
  run: (one: ChosenPrompt) => void;
  chosen: ChosenPrompt | undefined;
  leave: () => void;
  /** Puts the prompt into the message field. Resolves to an error message, or undefined on success. */
  fill: (chosen: ChosenPrompt, values: Record<string, string>) => Promise<string | undefined>;
};

export function useServerPrompts(isOpen: boolean): ServerPrompts {
  const router = useRouter();
  const [chosen, setChosen] = useState<ChosenPrompt>();
  const { data = [] } = useQuery({
    queryKey: SERVERS,
    queryFn: ({ signal }) => readServers(signal),
    meta: { outdatedBy: isOutdated },
    enabled: isOpen,
  });
  const servers = data.filter(({ prompts }) => prompts);
  const lists = useQueries({
    queries: servers.map(({ id }) => ({
      queryKey: [...SERVERS, id, "prompts"],
      queryFn: ({ signal }: { signal: AbortSignal }) => listPrompts(id, signal),
      meta: { outdatedBy: isOutdated },
      staleTime: STALE_MS,
      enabled: isOpen,
    })),
  });
  const fill: ServerPrompts["fill"] = async ({ server, prompt }, values) => {
    try {
      const { text, removed = 0 } = await fillPrompt(server.id, { name: prompt.name, arguments: values });
      if (removed > 0) void notify(removedMessage(removed, t("thisPrompt")));
      if (fillComposer(text)) return;
      const id = newId();
      keepDraft(id, text);
      router.push(`/chat/${id}`);
    } catch (error) {
      return failureText(error);
    }
  };
  const fillAtOnce = async (one: ChosenPrompt) => {
    const problem = await fill(one, {});
    if (problem) void notifyProblem(problem);
  };
  return {
    all: servers.flatMap(({ id, title }, at) =>
      (lists[at]?.data ?? []).map((prompt) => ({ server: { id, title }, prompt })),
    ),
    run: (one) => (one.prompt.arguments.length > 0 ? setChosen(one) : void fillAtOnce(one)),
    chosen,
    leave: () => setChosen(undefined),
    fill,
  };
}

export function usePromptCommands(isOpen: boolean): ServerPrompts {
  const prompts = useServerPrompts(isOpen);
  useCommands(
    prompts.all.map((one) => ({
      id: `prompt ${one.server.id} ${one.prompt.name}`,
      label: `${one.server.title}: ${one.prompt.title}`,
      group: "Prompts",
      icon: MessageSquareText,
      keywords: ["prompt", "mcp", one.prompt.description ?? ""],
      run: () => prompts.run(one),
    })),
    "frame",
  );
  return prompts;
}
