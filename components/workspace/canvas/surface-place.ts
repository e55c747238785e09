export type SurfacePlace = {
  id: string;
  key: string;
  /** The conversation that made it; null for a library component. */
  conversation: { id: string; title: string } | null;
  isGuest: boolean;
  isPinned: boolean;
  onPin?: () => void;
  isFull: boolean;
  onFull: () => void;
  onLeaveFull: () => void;
  isBeside: boolean;
  /**
   * Asks which surface to show beside this one. Undefined without a candidate, "narrow" if the canvas is too
   * narrow.
   */
  onBeside?: (() => void) | "narrow";
  onAway: () => void;
  onPoint?: () => void;
  onClose?: () => void;
};
