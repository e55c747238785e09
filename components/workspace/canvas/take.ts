"use client";

import { createContext } from "react";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";

type Take = (surface: Surface) => Promise<boolean>;

/** Opens what makes links to a sheet. */
type Share = (surface: Surface, conversation: { id: string; title: string }) => void;

/** How a sheet is taken along, given from above: the export draws the canvas's own blocks. */
export const TakeContext = createContext<{ exportSurface: Take; printSurface: Take; shareSurface: Share }>({
  exportSurface: async () => false,
  printSurface: async () => false,
  shareSurface: () => {},
});
