"use client";

import { type ComponentType, memo, useMemo } from "react";
import { ExportedSurface } from "@/components/client/exported-surface";
import { jsonBody, request } from "@/components/client/request";
import type { SurfaceState } from "@/components/client/surface-state";
import { Permissions } from "@/components/draw/frame/consent/permissions";
import { PermissionsView } from "@/components/draw/frame/consent/permissions-later";
import { BrowserSurface } from "@/components/workspace/browser/later";
import { useDesk } from "@/components/workspace/chat/desk";
import type { FromSurface } from "@/lib/shared/chat/from-surface";
import { callOfVersion } from "@/lib/shared/chat/surfaces/surface-versions";
import { type Surface, surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { callOutcome } from "@/lib/shared/components/access";
import { t } from "@/lib/shared/i18n/en/canvas";
import { AppBody } from "./app-body";
import { BlocksLater } from "./blocks-later";
import { ComponentBody } from "./component-body";
import { useShown, useSurfaceState } from "./use-version";

type SurfaceBodyProps = {
  surface: Surface;
  /**
   * Answers the surface's ask, or sends the output as a message. `shown` is the version of the surface that
   * the user saw.
   */
  onAnswer: (output: unknown, shown: Surface) => Promise<void>;
  onFix?: (text: string, sheet: FromSurface) => void;
};

export type SurfaceBody = ComponentType<SurfaceBodyProps>;

export const SurfaceBody = memo(
  function SurfaceBody({ surface: newest, onAnswer, onFix }: SurfaceBodyProps) {
    const sheet = useSurfaceState(newest);
    const surface = useShown(newest);
    const answer = (output: unknown) => onAnswer(output, surface);
    if (surface.kind === "browser") return <BrowserSurface surface={surface} />;
    if (surface.kind === "app") return <AppBody surface={surface} sheet={sheet} onAnswer={answer} />;
    if (surface.kind === "component")
      return <ComponentBody surface={surface} sheet={sheet} onAnswer={answer} onFix={onFix} />;
    return <BlocksBody surface={surface} sheet={sheet} onAnswer={answer} />;
  },
  (before, now) => before.surface === now.surface,
);

type BlocksBodyProps = {
  surface: Surface;
  sheet: SurfaceState | undefined;
  onAnswer: (output: unknown) => Promise<void>;
};

function BlocksBody({ surface, sheet, onAnswer }: BlocksBodyProps) {
  const { onTool, permissions } = useRowTools(surface);
  const { conversationId: conversation } = useDesk();
  const { messageId, toolCallId, at = null } = surface;
  const exported = useMemo(
    () =>
      conversation
        ? { kind: "surface" as const, conversation, sheet: surfaceId(messageId, toolCallId), at }
        : undefined,
    [conversation, messageId, toolCallId, at],
  );
  return (
    <ExportedSurface value={exported}>
      <BlocksLater
        input={surface.input}
        state={stateOf(surface)}
        title={surface.title}
        call={surfaceId(surface.call.messageId, surface.call.toolCallId)}
        answer={surface.answer}
        sheet={sheet}
        onAnswer={onAnswer}
        onTool={onTool}
      />
      {permissions && (
        <div className="px-5 pb-5 empty:hidden max-md:px-4">
          <PermissionsView permissions={permissions} />
        </div>
      )}
    </ExportedSurface>
  );
}

function stateOf({ state, isAsked }: Surface) {
  if (state === "writing") return "streaming";
  if (isAsked) return "waiting";
  return state === "open" ? "late" : "answered";
}

const TOOL_MS = 600_000;
const refuse = async (): Promise<never> => {
  throw new Error("Nothing is granted here.");
};

function useRowTools({ versions, input, call: newest }: Surface) {
  const { conversationId } = useDesk();
  const shown = versions.findLast((version) => version.input === input);
  const { messageId, toolCallId } = shown ? callOfVersion(shown) : newest;
  return useMemo(() => {
    if (!conversationId) return {};
    const permissions = new Permissions({ access: refuse, change: refuse }, () => {});
    const query = new URLSearchParams({ messageId, toolCallId });
    const path = `/api/sheets/${encodeURIComponent(conversationId)}/actions?${query}`;
    const onTool = async (tool: string, row: Record<string, unknown>, allowed = {}): Promise<unknown> => {
      const init = { method: "POST", ...jsonBody({ tool, row, ...allowed }), patienceMs: TOOL_MS };
      const outcome = callOutcome.parse(await (await request(path, init)).json());
      if ("value" in outcome) return outcome.value;
      if (!("question" in outcome)) throw new Error(t("callFailed"));
      const decision = await permissions.ask(outcome.question);
      const remember = decision === "always" && { remember: decision };
      return onTool(tool, row, { allowed: outcome.question.token, ...remember });
    };
    return { permissions, onTool: (tool: string, row: Record<string, unknown>) => onTool(tool, row) };
  }, [conversationId, messageId, toolCallId]);
}
