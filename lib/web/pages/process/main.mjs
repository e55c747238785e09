// Converts pages to markdown, one at a time. It runs in a separate process, because a page may be designed to
// attack its parser.
import { serve } from "../../../ground/processes/process/child.mjs";
import { readable } from "./readable.mjs";

serve(({ html, url }) => ({
  markdown: attempt(html, url),
  rss: process.memoryUsage.rss(),
}));

/** Returns null if the page cannot be converted, for example because it is nested too deeply. */
function attempt(html, url) {
  try {
    return readable(html, url);
  } catch {
    return null;
  }
}
