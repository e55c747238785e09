"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useIsMac } from "@/components/client/shell/use-shortcuts";
import { Kbd } from "@/components/ui/kbd";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/editor";

type SourceTroubleProps = {
  text: string | undefined;
  hasKeys?: boolean;
  children?: ReactNode;
};

/** Shows the problem of the source text and announces it to screen readers, which do not read the marked line. */
export function SourceTrouble({ text, hasKeys = true, children }: SourceTroubleProps) {
  const isMac = useIsMac();
  return (
    <div className={text ? "shrink-0 border-line border-t px-6 py-3 max-md:px-4" : undefined}>
      <div role="status" className="flex gap-2">
        {text && (
          <>
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            <span className="max-h-24 min-w-0 flex-1 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
              {text}
            </span>
          </>
        )}
      </div>
      {!text && hasKeys && (
        <p
          aria-hidden
          className="border-line border-t px-6 py-2 text-meta text-ink-3 pointer-coarse:hidden max-md:px-4"
        >
          {t.rich("keys", {
            save: isMac ? "⌘ S" : `${common("ctrl")} S`,
            key: (chunks) => <Kbd>{chunks}</Kbd>,
          })}
        </p>
      )}
      {children}
    </div>
  );
}
