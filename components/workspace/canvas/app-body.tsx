"use client";

import { Check } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import type { SurfaceState } from "@/components/client/surface-state";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { OutputLines } from "@/components/ui/kit/output-lines";
import { retryLoad } from "@/components/ui/retry-load";
import { Skeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/components/workspace/chat/desk";
import { stateEntry } from "@/lib/shared/chat/surfaces/sheets";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";
import { t as common } from "@/lib/shared/i18n/en/common";
import { CONTEXT_KEY } from "@/lib/shared/mcp/apps";
import { useDisplayModes } from "./display-mode";

const AppView = dynamic(
  retryLoad(() => import("@/components/draw/frame/app/app-view").then((module) => module.AppView)),
  { ssr: false, loading: () => <Skeleton className="h-80" /> },
);

type AppBodyProps = {
  surface: Surface;
  sheet: SurfaceState | undefined;
  onAnswer: (output: unknown) => Promise<void>;
};

export function AppBody({ surface, sheet, onAnswer }: AppBodyProps) {
  const { id, title, messageId, toolCallId, state, isAsked, answer } = surface;
  const { conversationId } = useDesk();
  const display = useDisplayModes();
  const [problem, setProblem] = useState<string>();
  const path = useMemo(() => {
    const call = new URLSearchParams({ messageId, toolCallId });
    return `/api/sheets/${encodeURIComponent(conversationId)}/app?${call}`;
  }, [conversationId, messageId, toolCallId]);
  const entry = stateEntry(CONTEXT_KEY);
  const send = async (output: { action: "say"; text: string } | { action: "dismiss" }) => {
    setProblem(undefined);
    const context = sheet?.read(entry);
    await onAnswer({ ...output, ...(context !== undefined && { context }) });
  };
  const done = () => send({ action: "dismiss" }).catch((error: Error) => setProblem(error.message));
  return (
    <div className="flex flex-col gap-3 px-5 pt-4 pb-5 max-md:px-4">
      <AppView
        id={id}
        title={title}
        path={path}
        mode={display?.isFull ? "fullscreen" : "inline"}
        modes={display ? ["inline", "fullscreen"] : ["inline"]}
        onSay={async (text, hold) => {
          await hold(isAsked);
          await send({ action: "say", text });
        }}
        onContext={(context) => sheet?.write(entry, context)}
        onMode={(mode) => (mode === "fullscreen" ? display?.onFull() : display?.onLeaveFull())}
      />
      {isAsked && (
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="outline" className="max-md:h-11" onClick={done}>
            {common("done")}
          </Button>
          <p className="text-meta text-ink-3">{t("agentWaits")}</p>
        </div>
      )}
      <FieldError>{problem}</FieldError>
      {state === "answered" && (
        <section aria-label={t("yourAnswer")} className="flex gap-2 border-line border-t pt-3 text-ui">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
          <OutputLines output={answer} />
        </section>
      )}
    </div>
  );
}
