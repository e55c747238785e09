"use client";

import { type ReactNode, useMemo, useState } from "react";
import { PinFollower } from "@/components/canvas/pins/pin-follower";
import { TakeContext } from "@/components/canvas/take";
import { exportSurface, printSurface } from "@/components/export/index";
import { type ShellData, ShellProvider } from "@/components/shell/shell-provider";
import { later } from "@/components/ui/later";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { useTellTimeZone } from "./use-tell-time-zone";

const Away = later(() => import("@/components/away/away").then((module) => module.Away));

const ShareDialog = later(() =>
  import("@/components/sharing/share-dialog").then((module) => module.ShareDialog),
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
