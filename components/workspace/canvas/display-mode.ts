"use client";

import { createContext, useContext } from "react";

export type DisplayModes = { isFull: boolean; onFull: () => void; onLeaveFull: () => void };

export const DisplayModeContext = createContext<DisplayModes | undefined>(undefined);

/**
 * Returns undefined where full screen is unavailable, for example in pinned bodies, which render above the
 * pages.
 */
export const useDisplayModes = () => useContext(DisplayModeContext);
