"use client";

import { WebMark } from "@/components/client/origins/web-mark";
import { cn } from "@/components/ui/cn";
import { tipOf } from "@/components/ui/icon-button";
import Link from "@/components/ui/kit/agent-base";
import { Switch } from "@/components/ui/switch";
import { t } from "@/lib/shared/i18n/en/skills";
import type { SkillSummary } from "@/lib/shared/skills/contract";
import { useEnabled } from "./use-enabled";

export function SkillRow({ skill }: { skill: SkillSummary }) {
  const { name, description, fileCount, origins } = skill;
  const [enabled, setEnabled] = useEnabled(skill);
  return (
    <li
      className={cn(
        "relative flex items-center gap-4 border-line px-5 py-3 transition-colors not-first:border-t",
        "first:rounded-t-sheet last:rounded-b-sheet has-[a:hover]:bg-fill-hover max-md:px-4",
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex min-w-0 items-center gap-2.5">
          <Link
            href={`/agent/skills/${encodeURIComponent(name)}`}
            className={cn(
              "min-w-0 truncate font-mono outline-none after:absolute after:inset-0",
              "focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2",
              !enabled && "text-ink-3",
            )}
          >
            {name}
          </Link>
          {fileCount > 0 && (
            <span className="shrink-0 text-meta text-ink-3 max-md:hidden">
              {t("filesCount", { count: fileCount })}
            </span>
          )}
          {/* Placed above the link that covers the row, so that its tooltip opens on hover. */}
          <WebMark origins={origins} className="relative max-w-56 shrink-0" />
        </div>
        <p className="line-clamp-2 text-ink-2 wrap-anywhere">{description}</p>
      </div>
      <Switch
        aria-label={t("isUsed", { name })}
        {...tipOf(enabled ? t("enabled") : t("disabled"), "left")}
        checked={enabled}
        onCheckedChange={setEnabled}
        className="relative shrink-0"
      />
    </li>
  );
}
