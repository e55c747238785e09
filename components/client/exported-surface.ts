import { createContext } from "react";
import type { ExportSource } from "@/lib/shared/exports";

/** The surface whose blocks are drawn, as source of the images that are exported of it. */
export const ExportedSurface = createContext<
  Omit<Extract<ExportSource, { kind: "surface" }>, "form"> | undefined
>(undefined);
