"use client";

import { CircleAlert } from "lucide-react";
import { FromWeb } from "@/components/client/origins/from-web";
import { When } from "@/components/client/versions/when";
import { Badge } from "@/components/ui/badge";
import { duration } from "@/components/ui/kit/duration";
import { Locked } from "@/components/ui/kit/rights";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/tools";
import { helpOfTool, titleOfTool } from "@/lib/shared/tools/titles";
import { MAX_INSTRUCTIONS, type ToolView } from "@/lib/shared/tools/view";
import type { ToolChange } from "./api";
import { CallLimits } from "./call-limits";
import { statsOf } from "./figures";
import { Instructions } from "./instructions";
import { lackOf } from "./lacks";
import { PolicyChoice } from "./segments";

type ToolHeaderProps = {
  tool: ToolView;
  version?: number;
  now: string;
  onChange: (change: ToolChange) => void;
};

export function ToolHeader({ tool, version, now, onChange }: ToolHeaderProps) {
  const { name, description, policy, enabled, pauses, problem, lapsed } = tool;
  const title = titleOfTool(tool);
  const help = helpOfTool(tool);
  const lacks = lackOf(tool);
  return (
    <header className="flex flex-col gap-3 max-md:px-1">
      <div className="flex flex-col gap-1">
        <h1 className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 font-mono font-strong text-title wrap-anywhere">{name}</span>
          {version !== undefined && (
            <Badge variant="secondary" className="font-normal">
              v{version}
            </Badge>
          )}
        </h1>
        {!isBuiltIn(name) && (
          <div className="-ml-2 flex empty:hidden">
            <FromWeb kind="tool" name={name} />
          </div>
        )}
        {(title || help) && (
          <p className="max-w-prose wrap-anywhere">
            {title && <span className="font-medium">{title}. </span>}
            {help}
          </p>
        )}
        <p className="line-clamp-6 max-w-prose whitespace-pre-line text-ink-2 wrap-anywhere">
          {(title || help) && <span className="text-ink-3">{t("modelReads")} </span>}
          {description}
        </p>
        <Touches tool={tool} />
        <p className="text-meta text-ink-3">
          <Figures tool={tool} now={now} />
        </p>
        {lapsed !== undefined && policy === "ask" && (
          <p className="max-w-prose text-ink-2">{t("lapsed", { version: lapsed })}</p>
        )}
        {lacks !== undefined && (
          <p className="max-w-prose text-ink-2">{t("notOffered", { reason: lacks })}</p>
        )}
        {problem !== undefined && (
          <p className="flex gap-1.5">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            <span className="min-w-0 wrap-anywhere">{problem}</span>
          </p>
        )}
      </div>
      <Locked right="own">
        <Instructions
          title={name}
          instructions={tool.instructions ?? ""}
          maxChars={MAX_INSTRUCTIONS.tool}
          onSave={(instructions) => onChange({ instructions })}
        />
        <CallLimits tool={tool} onChange={onChange} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <PolicyChoice
            name={name}
            policy={policy}
            pauses={pauses}
            onChoose={(policy) => onChange({ policy })}
          />
          <span className="flex items-center gap-2.5">
            <Switch id="offered" checked={enabled} onCheckedChange={(enabled) => onChange({ enabled })} />
            <Label htmlFor="offered" className="font-normal text-ink-2">
              {enabled ? t("enabled") : t("disabled")}
            </Label>
          </span>
        </div>
      </Locked>
    </header>
  );
}

function Touches({ tool: { reads = [], writes = [] } }: { tool: ToolView }) {
  if (reads.length + writes.length === 0) return null;
  return (
    <p className="text-meta text-ink-3">
      {[
        reads.length > 0 && t("mayRead", { items: reads.map(labelOf).join(", ") }),
        writes.length > 0 && t("mayChange", { items: writes.map(labelOf).join(", ") }),
      ]
        .filter(Boolean)
        .join(" ")}
    </p>
  );
}

/** Labels of what tools read and change. Tools can name other things as well. */
const TOUCHED: Readonly<Record<string, () => string>> = {
  boards: () => common("boards"),
  components: () => common("components"),
  database: () => t("database"),
  documents: () => t("documents"),
  files: () => common("files"),
  jobs: () => common("jobs"),
  learned_notes: () => common("notes"),
  memory: () => common("memory"),
  state: () => t("state"),
  system_prompt: () => common("prompt"),
  tools: () => common("tools"),
  web: () => t("web"),
};

const labelOf = (item: string) =>
  (Object.hasOwn(TOUCHED, item) ? TOUCHED[item]?.() : undefined) ?? item.replaceAll("_", " ");

function Figures({ tool, now }: { tool: ToolView; now: string }) {
  const { calls, failures, medianMs, lastAt } = statsOf(tool);
  if (calls === 0) return t("noRecentCalls");
  return (
    <>
      {[
        t("callsInDays", { calls }),
        failures > 0 && t("failedCount", { failures }),
        medianMs !== null && t("medianTime", { duration: duration(medianMs) }),
      ]
        .filter(Boolean)
        .join(", ")}
      {lastAt !== null && <>, {t.rich("lastCall", { time: () => <When at={lastAt} now={now} /> })}</>}
    </>
  );
}
