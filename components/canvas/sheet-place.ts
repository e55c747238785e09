/** Where a sheet lies, and what the person can do with that. */
export type SheetPlace = {
  isPinned: boolean;
  /** Missing where nothing can be pinned. */
  onPin?: () => void;
  isFull: boolean;
  onFull: () => void;
  onLeaveFull: () => void;
  /** Lies beside another one by the person's choice. */
  isBeside: boolean;
  /** Asks which sheet to put beside this one; missing where there is none, "narrow" where more room would do. */
  onBeside?: (() => void) | "narrow";
  onAway: () => void;
};
