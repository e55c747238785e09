"use client";

import type { ReactNode } from "react";
import { PinFollower } from "@/components/canvas/pins/pin-follower";
import { TakeContext } from "@/components/canvas/take";
import { exportSurface, printSurface } from "@/components/export/index";
import { type ShellData, ShellProvider } from "@/components/shell/shell-provider";
import { later } from "@/components/ui/later";
import { useTellTimeZone } from "./use-tell-time-zone";

const Away = later(() => import("@/components/away/away").then((module) => module.Away));

const TAKE = { exportSurface, printSurface };

/** What the server knows of every signed-in page. */
export type FrameData = ShellData & {
  /** Whether the settings have one. */
  hasTimeZone: boolean;
};
type PageFrameProps = FrameData & { children: ReactNode };

/** What every signed-in page stands on: the shell, what is pinned, and ways to take a sheet along. */
export function PageFrame({ children, hasTimeZone, ...data }: PageFrameProps) {
  useTellTimeZone(hasTimeZone);
  return (
    <ShellProvider {...data}>
      <TakeContext value={TAKE}>{children}</TakeContext>
      <PinFollower />
      <Away />
    </ShellProvider>
  );
}
