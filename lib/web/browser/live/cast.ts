import type { CDPSession, Page } from "playwright";
import type { BrowserFrame } from "@/lib/shared/browser/contract";

/** Minimum time between two frames: at most 15 frames a second. */
const PACE_MS = 1000 / 15;
/** Quality at which small text stays readable. */
const QUALITY = 70;
/**
 * After this long without changes, a restart gets the final state. Chromium sends a few frames and then drops
 * all others until it gets an acknowledgement, so the last change may be missing.
 */
const SETTLED_MS = 200;

type Image = { data: string; sessionId: number; metadata: { deviceWidth: number; deviceHeight: number } };
type Shown = Omit<BrowserFrame, "n">;

/**
 * Screencast of one page, which starts with a frame at once. Requests a further frame only after `taken`.
 * Restarts after many fast changes, to get the final state of the page.
 */
export class Cast {
  private readonly cdp: Promise<CDPSession>;
  private readonly show: (frame: Shown) => void;
  private newest: Shown | null = null;
  private shown: Shown | null = null;
  private shownAt = 0;
  private showing: NodeJS.Timeout | undefined;
  private unacknowledgedIds: number[] = [];
  private acknowledging: NodeJS.Timeout | undefined;
  private settling: NodeJS.Timeout | undefined;
  private mayHaveDropped = false;
  private isTaken = true;
  private isOver = false;

  constructor(page: Page, show: (frame: Shown) => void) {
    this.show = show;
    this.cdp = page.context().newCDPSession(page);
    this.cdp.then(
      (cdp) => {
        cdp.on("Page.screencastFrame", (image) => this.received(image));
        if (!this.isOver) this.start(cdp);
      },
      () => {},
    );
  }

  taken(): void {
    this.isTaken = true;
    // No viewer has taken a frame for a while, so the last frame may be outdated.
    if (this.mayHaveDropped && Date.now() - this.shownAt > SETTLED_MS) this.restart();
    else this.acknowledge();
  }

  end(): void {
    this.isOver = true;
    for (const timer of [this.showing, this.acknowledging, this.settling]) clearTimeout(timer);
    this.cdp.then(detach, () => {});
  }

  // Do not await this: a page with an endless script never responds, but is shown all the same.
  private start(cdp: CDPSession): void {
    cdp.send("Page.startScreencast", { format: "jpeg", quality: QUALITY, everyNthFrame: 1 }).catch(() => {});
  }

  private received({ data, sessionId, metadata }: Image): void {
    if (this.isOver) return;
    this.unacknowledgedIds.push(sessionId);
    this.mayHaveDropped ||= this.unacknowledgedIds.length > 1;
    this.newest = { jpeg: data, width: metadata.deviceWidth, height: metadata.deviceHeight };
    this.showing ??= setTimeout(() => this.showNewest(), Math.max(0, this.shownAt + PACE_MS - Date.now()));
  }

  private showNewest(): void {
    this.showing = undefined;
    const { newest, shown } = this;
    if (!newest) return;
    if (newest.jpeg === shown?.jpeg) this.acknowledge();
    else {
      this.shown = newest;
      this.shownAt = Date.now();
      this.isTaken = false;
      this.show(newest);
    }
  }

  /**
   * Acknowledges frames one at a time at the frame rate, because Chromium sends another frame after each
   * acknowledgement.
   */
  private acknowledge(): void {
    if (!this.isTaken || this.isOver || this.acknowledging) return;
    const sessionId = this.unacknowledgedIds.shift();
    if (sessionId === undefined) {
      this.settle();
      return;
    }
    this.cdp.then((cdp) => cdp.send("Page.screencastFrameAck", { sessionId })).catch(() => {});
    this.acknowledging = setTimeout(() => {
      this.acknowledging = undefined;
      this.acknowledge();
    }, PACE_MS);
  }

  /** Restarts the screencast after a quiet period. Chromium then sends the current state of the page. */
  private settle(): void {
    clearTimeout(this.settling);
    if (!this.mayHaveDropped) return;
    this.settling = setTimeout(() => {
      if (this.unacknowledgedIds.length === 0) this.restart();
    }, SETTLED_MS);
  }

  private restart(): void {
    this.mayHaveDropped = false;
    this.unacknowledgedIds = [];
    this.cdp
      .then((cdp) => {
        cdp.send("Page.stopScreencast").catch(() => {});
        this.start(cdp);
      })
      .catch(() => {});
  }
}

const detach = (cdp: CDPSession): void => void cdp.detach().catch(() => {});
