"use client";

import { useQuery } from "@tanstack/react-query";
import { readCall } from "./api";
import { Logs } from "./own/logs";

type CallLogsProps = { toolName: string; messageId: string; toolCallId: string };

/** Loads and shows the console output of a call. */
export function CallLogs({ toolName, messageId, toolCallId }: CallLogsProps) {
  // On failure show nothing: the call has its result without the logs.
  const { data: lines = [] } = useQuery({
    queryKey: ["tools", "logs", toolName, messageId, toolCallId],
    queryFn: async ({ signal }) =>
      (await readCall(toolName, { message: messageId, call: toolCallId }, signal))?.logs ?? [],
  });
  return lines.length > 0 ? <Logs label="Logs" lines={lines} /> : null;
}
