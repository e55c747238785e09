/** Where a sheet lies, and what the person can do with that. */
export type SheetPlace = {
  /** Of the sheet on this table. */
  id: string;
  /** What it is pinned under, if it is. */
  key: string;
  /** The conversation that it belongs to; null where none has painted it. */
  conversation: { id: string; title: string } | null;
  /** It was pinned in another conversation, or in the library. */
  isGuest: boolean;
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
  /** Begins to point at something on it; missing where it is of another conversation. */
  onPoint?: () => void;
  /** Takes it from the table; missing where it has to lie there. */
  onClose?: () => void;
};
