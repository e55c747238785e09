/** Looks of a list of rows on a sheet, and of one row. */
export const LIST =
  "overflow-hidden rounded-sheet bg-sheet shadow-sheet [&>li+li]:border-line [&>li+li]:border-t";
export const ROW =
  "relative flex min-h-10 items-center gap-3 px-4 transition-colors has-[>a:hover]:bg-fill-hover max-md:min-h-12 max-md:px-3";
