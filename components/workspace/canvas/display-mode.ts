"use client";

import { createContext, useContext } from "react";

/** Whether the sheet around something is shown full screen, and how that is changed. */
export type DisplayModes = { isFull: boolean; onFull: () => void; onLeaveFull: () => void };

export const DisplayModeContext = createContext<DisplayModes | undefined>(undefined);

/** Undefined where there is no full screen, as for what is drawn above the pages. */
export const useDisplayModes = () => useContext(DisplayModeContext);
