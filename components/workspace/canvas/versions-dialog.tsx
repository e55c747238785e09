"use client";

import { useId, useMemo, useState } from "react";
import { Changes } from "@/components/client/versions/changes";
import { diffOf } from "@/components/client/versions/diff";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { Clock } from "@/components/ui/kit/clock";
import { NativeSelect } from "@/components/ui/native-select";
import { renderBlocksInput } from "@/lib/shared/blocks";
import { withoutPlaces } from "@/lib/shared/blocks/leaves";
import { isRecord } from "@/lib/shared/chat/parts";
import { RESTORED } from "@/lib/shared/chat/surfaces/sheet-change";
import type { Surface, SurfaceVersion } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";
import { t as common } from "@/lib/shared/i18n/en/common";
import { useShownVersion, useSurfaceState } from "./use-version";

type VersionsDialogProps = { surface: Surface; onClose: () => void };

export function VersionsDialog({ surface, onClose }: VersionsDialogProps) {
  const { versions, title, isAsked, isCut = false } = surface;
  const id = useId();
  const sheet = useSurfaceState(surface);
  const shownId = useShownVersion(surface);
  const at = versions.findIndex(({ id }) => id === shownId);
  const [chosen, setChosen] = useState(at > 0 ? at - 1 : versions.length - 1);
  const [version, shown] = [versions[chosen], versions[at]];
  const changes = useMemo(() => (version && shown ? changesOf(version, shown) : []), [version, shown]);
  const newest = versions.at(-1)?.id ?? "";
  const nameOf = (index: number) =>
    // If the earliest versions are not loaded, version numbers are unknown.
    isCut ? t("beforeNewest", { count: versions.length - 1 - index }) : t("version", { version: index + 1 });
  const optionOf = (index: number) => {
    const name = capital(nameOf(index));
    if (index === at) return t("shownVersion", { name });
    return !isCut && index === versions.length - 1 ? t("newestVersion", { name }) : name;
  };
  const restore = () => {
    if (version) sheet?.write(RESTORED, version.id === newest ? null : { id: version.id, over: newest });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="flex max-h-[85dvh] w-[min(900px,calc(100vw-32px))] max-w-none flex-col gap-3">
        <DialogTitle>{t("versionsOf", { title })}</DialogTitle>
        <DialogDescription>
          {t("versionsAbout", { version: nameOf(at) })}
          {isCut && ` ${t("olderElsewhere")}`}
        </DialogDescription>
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id} className="text-ui">
            {t("compareWith")}
          </label>
          <NativeSelect
            id={id}
            value={String(chosen)}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {versions.map((one, index) => (
              <option key={one.id} value={index}>
                {optionOf(index)}
              </option>
            ))}
          </NativeSelect>
          {version?.at && (
            <span className="text-meta text-ink-3">
              <Clock at={version.at} />
            </span>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto rounded-in border border-line">
          <Changes changes={changes} />
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {isAsked && <p className="flex-1 text-meta text-ink-3">{t("answerFirst")}</p>}
          <Button variant="outline" className="max-md:h-11" onClick={onClose}>
            {common("close")}
          </Button>
          <Button className="max-md:h-11" disabled={isAsked || chosen === at || !sheet} onClick={restore}>
            {t("goBackTo", { version: nameOf(chosen) })}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function changesOf(other: SurfaceVersion, shown: SurfaceVersion) {
  const [before, after] = [partsOf(shown), partsOf(other)];
  const titles = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return titles.flatMap((title) => {
    const [was, is] = [before[title] ?? "", after[title] ?? ""];
    return was === is ? [] : [{ title, isProse: false, diff: diffOf(was, is) }];
  });
}

function partsOf({ input, component }: SurfaceVersion): Record<string, string> {
  if (!isRecord(input)) return {};
  const { code, props, title, blocks } = input;
  const named =
    component?.name &&
    (component.version === undefined
      ? component.name
      : t("namedVersion", { name: component.name, version: component.version }));
  // Compare parsed blocks, because the same block can be written in several ways.
  const read = blocks === undefined ? undefined : (renderBlocksInput.safeParse(input).data?.blocks ?? blocks);
  const list = Array.isArray(read) ? read.map(withoutPlaces) : undefined;
  return {
    ...(typeof title === "string" && { [t("title")]: title }),
    ...(named && { [common("component")]: named }),
    ...(typeof code === "string" && { [common("code")]: code }),
    ...(props !== undefined && { [common("data")]: JSON.stringify(props, null, 2) }),
    ...(list && { [t("blocks")]: JSON.stringify(list, null, 2) }),
  };
}
