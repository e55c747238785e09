import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { onlyAlive } from "./alive.ts";

/** Events that tests listen to. Playwright listens to others itself, so not all listeners can be removed. */
const EVENTS = ["console", "pageerror", "dialog", "download", "popup", "request", "response"] as const;
/** A path of every Easel server with a very small response. */
const LIGHT = "/api/health";

/**
 * A worker's page, which its tests share one after the other. Loaded and compiled code stays available, which
 * saves two fifths of the time of a page in a new context. The page is cleaned after each test. If the cleaning
 * fails, the next test gets a new page.
 */
export class ReusedPage {
  private readonly browser: Browser;
  private context: BrowserContext | null = null;
  private options: BrowserContextOptions = {};
  private page: Page | null = null;
  private readonly origins = new Set<string>();
  private scripts: Awaited<ReturnType<Page["addInitScript"]>>[] = [];
  private isWorn = false;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  async openContext(options: BrowserContextOptions): Promise<BrowserContext> {
    if (JSON.stringify(options) !== JSON.stringify(this.options)) await this.close();
    this.options = options;
    if (this.context) return this.context;
    this.context = await this.browser.newContext(options);
    onlyAlive(this.context);
    return this.context;
  }

  async openPage(context: BrowserContext): Promise<Page> {
    this.page ??= this.watch(await context.newPage());
    return this.page;
  }

  private watch(page: Page): Page {
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame() && frame.url().startsWith("http")) {
        this.origins.add(new URL(frame.url()).origin);
      }
    });
    // Collect the scripts for removal, because they would also run in the pages of later tests.
    page.addInitScript = new Proxy(page.addInitScript, {
      apply: async (add, _, script) => {
        const added = await Reflect.apply(add, page, script);
        this.scripts.push(added);
        return added;
      },
    });
    return page;
  }

  /** Prepares the page for the next test, and closes all contexts that the test opened itself. */
  async empty(): Promise<void> {
    const others = this.browser.contexts().filter((each) => each !== this.context);
    await Promise.all(others.map((each) => each.close()));
    try {
      await this.clear();
    } catch {
      this.isWorn = true;
    }
    if (this.isWorn) await this.close();
  }

  private async clear(): Promise<void> {
    const { context, page, isWorn } = this;
    if (!context || isWorn) return;
    await Promise.all(context.pages().map((each) => each !== page && each.close()));
    await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()]);
    if (!page) return;
    for (const event of EVENTS) page.removeAllListeners(event);
    await page.unrouteAll();
    await Promise.all(this.scripts.splice(0).map((script) => script.dispose()));
    for (const origin of this.origins) {
      await page.goto(origin + LIGHT);
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    }
    this.origins.clear();
    const { viewport, colorScheme = "light" } = this.options;
    await page.emulateMedia({ media: null, colorScheme, reducedMotion: null });
    if (viewport) await page.setViewportSize(viewport);
    await page.mouse.move(-1, -1);
  }

  async close(): Promise<void> {
    await this.context?.close();
    this.context = this.page = null;
    this.scripts = [];
    this.origins.clear();
    this.isWorn = false;
  }
}
