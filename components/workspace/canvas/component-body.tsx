"use client";

import { Check } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { SurfaceState } from "@/components/client/surface-state";
import { ComponentFrame } from "@/components/draw/frame/later";
import type { ComponentError } from "@/components/draw/frame/props";
import { propsOf } from "@/components/draw/frame/props-of";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FieldError } from "@/components/ui/field-error";
import { OutputLines } from "@/components/ui/kit/output-lines";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/components/workspace/chat/desk";
import type { FromSurface } from "@/lib/shared/chat/from-surface";
import { isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";
import { t as common } from "@/lib/shared/i18n/en/common";
import { useCover } from "./use-cover";
import { useSurfaceServer } from "./use-surface-server";

const ComponentPreview = later(
  () => import("@/components/draw/preview/component-preview").then((module) => module.ComponentPreview),
  () => <Skeleton className="h-32" />,
);

const ChangePreview = later(() =>
  import("@/components/draw/preview/change-preview").then((module) => module.ChangePreview),
);

type ComponentBodyProps = {
  surface: Surface;
  sheet: SurfaceState | undefined;
  onAnswer: (output: unknown) => Promise<void>;
  onFix?: (text: string, sheet: FromSurface) => void;
};

/** Offer to the user to send an action of the component as a message, because no ask is open. */
type Offer = { action: string; send: () => void; leave: () => void };

/**
 * Shows a component on a surface. Its `callTool` answers the open ask; without an ask, the user may send the
 * action as a message.
 */
export function ComponentBody({ surface, sheet, onAnswer, onFix }: ComponentBodyProps) {
  const { say, conversationId, setFailed } = useDesk();
  const fix = onFix ?? say;
  const server = useSurfaceServer(surface);
  const { readWeb } = surface;
  // Undefined if the conversation had read no web page before it made this surface.
  const warden = useMemo(() => readWeb && server && { readWeb, ...server }, [readWeb, server]);
  const { component, input, title, id, state, isAsked, answer, change } = surface;
  const from = { title: title.slice(0, 200), surface: id };
  const { act, offer, problem } = useOffer(isAsked, onAnswer);
  // Show the preview until the finished component has rendered.
  const [isWritten, setWritten] = useState(state !== "writing");
  const isPreviewed = !isWritten && (state === "writing" || component !== undefined);
  const under = useRef<HTMLDivElement>(null);
  const { seen, isMade, isCovered, cover, uncover } = useCover(change, component?.bundle);
  return (
    <div className="flex flex-col gap-3 px-5 pt-4 pb-5 max-md:px-4">
      {(isPreviewed || component) && (
        <div className="grid min-w-0">
          {isPreviewed && (
            <div className="col-start-1 row-start-1 min-w-0">
              <ComponentPreview call={{ id, input, isWritten: false }} />
            </div>
          )}
          {component && (
            <div
              ref={under}
              className={cn(
                "col-start-1 row-start-1 min-w-0",
                (isPreviewed || isCovered) && "pointer-events-none opacity-0",
              )}
            >
              <ComponentFrame
                id={id}
                bundle={component.bundle}
                props={propsOf(input)}
                title={title}
                onAction={conversationId ? act : undefined}
                onSay={(text) => say(text, from)}
                warden={warden}
                server={server}
                sheet={sheet}
                onError={({ phase }) => {
                  setWritten(true);
                  uncover();
                  if (phase !== "event") setFailed(surface, true);
                }}
                onDrawn={() => {
                  setWritten(true);
                  uncover();
                  setFailed(surface, false);
                }}
                onFix={(error) => fix(fixText(surface, error), { ...from, failure: failureOf(error) })}
              />
            </div>
          )}
          {component && seen && (
            <div className="col-start-1 row-start-1 min-w-0">
              <ChangePreview
                key={seen.id}
                change={seen}
                isMade={isMade}
                input={input}
                shown={`${id}/${component.bundle}`}
                sheet={sheet}
                under={under}
                isShown={isCovered}
                onShown={cover}
              />
            </div>
          )}
        </div>
      )}
      {offer && <LateOffer offer={offer} why={whyLate(surface)} />}
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

function useOffer(isAsked: boolean, onAnswer: ComponentBodyProps["onAnswer"]) {
  const [offer, setOffer] = useState<Offer>();
  const [problem, setProblem] = useState<string>();
  const act = async (action: string, payload: unknown) => {
    const output = answerOf(action, payload);
    if (isAsked) return onAnswer(output);
    offer?.leave();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    setOffer({
      action,
      send: () => {
        setOffer(undefined);
        onAnswer(output).then(resolve, (error) => {
          reject(error);
          setProblem(error instanceof Error ? error.message : t("notSent"));
        });
      },
      leave: () => {
        setOffer(undefined);
        reject(new Error("The user did not send it."));
      },
    });
    setProblem(undefined);
    return promise;
  };
  return { act, offer, problem };
}

function whyLate({ state, input }: Surface): string {
  if (state === "answered") return t("alreadyAnswered");
  const isOnlyShown = isRecord(input) && input.wait === false;
  return isOnlyShown ? t("notWaiting") : t("continuedWithout");
}

type LateOfferProps = { offer: Offer; why: string };

/**
 * Asks the user before sending a message, because the user may have clicked to answer an ask that is already
 * closed.
 */
function LateOffer({ offer: { action, send, leave }, why }: LateOfferProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 rounded-in bg-fill px-3 py-2 text-ui">
      <span className="min-w-40 flex-1 wrap-anywhere">{t("sendAsMessageQuestion", { why, action })}</span>
      <Button size="sm" className="max-md:h-11" onClick={send}>
        {t("sendAsMessage")}
      </Button>
      <Button size="sm" variant="ghost" className="max-md:h-11" onClick={leave}>
        {common("notNow")}
      </Button>
    </div>
  );
}

/** Returns the output for an action. A field `action` of the payload does not override the action. */
export function answerOf(action: string, payload: unknown): Record<string, unknown> {
  if (isRecord(payload)) return { ...payload, action };
  return payload === undefined || payload === null ? { action } : { action, payload };
}

const WHEN: Record<ComponentError["phase"], string> = {
  load: "could not be started",
  draw: "failed to render",
  event: "failed while it was used",
  stopped: "was stopped",
};

const failureOf = ({ phase, line }: ComponentError): string =>
  `${WHEN[phase]}${line === undefined ? "" : ` (line ${line})`}`;

/**
 * Returns the message that asks the agent to fix the component: error, position, version and code excerpt.
 */
export function fixText(
  { component, title }: Pick<Surface, "component" | "title">,
  error: ComponentError,
): string {
  const { phase, message, line, column, excerpt } = error;
  const which = component?.name
    ? `component \`${component.name}\` (version ${component.version})`
    : `component “${title}”`;
  const where = line === undefined ? "" : ` (line ${line}, column ${column})`;
  const code = excerpt ? `\n\n\`\`\`\n${excerpt}\n\`\`\`` : "";
  return `The ${which} ${WHEN[phase]}${where}: ${message}${code}\n\nPlease fix it and show it again.`;
}
