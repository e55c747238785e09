export type SheetPlace = {
  /** Id of the sheet on this canvas. */
  id: string;
  /** Key of its pin. */
  key: string;
  /** The conversation that made it; null for a library component. */
  conversation: { id: string; title: string } | null;
  /** Pinned in another conversation or in the library. */
  isGuest: boolean;
  isPinned: boolean;
  onPin?: () => void;
  isFull: boolean;
  onFull: () => void;
  onLeaveFull: () => void;
  isBeside: boolean;
  /**
   * Asks which sheet to show beside this one. Undefined without a candidate, "narrow" if the canvas is too
   * narrow.
   */
  onBeside?: (() => void) | "narrow";
  onAway: () => void;
  /** Starts pointing at part of the sheet. Undefined for sheets of other conversations. */
  onPoint?: () => void;
  /** Closes the sheet. Undefined if it must stay open. */
  onClose?: () => void;
};
