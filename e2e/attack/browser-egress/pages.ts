import { html, type PageRequest, type Pages, type Reply } from "@/e2e/web/serve";
import type { Aim, BrowserAttempt } from "./way";

/** Returns the attacker's site: one page for each way, and what their scripts load from it. */
export function pagesOf(ways: readonly BrowserAttempt[], { there }: Aim): Pages {
  const script = (body: string): Reply => ({ type: "text/javascript", body });
  return {
    way: ({ rest }: PageRequest) => {
      const way = ways[Number(rest)];
      return way ? pageOf(way) : { status: 404 };
    },
    blank: { body: html("Blank", "") },
    "to-there": { status: 302, headers: { location: `${there}/redirected` } },
    "shared-worker.js": script(`fetch("${there}/shared-worker", { mode: "no-cors" });`),
    "service-worker.js": script(
      `fetch("${there}/service-worker", { mode: "no-cors" }); onfetch = (e) => e.respondWith(fetch("${there}/sw"));`,
    ),
    here: { type: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  };
}

/**
 * The page sets `data-over` on its root element when its script has ended. Its image shows that the site
 * itself was reachable.
 */
const pageOf = ({ html: body = "", code = "", headers = {}, status = 200, type }: BrowserAttempt): Reply => ({
  status,
  type,
  headers,
  body: type
    ? body
    : `<!doctype html><title>Way</title><body><img src="/here">${body}<script>
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const over = () => { document.documentElement.dataset.over = "yes"; };
(async () => { ${code} })().then(over, over);
</script>`,
});
