"use client";

import type { ReactNode } from "react";
import { PinFollower } from "@/components/canvas/pins/pin-follower";
import { TakeContext } from "@/components/canvas/take";
import { exportSurface, printSurface } from "@/components/export/index";
import { type ShellData, ShellProvider } from "@/components/shell/shell-provider";

const TAKE = { exportSurface, printSurface };

/** What every signed-in page stands on: the shell, what is pinned, and ways to take a sheet along. */
export function PageFrame({ children, ...data }: ShellData & { children: ReactNode }) {
  return (
    <ShellProvider {...data}>
      <TakeContext value={TAKE}>{children}</TakeContext>
      <PinFollower />
    </ShellProvider>
  );
}
