export const menuPanel =
  "z-50 min-w-44 overflow-auto rounded-in bg-float p-1 text-ui text-ink shadow-float data-[state=open]:animate-appear";

export const menuItem = [
  "flex min-h-7 cursor-default items-center gap-2 rounded-[4px] px-2 py-1 outline-none select-none phone:min-h-11",
  "data-disabled:text-ink-3 data-highlighted:bg-fill-press data-inset:pl-8 data-[variant=destructive]:text-danger",
  "[&_:where(svg:not([class*='size-']))]:size-4 [&_svg]:shrink-0",
].join(" ");

/** Item with a submenu. It stays highlighted while the submenu is open. */
export const menuSubTrigger = `${menuItem} data-[state=open]:bg-fill-press`;

export const menuLabel = "px-2 py-1 text-meta text-ink-3 data-inset:pl-8";
export const menuSeparator = "-mx-1 my-1 h-px bg-line";
export const menuShortcut = "ml-auto pl-4 text-meta text-ink-3";
