"use client";

import { useMemo } from "react";
import { jsonBody, request } from "@/components/chat/client/request";
import { useDesk } from "@/components/chat/desk";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { sheetView } from "@/lib/shared/components/sheet";
import type { Warden } from "./frame/consent";

/** Who is asked before the component of this surface does something by itself. None where no page came before it. */
export function useWarden({ readWeb, messageId, toolCallId }: Surface): Warden | undefined {
  const { conversationId } = useDesk();
  return useMemo(() => {
    if (!readWeb) return undefined;
    const path = `/api/sheets/${encodeURIComponent(conversationId)}`;
    const call = { messageId, toolCallId };
    return {
      readWeb,
      look: async () => {
        const response = await request(`${path}?${new URLSearchParams(call)}`);
        return sheetView.parse(await response.json()).sheet;
      },
      allow: async (deed) => {
        await request(path, { method: "POST", ...jsonBody({ ...call, allow: deed }) });
      },
    };
  }, [readWeb, conversationId, messageId, toolCallId]);
}
