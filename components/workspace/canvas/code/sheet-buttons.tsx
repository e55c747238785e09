"use client";

import { Suspense, useState } from "react";
import { troubleOf, troubleText } from "@/components/client/versions/trouble";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { lazyView } from "@/components/ui/kit/lazy-view";
import { notifyProblem } from "@/components/ui/kit/notify";
import { May } from "@/components/ui/kit/rights";
import { useDesk } from "@/components/workspace/chat/desk";
import { KEPT, keptIn } from "@/lib/shared/chat/surfaces/surface-edits";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvasCode";
import { t as common } from "@/lib/shared/i18n/en/common";
import { useEdited, useShownVersion, useSurfaceEntry, useSurfaceState } from "../use-version";

const CodeDialog = lazyView(() => import("./code-dialog").then((module) => module.CodeDialog));

const small = "h-6 shrink-0 px-1.5 text-meta text-ink-3 max-md:-my-2.5 max-md:h-11 print:hidden";

type SheetButtonsProps = { surface: Surface; shown: Surface };

/** Code and Keep in the header of a sheet. An app and the browser have neither. */
export function SheetButtons({ surface, shown }: SheetButtonsProps) {
  const desk = useDesk();
  const conversation = surface.home ?? desk.conversationId;
  const sheet = useSurfaceState(surface);
  const kept = keptIn(useSurfaceEntry(surface, KEPT));
  const version = useShownVersion(useEdited(surface)) ?? surface.id;
  const [isOpen, setOpen] = useState(false);
  if (shown.kind === "app" || shown.kind === "browser" || shown.state === "writing") return null;
  const name = shown.component?.name ?? (kept?.version === version ? kept.name : undefined);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        className={small}
        onClick={() => setOpen(true)}
      >
        {common("code")}
      </Button>
      <May right="edit">
        {name === undefined ? (
          <KeepButton
            {...{ surface: shown, conversation, before: kept?.name }}
            onKept={(name) => sheet?.write(KEPT, { name, version })}
          />
        ) : (
          <Button asChild variant="ghost" size="sm" className={small}>
            <Link href={`/agent/components/${encodeURIComponent(name)}`} title={t("inLibrary", { name })}>
              {t("kept")}
            </Link>
          </Button>
        )}
      </May>
      {isOpen && (
        <Suspense>
          <CodeDialog
            {...{ surface, shown, sheet, conversation, name: name ?? kept?.name }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

type KeepButtonProps = {
  surface: Surface;
  conversation: string;
  /** The component as which an earlier version was kept. */
  before: string | undefined;
  onKept: (name: string) => void;
};

function KeepButton({ surface, conversation, before, onKept }: KeepButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const keep = async (accept: boolean) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const { keepSurface } = await import("./keep");
      onKept((await keepSurface({ surface, conversation, name: before, accept })).name);
    } catch (error) {
      const again = { label: t("keepAnyway"), onClick: () => void keep(true) };
      const isUntested = troubleOf(error).kind === "gate";
      void notifyProblem(
        t("notKept", { title: surface.title, error: troubleText(error) }),
        isUntested ? { action: again } : {},
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      title={t("keepInLibrary")}
      aria-disabled={isBusy}
      className={small}
      onClick={() => void keep(false)}
    >
      {isBusy ? t("keeping") : t("keep")}
    </Button>
  );
}
