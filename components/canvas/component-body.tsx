"use client";

import { useDesk } from "@/components/chat/desk";
import { Skeleton } from "@/components/ui/skeleton";
import { isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { ComponentFrame } from "./frame/later";
import type { ComponentError } from "./frame/props";
import { propsOf } from "./props-of";
import { useWarden } from "./use-warden";

type ComponentBodyProps = {
  surface: Surface;
  onAnswer: (output: unknown) => Promise<void>;
  onFix?: (text: string) => void;
};

/** A component on a sheet: what it says by `callTool` answers the ask, for as long as that is open. */
export function ComponentBody({ surface, onAnswer, onFix }: ComponentBodyProps) {
  const { say } = useDesk();
  const fix = onFix ?? say;
  const warden = useWarden(surface);
  const { component, input, title, id, state } = surface;
  return (
    <div className="px-5 pt-4 pb-5 max-md:px-4">
      {component ? (
        <ComponentFrame
          id={id}
          bundle={component.bundle}
          props={propsOf(input)}
          title={title}
          onAction={
            state === "waiting" ? (action, payload) => onAnswer(answerOf(action, payload)) : undefined
          }
          onSay={say}
          warden={warden}
          onFix={(error) => fix(fixText(surface, error))}
        />
      ) : (
        state === "writing" && <Skeleton className="h-32" />
      )}
    </div>
  );
}

/** What a payload names `action` is not the action. */
export function answerOf(action: string, payload: unknown): Record<string, unknown> {
  if (isRecord(payload)) return { ...payload, action };
  return payload === undefined || payload === null ? { action } : { action, payload };
}

const WHEN: Record<ComponentError["phase"], string> = {
  load: "could not be started",
  draw: "failed while it was drawn",
  event: "failed while it was used",
  stopped: "was stopped",
};

/** What the agent needs in order to fix it: what went wrong, where, and in which version. */
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
