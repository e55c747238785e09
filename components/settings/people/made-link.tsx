"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsPeople";

type MadeLinkProps = { about: string; url: string; onDone: () => void };

/** Shows a link that was made just now. */
export function MadeLink({ about, url, onDone }: MadeLinkProps) {
  const head = useRef<HTMLParagraphElement>(null);
  // Move the focus, because this component replaces the focused form.
  useEffect(() => head.current?.focus(), []);
  return (
    <div className="flex min-w-0 basis-full flex-col gap-3">
      <p ref={head} tabIndex={-1} className="outline-none">
        {about}
      </p>
      <div className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
        <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{url}</code>
        <CopyButton text={() => url} label={t("copyLink")} />
      </div>
      <Button variant="outline" className="self-start max-md:h-11" onClick={onDone}>
        {common("done")}
      </Button>
    </div>
  );
}
