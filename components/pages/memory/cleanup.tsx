"use client";

import { useId, useState } from "react";
import { DisclosureButton, DisclosureContent } from "@/components/ui/kit/disclosure";
import { later } from "@/components/ui/later";
import { t } from "@/lib/shared/i18n/en/memory";
import { useCleanup } from "./use-cleanup";

const Nightly = later(() => import("./nightly").then((module) => module.Nightly));
const Sessions = later(() => import("./sessions").then((module) => module.Sessions));

/** Settings of the automatic cleanup, folded until the user opens them. */
export function Cleanup({ isInitiallyOpen }: { isInitiallyOpen: boolean }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  const { changes } = useCleanup();
  return (
    <section aria-label={t("cleanup")} className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
      <h2>
        <DisclosureButton
          isOpen={isOpen}
          controls={id}
          className="min-h-11 w-full items-center rounded-sheet px-4 text-prose font-medium"
          onOpen={setIsOpen}
        >
          {changes.length > 0 ? t("cleanupToReview", { count: changes.length }) : t("cleanup")}
        </DisclosureButton>
      </h2>
      <DisclosureContent id={id} isOpen={isOpen} className="divide-y divide-line border-line border-t">
        <Nightly />
        <Sessions />
      </DisclosureContent>
    </section>
  );
}
