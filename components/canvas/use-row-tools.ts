import { useMemo } from "react";
import { useDesk } from "@/components/chat/desk";
import { jsonBody, request } from "@/components/client/request";
import { Permissions } from "@/components/frame/permissions";
import { callOf } from "@/lib/shared/chat/sheet-change";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { callOutcome } from "@/lib/shared/components/access";

const TOOL_MS = 600_000;
const NOBODY = async (): Promise<never> => {
  throw new Error("Nothing is granted here.");
};

/** How the buttons in rows of this surface run the agent's tools, and what the person is asked about a call. */
export function useRowTools({ versions, input, call: newest }: Surface) {
  const { conversationId } = useDesk();
  const shown = versions.findLast((version) => version.input === input);
  const { messageId, toolCallId } = shown ? callOf(shown.id) : newest;
  return useMemo(() => {
    if (!conversationId) return {};
    const permissions = new Permissions({ access: NOBODY, change: NOBODY }, () => {});
    const query = new URLSearchParams({ messageId, toolCallId });
    const path = `/api/sheets/${encodeURIComponent(conversationId)}/actions?${query}`;
    const onTool = async (tool: string, row: Record<string, unknown>, allowed = {}): Promise<unknown> => {
      const init = { method: "POST", ...jsonBody({ tool, row, ...allowed }), patienceMs: TOOL_MS };
      const outcome = callOutcome.parse(await (await request(path, init)).json());
      if ("value" in outcome) return outcome.value;
      if (!("question" in outcome)) throw new Error("It did not work.");
      const said = await permissions.ask(outcome.question);
      const remember = said === "always" && { remember: said };
      return onTool(tool, row, { allowed: outcome.question.token, ...remember });
    };
    return { permissions, onTool: (tool: string, row: Record<string, unknown>) => onTool(tool, row) };
  }, [conversationId, messageId, toolCallId]);
}
