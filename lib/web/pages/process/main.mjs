// Makes pages readable, one after the other. A process of its own, for a page may be made to harm its reader.
import { serve } from "../../../ground/processes/process/child.mjs";
import { readable } from "./readable.mjs";

serve(({ html, url }) => ({
  markdown: attempt(html, url),
  rss: process.memoryUsage.rss(),
}));

/** null where a page is nested too deep, or whatever else is wrong with it. */
function attempt(html, url) {
  try {
    return readable(html, url);
  } catch {
    return null;
  }
}
