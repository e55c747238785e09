import { english } from "../translate.ts";

export const t = english("client", {
  unreachable: "Easel cannot be reached. Is it running?",
  uploadFailed: "Upload failed.",
  fileUnreachable: "Easel or the file cannot be reached.",
  tooLarge: "Larger than {mb, number} MB. Send a part.",
  empty: "Empty, or a folder. Attach its files.",
  interrupted: "Upload interrupted. Attach the file again.",
  loadFailed: "Could not load. {error}",
  failed: "Failed. {error}",
  none: "None yet.",
  stale: "Another version went live.",
});
