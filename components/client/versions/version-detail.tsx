"use client";

import { ArrowLeft, ArrowRight, CircleAlert, RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useRouter } from "@/components/ui/kit/agent-base";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import type { Revision } from "@/lib/shared/history";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t } from "@/lib/shared/i18n/en/versions";
import { restoreRevision } from "./api";
import { Counts } from "./counts";
import { TextDiff } from "./text-diff";
import { type Trouble, troubleOf } from "./trouble";
import { useVersionChanges } from "./use-version-changes";
import { Author, wasNeverLive } from "./version-author";
import { VersionsWait } from "./versions-wait";
import { When } from "./when";

type VersionDetailProps = {
  chosen: Revision;
  versions: readonly Revision[];
  live: number | undefined;
  now: string;
  onBack: () => void;
};

export function VersionDetail({ chosen, versions, live, now, onBack }: VersionDetailProps) {
  const { version, failure, createdAt } = chosen;
  const router = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);
  const [against, setAgainst] = useState(() => before(versions, chosen)?.id);
  const [outcome, setOutcome] = useState<"busy" | { version: number } | Trouble>();
  useEffect(() => heading.current?.focus(), []);

  const restore = async (accept?: boolean) => {
    if (outcome === "busy") return;
    setOutcome("busy");
    try {
      const restored = await restoreRevision(chosen.id, accept);
      setOutcome({ version: restored.version });
      router.refresh();
    } catch (error) {
      setOutcome(troubleOf(error));
    }
  };

  const label = (version: number) =>
    version === live ? t("versionNow", { version }) : t("version", { version });
  const other = versions.find(({ id }) => id === against);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={t("allVersions")} className="-ml-2" onClick={onBack}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <h2 ref={heading} tabIndex={-1} className="text-prose font-medium outline-none">
          {t("version", { version })}
        </h2>
        {version === live && <Badge variant="secondary">{t("live")}</Badge>}
        {version !== live && (
          <Button
            variant="outline"
            aria-disabled={outcome === "busy"}
            className="ml-auto"
            onClick={() => void restore()}
          >
            <RotateCcw aria-hidden />
            {t("restoreVersion", { version })}
          </Button>
        )}
      </div>
      <p className="text-ink-2">
        <Author version={chosen} />, <When at={createdAt} now={now} />
      </p>
      {failure !== null && (
        <p className="flex gap-2">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
            {wasNeverLive(chosen) ? t("failed", { failure }) : t("accepted", { failure })}
          </span>
        </p>
      )}
      <Outcome outcome={outcome} onAnyway={() => void restore(true)} />
      {versions.length > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <div className="w-36">
            <NativeSelect
              aria-label={t("compareWith")}
              value={against ?? ""}
              onChange={({ target }) => setAgainst(target.value)}
            >
              {versions.map(({ id, version: one }) =>
                id === chosen.id ? null : (
                  <NativeSelectOption key={id} value={id}>
                    {label(one)}
                  </NativeSelectOption>
                ),
              )}
            </NativeSelect>
          </div>
          <ArrowRight aria-hidden className="size-4 text-ink-3" />
          <span>{label(version)}</span>
        </div>
      )}
      <VersionDiff key={`${against} ${chosen.id}`} before={other} after={chosen} />
    </div>
  );
}

const before = (versions: readonly Revision[], chosen: Revision) =>
  versions.find(({ version }) => version < chosen.version) ?? versions.find(({ id }) => id !== chosen.id);

type OutcomeProps = {
  outcome: "busy" | { version: number } | Trouble | undefined;
  onAnyway: () => void;
};

function Outcome({ outcome, onAnyway }: OutcomeProps) {
  const message =
    outcome === "busy"
      ? t("restoring")
      : outcome && "version" in outcome
        ? t("restoredAs", { version: outcome.version })
        : outcome?.kind === "conflict"
          ? t("notRestored", { message: clientText("stale") })
          : outcome?.kind === "gate"
            ? t("notRestored", { message: t("failed", { failure: outcome.message }) })
            : outcome && t("notRestored", { message: outcome.message });
  const isGate = typeof outcome === "object" && "kind" in outcome && outcome.kind === "gate";
  return (
    <div className={message ? "flex flex-col items-start gap-2" : "-mt-4"}>
      <p role="status" className="wrap-anywhere">
        {message}
      </p>
      {isGate && (
        <Button variant="outline" onClick={onAnyway}>
          {t("restoreAnyway")}
        </Button>
      )}
    </div>
  );
}

type VersionDiffProps = {
  /** Undefined for the first version. */
  before: Revision | undefined;
  after: Revision;
};

function VersionDiff({ before, after }: VersionDiffProps) {
  const { changes, problem, again } = useVersionChanges(after.kind, before?.id, after.id);
  if (!changes) return <VersionsWait problem={problem} onAgain={again} />;
  if (changes.length === 0) return <p className="text-ink-2">{t("noDifferences")}</p>;
  return changes.map(({ title, isProse, diff }) => (
    <section key={title} aria-label={title} className="overflow-hidden rounded-sheet bg-sheet shadow-sheet">
      <h3 className="flex items-center gap-3 border-line border-b px-4 py-2">
        <span className="flex-1 font-medium">{title}</span>
        <Counts {...diff} />
      </h3>
      <div className="py-1">
        <TextDiff label={title} diff={diff} isProse={isProse} />
      </div>
    </section>
  ));
}
