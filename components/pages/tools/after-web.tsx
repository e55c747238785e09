"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/tools";
import { currentLocale } from "@/lib/shared/i18n/locale";
import { POLICIES, type Policy } from "@/lib/shared/modes";
import { titleOfToolset } from "@/lib/shared/tools/titles";
import type { ToolsetView, ToolView } from "@/lib/shared/tools/view";
import { hidden } from "./hidden";

const POLICY_ANSWERS: Record<Policy, string> = {
  get ask() {
    return t("ask");
  },
  get allow() {
    return common("allow");
  },
  get deny() {
    return t("deny");
  },
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
  const { id, afterWeb, tools } = toolset;
  const fieldId = useId();
  if (afterWeb === undefined) return null;
  const concerned = tools.filter((tool) => tool.afterWeb !== undefined);
  const trusted = afterWeb === "ask" ? tools.filter((tool) => tool.afterWeb === "trusted") : [];
  return (
    <div className="flex flex-col gap-2 border-line border-t py-3 pr-5 pl-15 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <label htmlFor={fieldId} className="font-medium">
          {t.rich("afterWeb", { hidden, title: titleOfToolset(toolset) })}
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
        {t("afterWebHint", { tools: namesOf(concerned), policy: afterWeb })}
        {id === STATE && ` ${t("afterWebState")}`}
      </p>
      {trusted.map((tool) => (
        <p key={tool.name} className="flex flex-wrap items-baseline gap-x-2 text-ink-2">
          <span>
            {t.rich("trusted", {
              code: (chunks) => <code className="font-mono text-[12px] wrap-anywhere">{chunks}</code>,
              name: tool.name,
            })}
          </span>
          <Button variant="link" className="font-normal" onClick={() => onAskAgain(tool)}>
            {t.rich("askAgain", { hidden, name: tool.name })}
          </Button>
        </p>
      ))}
    </div>
  );
}

const MAX_NAMED = 5;

function namesOf(tools: readonly ToolView[]): string {
  if (tools.length > MAX_NAMED) return t("itsTools");
  return new Intl.ListFormat(currentLocale(), { type: "disjunction" }).format(tools.map(({ name }) => name));
}
