import type { Page } from "@playwright/test";
import type { BrowserState } from "../../lib/shared/browser/contract.ts";
import { URL_OF_PAGE } from "./web-content.ts";

type Shown = { state: BrowserState; jpeg: string } | { closed: string | null };

export const usedByAgent: BrowserState = {
  holder: "agent",
  since: "2026-11-22T10:41:00Z",
  url: URL_OF_PAGE,
  title: "Kornmühle: order flour",
  isLoading: false,
  viewport: { width: 1280, height: 800 },
  tabs: [{ id: "1", title: "Kornmühle: order flour", url: URL_OF_PAGE, isCurrent: true }],
  target: null,
  dialog: null,
  calling: "browser_click",
};

export async function showLive(page: Page, shown: Shown): Promise<void> {
  await page.addInitScript((shown) => {
    const Real = window.EventSource;
    class Still extends EventTarget {
      readyState = 1;
      onerror = null;
      constructor() {
        super();
        const tell = (name: string, data: unknown) =>
          this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
        setTimeout(() => {
          if ("closed" in shown) return tell("closed", { reason: shown.closed });
          tell("state", shown.state);
          tell("frame", { n: 1, jpeg: shown.jpeg, ...shown.state.viewport });
        }, 50);
      }
      close() {
        this.readyState = 2;
      }
    }
    window.EventSource = new Proxy(Real, {
      construct: (_, [url]: [string]) => (url.includes("/api/browser/") ? new Still() : new Real(url)),
    });
  }, shown);
}
