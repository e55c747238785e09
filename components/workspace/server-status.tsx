"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useChanges } from "@/components/client/changes";
import { buildOf } from "@/components/client/events";
import { useShell } from "@/components/client/shell/shell-context";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { usePathname } from "@/components/ui/kit/agent-base";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/workspace";

/**
 * Says that the server does not respond, or that it was updated. It changes nothing that the user has typed, and
 * loads no code, because the server may be unreachable.
 */
export function ServerStatus() {
  const { isLost } = useShell();
  const path = usePathname();
  const { isUpdated, close } = useUpdated();
  // A conversation says at its message field that it reconnects.
  const isSaid = path === "/" || path.startsWith("/chat");
  return (
    <div role="status" className="fixed top-14 left-1/2 z-50 max-w-[calc(100vw-1.5rem)] -translate-x-1/2">
      {isLost && !isSaid ? (
        <Pill>
          <span className="py-1.5 pr-3">{t("reconnecting")}</span>
        </Pill>
      ) : (
        isUpdated && (
          <Pill>
            <span>{t("updated")}</span>
            <Button size="sm" className="max-md:h-11" onClick={() => location.reload()}>
              {t("reload")}
            </Button>
            <IconButton label={common("notNow")} size="icon-sm" className="max-md:size-11" onClick={close}>
              <X aria-hidden />
            </IconButton>
          </Pill>
        )
      )}
    </div>
  );
}

const Pill = ({ children }: { children: ReactNode }) => (
  <div className="flex animate-late items-center gap-2 rounded-sheet bg-sheet py-1 pr-1 pl-3 text-ui shadow-sheet">
    {children}
  </div>
);

/** Compares the builds of the servers that this tab was connected to. */
function useUpdated() {
  const listen = useChanges();
  const first = useRef<string>(undefined);
  const [newest, setNewest] = useState<string>();
  const [closed, setClosed] = useState<string>();
  useEffect(
    () =>
      listen((change) => {
        const build = change === null ? undefined : buildOf(change);
        if (build === undefined) return;
        first.current ??= build;
        setNewest(build === first.current ? undefined : build);
      }),
    [listen],
  );
  return { isUpdated: newest !== undefined && newest !== closed, close: () => setClosed(newest) };
}
