import type { Page } from "playwright";
import { singleton } from "@/lib/ground/base/process";
import type { BrowserFrame } from "@/lib/shared/browser/contract";
import type { BrowserSession } from "../session";
import { Cast } from "./cast";

export type Viewed = Pick<BrowserSession, "state" | "closed" | "onChange" | "watch"> & {
  readonly tab: { readonly page: Page } | null;
};

/**
 * The screen of a session's current tab, shared by all viewers. Captures frames only while there are viewers.
 */
export class Screen {
  readonly session: Viewed;
  frame: BrowserFrame | null = null;
  private n = 0;
  private readonly viewers = new Set<() => void>();
  private cast: { page: Page; of: Cast } | null = null;
  private unsubscribe = () => {};

  constructor(session: Viewed) {
    this.session = session;
  }

  join(look: () => void): () => void {
    if (this.viewers.size === 0) this.unsubscribe = this.session.onChange(() => this.changed());
    this.viewers.add(look);
    const unwatch = this.session.watch();
    this.follow();
    return () => {
      if (!this.viewers.delete(look)) return;
      unwatch();
      if (this.viewers.size > 0) return;
      this.unsubscribe();
      this.follow();
    };
  }

  taken(): void {
    this.cast?.of.taken();
  }

  private changed(): void {
    this.follow();
    this.tell();
  }

  private tell(): void {
    for (const look of this.viewers) look();
  }

  private follow(): void {
    const { session, viewers, cast } = this;
    const page = viewers.size === 0 || session.closed ? null : (session.tab?.page ?? null);
    if (page === (cast?.page ?? null)) return;
    cast?.of.end();
    this.frame = null;
    this.cast = page && { page, of: new Cast(page, (frame) => this.show(page, frame)) };
  }

  private show(page: Page, frame: Omit<BrowserFrame, "n">): void {
    if (this.cast?.page !== page) return;
    this.frame = { n: ++this.n, ...frame };
    this.tell();
  }
}

export function screenOf(session: Viewed): Screen {
  const screens = singleton("browser screens", () => new WeakMap<Viewed, Screen>());
  const screen = screens.get(session) ?? new Screen(session);
  screens.set(session, screen);
  return screen;
}
