import { english } from "../translate.ts";

export const t = english("sharedText", {
  nothing: "nothing",
  anId: "an id",
  andMore: "{list} and {count, number} more",
  anEntry: "an entry",
  aDocument: "A document",
  documentAdded: "{document} added",
  documentDeleted: "{document} deleted",
  fieldChanged: "{field} changed",
  changed: "changed",
  tooLong: "Too long by {percent, number} %",
  device: "{browser} on {system}",
  unknownDevice: "Unknown device",
});
