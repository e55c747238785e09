"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { POLICIES, type Policy } from "@/lib/shared/modes";
import type { ToolsetView, ToolView } from "@/lib/shared/tools/view";

const POLICY_ANSWERS: Record<Policy, string> = { ask: "Ask", allow: "Allow", deny: "Refuse" };

/** Ends of a sentence that begins with the names of the tools. */
const MEANS: Record<Policy, string> = {
  ask: "may run only if you allow it",
  allow: "may run without asking",
  deny: "is refused",
};

const STATE = "state";

type AfterWebProps = {
  toolset: ToolsetView;
  onChoose: (afterWeb: Policy) => void;
  /**
   * Called when the user withdraws trust from a tool, so that its calls need approval again after reading the
   * web.
   */
  onAskAgain: (tool: ToolView) => void;
};

/**
 * Sets the policy for the toolset's writing tools after the conversation has read web pages, because web
 * pages may contain instructions by third parties.
 */
export function AfterWeb({ toolset, onChoose, onAskAgain }: AfterWebProps) {
  const { id, title, afterWeb, tools } = toolset;
  const fieldId = useId();
  if (afterWeb === undefined) return null;
  const concerned = tools.filter((tool) => tool.afterWeb !== undefined);
  const trusted = afterWeb === "ask" ? tools.filter((tool) => tool.afterWeb === "trusted") : [];
  return (
    <div className="flex flex-col gap-2 border-line border-t py-3 pr-5 pl-15 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <label htmlFor={fieldId} className="font-medium">
          After reading the web<span className="sr-only"> ({title})</span>
        </label>
        <div className="w-32">
          <NativeSelect
            id={fieldId}
            value={afterWeb}
            aria-describedby={`${fieldId}-hint`}
            onChange={({ target }) => {
              const chosen = POLICIES.find((policy) => policy === target.value);
              if (chosen) onChoose(chosen);
            }}
          >
            {(["ask", "allow", "deny"] as const).map((policy) => (
              <NativeSelectOption key={policy} value={policy}>
                {POLICY_ANSWERS[policy]}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </div>
      </div>
      <p id={`${fieldId}-hint`} className="max-w-prose text-ink-2">
        Pages can contain instructions meant to trick the agent. Once a conversation has read one, a call of{" "}
        {namesOf(concerned)} that changes something {MEANS[afterWeb]}.
        {id === STATE && " The same applies to data that a component on the canvas stores by itself."}
      </p>
      {trusted.map((tool) => (
        <p key={tool.name} className="flex flex-wrap items-baseline gap-x-2 text-ink-2">
          <span>
            <code className="font-mono text-[12px] wrap-anywhere">{tool.name}</code> does not ask: you allowed
            it permanently.
          </span>
          <Button variant="link" className="font-normal" onClick={() => onAskAgain(tool)}>
            Ask again<span className="sr-only"> about {tool.name}</span>
          </Button>
        </p>
      ))}
    </div>
  );
}

const MAX_NAMED = 5;

function namesOf(tools: readonly ToolView[]): string {
  if (tools.length > MAX_NAMED) return "its tools";
  return new Intl.ListFormat("en", { type: "disjunction" }).format(tools.map(({ name }) => name));
}
