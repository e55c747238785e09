// Converts pages to markdown, one at a time, in a separate process, because a page may be designed to attack
// its parser.
import { serve } from "../../../ground/processes/process/child.mjs";
import { readable } from "./readable.mjs";

serve(({ html, url }) => ({
  markdown: attempt(html, url),
  rss: process.memoryUsage.rss(),
}));

/** Returns null if the page is nested too deeply or cannot be converted for another reason. */
function attempt(html, url) {
  try {
    return readable(html, url);
  } catch {
    return null;
  }
}
