import { english } from "../translate.ts";

/** Words that several of the calendar, the jobs and the contacts use. */
export const t = english("calendar", {
  fileToImport: "File to import",
  importFile: "Import…",
  exportAs: "Export as {format}",
  importing: "importing {file}",
  notImported: "Not imported. {error}",
  updated: "{count, number} updated",
  unchanged: "{count, number} unchanged",
  unreadable: "{count, number} unreadable",
  more: "{count, number} more",
  line: "Line {line}",
  undone: "Undone",
  deleted: "Deleted “{name}”",
  notSaved: "Not saved. {error}",
  notLoaded: "Not loaded. {error}",
  required: "Required",
  repeats: "Repeats",
  cancelled: "cancelled",
  daily: "Daily",
  weekdays: "Weekdays",
  weekly: "Weekly",
  monthly: "Monthly",
  copyAddress: "Copy address",
});
