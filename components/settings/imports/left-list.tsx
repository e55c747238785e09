"use client";

import { useId, useState } from "react";
import { DisclosureButton, DisclosureContent } from "@/components/ui/kit/disclosure";
import { t } from "@/lib/shared/i18n/en/imports";
import type { Left, LeftReason } from "@/lib/shared/imports/left";

const TEXTS: Record<LeftReason, () => string> = {
  bad_date: () => t("badDate"),
  broken_json: () => t("brokenJson"),
  continued: () => t("continued"),
  cut_off: () => t("cutOff"),
  cycle: () => t("cycle"),
  deleted: () => t("deleted"),
  does_not_compile: () => t("doesNotCompile"),
  duplicate: () => t("duplicate"),
  encrypted: () => t("encrypted"),
  failed: () => t("failedItem"),
  missing_file: () => t("missingFile"),
  missing_library: () => t("missingLibrary"),
  missing_parent: () => t("missingParent"),
  no_messages: () => t("noMessages"),
  no_patch: () => t("noPatch"),
  not_a_file: () => t("notAFile"),
  too_deep: () => t("tooDeep"),
  too_large: () => t("tooLarge"),
  too_long: () => t("tooLong"),
  unknown_kind: () => t("unknownKind"),
  unsafe_name: () => t("unsafeName"),
  unused: () => t("unused"),
};

/** Lists what an import left out or changed, by reason, with the first names. */
export function LeftList({ left }: { left: readonly Left[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (left.length === 0) return null;
  const total = left.reduce((sum, { count }) => sum + count, 0);
  return (
    <div>
      <DisclosureButton
        isOpen={isOpen}
        controls={id}
        onOpen={setIsOpen}
        className="-mx-2 items-center rounded-in px-2 py-1 text-ink-2"
      >
        {t("leftOut", { count: total })}
      </DisclosureButton>
      <DisclosureContent id={id} isOpen={isOpen} className="flex flex-col gap-3 pt-2 pl-6.5">
        {left.map(({ reason, count, names }) => (
          <div key={reason} className="flex min-w-0 flex-col gap-0.5">
            <p>
              {TEXTS[reason]()} <span className="text-ink-3">({count.toLocaleString()})</span>
            </p>
            <ul className="max-h-48 overflow-y-auto text-meta text-ink-2 wrap-anywhere">
              {names.map(({ name, detail }, nth) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names can be equal, and the list never changes
                <li key={`${nth} ${name}`}>
                  {name}
                  {detail && <span className="text-ink-3">: {detail}</span>}
                </li>
              ))}
              {count > names.length && (
                <li className="text-ink-3">{t("andMore", { count: count - names.length })}</li>
              )}
            </ul>
          </div>
        ))}
      </DisclosureContent>
    </div>
  );
}
