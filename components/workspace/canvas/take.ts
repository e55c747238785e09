"use client";

import { createContext } from "react";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";

type Take = (surface: Surface) => Promise<boolean>;

type Share = (surface: Surface, conversation: { id: string; title: string }) => void;
type Publish = (surface: Surface, conversation: { id: string }) => void;

/**
 * Actions that export a surface. Passed as context, because the export module imports the blocks of the canvas.
 */
export const TakeContext = createContext<{
  exportSurface: Take;
  printSurface: Take;
  shareSurface: Share;
  publishSurface: Publish;
}>({
  exportSurface: async () => false,
  printSurface: async () => false,
  shareSurface: () => {},
  publishSurface: () => {},
});
