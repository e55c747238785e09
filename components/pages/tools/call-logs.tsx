"use client";

import { useQuery } from "@tanstack/react-query";
import { t } from "@/lib/shared/i18n/en/tools";
import { readCall } from "./api";
import { Logs } from "./own/logs";

type CallLogsProps = { toolName: string; messageId: string; toolCallId: string };

export function CallLogs({ toolName, messageId, toolCallId }: CallLogsProps) {
  const { data: lines = [] } = useQuery({
    queryKey: ["tools", "logs", toolName, messageId, toolCallId],
    queryFn: async ({ signal }) =>
      (await readCall(toolName, { message: messageId, call: toolCallId }, signal))?.logs ?? [],
  });
  return lines.length > 0 ? <Logs label={t("logs")} lines={lines} /> : null;
}
