import { Check, ChevronRight, CircleAlert } from "lucide-react";
import { Accordion } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Ring } from "@/components/ui/kit/ring";
import { t as common } from "@/lib/shared/i18n/en/common";

/** `spare`: set up, but another one is in use. */
export type SetupState = { kind: "ready" | "spare" | "off" | "problem" | "looking"; words: string };

type SetupRowProps = {
  id: string;
  title: string;
  about: string;
  state: SetupState;
  isDirty: boolean;
  problem: string | null | undefined;
  children: ReactNode;
};

export function SetupRow({ id, title, about, state, isDirty, problem, children }: SetupRowProps) {
  return (
    <Accordion.Item value={id} id={id} className="scroll-mt-4">
      <Accordion.Header className="flex">
        <Accordion.Trigger
          className={cn(
            "group flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4 py-2 text-left transition-colors hover:bg-fill-hover",
            "-outline-offset-2 in-first:rounded-t-sheet in-last:data-[state=closed]:rounded-b-sheet",
          )}
        >
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-ink-2 transition-transform group-data-[state=open]:rotate-90"
          />
          <span className="flex min-w-0 flex-1 gap-x-3 max-md:flex-col">
            <span className="shrink-0 font-medium">{title}</span>
            <span className="min-w-0 flex-1 truncate text-ink-3 max-md:hidden">{about}</span>
            <SetupMark state={isDirty ? { kind: "off", words: common("notSaved") } : state} />
          </span>
        </Accordion.Trigger>
      </Accordion.Header>
      {/* Stays mounted while collapsed, so that typed text is kept. */}
      <Accordion.Content forceMount className="data-[state=closed]:hidden">
        <div className="flex flex-col gap-4 pt-2 pr-5 pb-5 pl-11 max-md:px-4">
          {problem && (
            <p className="flex gap-2">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              <span className="min-w-0 wrap-anywhere">{problem}</span>
            </p>
          )}
          {children}
        </div>
      </Accordion.Content>
    </Accordion.Item>
  );
}

function SetupMark({ state: { kind, words } }: { state: SetupState }) {
  return (
    <span
      className={cn(
        "flex shrink-0 items-center gap-1.5 max-md:text-meta",
        kind === "off" || kind === "looking" ? "text-ink-3" : "text-ink-2",
      )}
    >
      {kind === "ready" && <Check aria-hidden className="size-4 shrink-0 text-success" />}
      {kind === "problem" && <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />}
      {kind === "looking" && <Ring />}
      {words}
    </span>
  );
}
