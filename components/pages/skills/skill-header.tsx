"use client";

import { FromWeb } from "@/components/client/origins/from-web";
import { Badge } from "@/components/ui/badge";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { t } from "@/lib/shared/i18n/en/skills";
import type { SkillView } from "@/lib/shared/skills/contract";
import { useEnabled } from "./use-enabled";

export function SkillHeader({ skill }: { skill: SkillView }) {
  const { name, version, frontmatter, origins } = skill;
  const [enabled, setEnabled] = useEnabled(skill);
  const { description, license, compatibility, "allowed-tools": tools } = frontmatter;
  const facts: [label: string, text: string | undefined][] = [
    [t("compatibility"), compatibility],
    [t("allowedTools"), tools],
    [t("license"), license],
  ];
  return (
    <header className="flex flex-col gap-3 max-md:px-1">
      <div className="flex flex-col gap-1">
        <h1 className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 font-mono font-strong text-title wrap-anywhere">{name}</span>
          <Badge variant="secondary" className="font-normal">
            v{version}
          </Badge>
        </h1>
        <div className="-ml-2 flex empty:hidden">
          <FromWeb kind="skill" name={name} />
        </div>
        <p className="max-w-prose whitespace-pre-line text-ink-2 wrap-anywhere">{description}</p>
        {origins.length > 0 && <p className="max-w-prose text-ink-2">{t("untrusted")}</p>}
        <dl className="flex max-w-prose flex-col text-meta text-ink-3 empty:hidden">
          {facts.map(
            ([label, text]) =>
              text && (
                <div key={label} className="flex gap-1.5">
                  <dt className="shrink-0">{label}:</dt>
                  <dd className="min-w-0 wrap-anywhere">{text}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
      <span className="flex items-center gap-2.5">
        <Switch id="enabled" checked={enabled} onCheckedChange={setEnabled} />
        <Label htmlFor="enabled" className="font-normal text-ink-2">
          {enabled ? t("enabled") : t("disabled")}
        </Label>
      </span>
    </header>
  );
}
