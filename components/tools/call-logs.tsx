"use client";

import { useEffect, useState } from "react";
import { readCall } from "./api";
import { Logs } from "./logs";

type CallLogsProps = { toolName: string; messageId: string; toolCallId: string };

/** What the code of a call wrote to its console, if it did; asked for when one looks at the call. */
export function CallLogs({ toolName, messageId, toolCallId }: CallLogsProps) {
  const [lines, setLines] = useState<readonly string[]>([]);
  useEffect(() => {
    const leave = new AbortController();
    readCall(toolName, { message: messageId, call: toolCallId }, leave.signal).then(
      (call) => setLines(call?.logs ?? []),
      // The call says what came of it without them, too.
      () => {},
    );
    return () => leave.abort();
  }, [toolName, messageId, toolCallId]);
  return lines.length > 0 ? <Logs label="Logs" lines={lines} /> : null;
}
