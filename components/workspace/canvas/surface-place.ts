import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";

export type SurfacePlace = {
  id: string;
  key: string;
  /** The conversation that made the surface, or null for a library component. */
  conversation: { id: string; title: string } | null;
  isGuest: boolean;
  /** The conversation is another member's, who shared it to read. */
  isReader?: boolean;
  isPinned: boolean;
  onPin?: () => void;
  isFull: boolean;
  onFull: () => void;
  onLeaveFull: () => void;
  isBeside: boolean;
  /**
   * Asks the user which surface to show beside this one. Undefined if there is no other surface, "narrow" if
   * the canvas is too narrow for two.
   */
  onBeside?: (() => void) | "narrow";
  onAway: () => void;
  onPoint?: () => void;
  /** Explains the surface, or a part of it that the user points at. */
  onWhy?: (shown: Surface) => void;
  onClose?: () => void;
};
