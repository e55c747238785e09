"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { historyOf } from "@/components/client/events";
import type { Change } from "@/lib/shared/changes";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { field, isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { isOwnTool, sentenceOf } from "@/lib/shared/chat/tool-sentence";
import { readChanges } from "./api";

const NONE: readonly Change[] = [];

/** Returns what some calls of a message changed. Reads it again after each further call, undo and redo. */
export function useCallChanges(
  conversationId: string,
  messageId: string,
  tools: readonly ToolPart[],
): readonly Change[] {
  const client = useQueryClient();
  const done = tools.filter(mayChange);
  const copyIds = done.flatMap((tool) => copyOf(tool) ?? []);
  const queryKey = ["changes", conversationId, messageId, ...done.map(({ toolCallId }) => toolCallId)];
  const isListed = (name: string, kind: string) =>
    client.getQueryData<Change[]>(queryKey)?.some((one) => one.kind === kind && one.name === name);
  const { data } = useQuery({
    queryKey,
    queryFn: async () => ofCalls(await readChanges({ conversationId, messageId, copyIds }), done),
    enabled: conversationId !== "" && done.length > 0,
    placeholderData: keepPreviousData,
    meta: {
      outdatedBy: (change) => {
        const about = historyOf(change);
        return about !== undefined && isListed(about.name, about.kind) === true;
      },
    },
  });
  return data ?? NONE;
}

/** A change of the database has the id of the copy that the result of its call names. */
const ofCalls = (changes: readonly Change[], tools: readonly ToolPart[]): Change[] =>
  changes.flatMap((change) => {
    if (change.kind !== "database")
      return tools.some(({ toolCallId }) => toolCallId === change.toolCallId) ? [change] : [];
    return tools
      .filter((tool) => copyOf(tool) === change.id)
      .map((tool) => ({ ...change, toolCallId: tool.toolCallId, words: sentenceOf(tool).words }));
  });

function mayChange(tool: ToolPart): boolean {
  if (tool.state !== "output-available") return false;
  const facts = factsOfTool(tool.toolName);
  if (!facts) return isOwnTool(tool);
  return facts.writes !== undefined || (facts.intent !== undefined && facts.reaches === undefined);
}

const copyOf = ({ toolName, output }: ToolPart): string | undefined =>
  factsOfTool(toolName)?.gives === "copy" && isRecord(output) ? field(output.copy, "revision") : undefined;
