"use client";

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { jsonBody, request } from "@/components/client/request";
import { type ShellData, ShellProvider } from "@/components/client/shell/shell-provider";
import { later } from "@/components/ui/later";
import { PinFollower } from "@/components/workspace/canvas/pins/pin-follower";
import { TakeContext } from "@/components/workspace/canvas/take";
import { exportSurface, printSurface } from "@/components/workspace/export/index";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";

const Away = later(() => import("@/components/workspace/away/away").then((module) => module.Away));

const ShareDialog = later(() =>
  import("@/components/workspace/sharing/share-dialog").then((module) => module.ShareDialog),
);

type Shared = { surface: Surface; conversation: { id: string; title: string } };

/** What the server knows of every signed-in page. */
export type FrameData = ShellData & {
  /** Whether the settings have one. */
  hasTimeZone: boolean;
};
type PageFrameProps = FrameData & { children: ReactNode };

/** What every signed-in page stands on: the shell, what is pinned, and ways to take a sheet along. */
export function PageFrame({ children, hasTimeZone, ...data }: PageFrameProps) {
  useTellTimeZone(hasTimeZone);
  const [shared, setShared] = useState<Shared>();
  const take = useMemo(
    () => ({
      ...{ exportSurface, printSurface },
      shareSurface: (surface: Surface, conversation: Shared["conversation"]) =>
        setShared({ surface, conversation }),
    }),
    [],
  );
  return (
    <ShellProvider {...data}>
      <TakeContext value={take}>{children}</TakeContext>
      <PinFollower />
      <Away />
      {shared && <ShareDialog {...shared} onClose={() => setShared(undefined)} />}
    </ShellProvider>
  );
}

/** Tells the server once in which zone the person lives, where nobody has set one. */
function useTellTimeZone(isKnown: boolean): void {
  useEffect(() => {
    if (isKnown) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const init = { method: "PUT", ...jsonBody({ general: { timeZone } }) };
    // Nobody asked for it: where it fails, the next page tells it.
    // An answer that nobody reads keeps its connection.
    request("/api/settings", init)
      .then((response) => response.text())
      .catch(() => {});
  }, [isKnown]);
}
