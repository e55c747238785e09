"use client";

import { useQuery } from "@tanstack/react-query";
import { readCall } from "./api";
import { Logs } from "./own/logs";

type CallLogsProps = { toolName: string; messageId: string; toolCallId: string };

/** What the code of a call wrote to its console, if it did; asked for when one looks at the call. */
export function CallLogs({ toolName, messageId, toolCallId }: CallLogsProps) {
  // The call says what came of it without them, too.
  const { data: lines = [] } = useQuery({
    queryKey: ["tools", "logs", toolName, messageId, toolCallId],
    queryFn: async ({ signal }) =>
      (await readCall(toolName, { message: messageId, call: toolCallId }, signal))?.logs ?? [],
  });
  return lines.length > 0 ? <Logs label="Logs" lines={lines} /> : null;
}
