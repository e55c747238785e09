import type { CDPSession, Page } from "playwright";
import type { BrowserFrame } from "@/lib/shared/browser/contract";

/** At most 15 frames a second. */
const PACE_MS = 1000 / 15;
/** Quality at which small text stays readable. */
const QUALITY = 70;
/**
 * Chromium sends a few frames ahead and drops later ones until they are acknowledged, possibly including the
 * last one.
 */
const SETTLED_MS = 200;

type Image = { data: string; sessionId: number; metadata: { deviceWidth: number; deviceHeight: number } };
type Shown = Omit<BrowserFrame, "n">;

/**
 * Screencast of one page, with the first frame at once. Requests more frames only after `taken`, and restarts
 * after a burst of changes to get the final state.
 */
export class Cast {
  private readonly cdp: Promise<CDPSession>;
  private readonly show: (frame: Shown) => void;
  private newest: Shown | null = null;
  private shown: Shown | null = null;
  private shownAt = 0;
  private showing: NodeJS.Timeout | undefined;
  /** Session ids of unacknowledged frames. */
  private owed: number[] = [];
  private paying: NodeJS.Timeout | undefined;
  private settling: NodeJS.Timeout | undefined;
  private mayHaveDropped = false;
  private isTaken = true;
  private isOver = false;

  constructor(page: Page, show: (frame: Shown) => void) {
    this.show = show;
    this.cdp = page.context().newCDPSession(page);
    this.cdp.then(
      (cdp) => {
        cdp.on("Page.screencastFrame", (image) => this.came(image));
        if (!this.isOver) this.start(cdp);
      },
      () => {},
    );
  }

  taken(): void {
    this.isTaken = true;
    // After a while without viewers, the last frame is outdated.
    if (this.mayHaveDropped && Date.now() - this.shownAt > SETTLED_MS) this.restart();
    else this.pay();
  }

  end(): void {
    this.isOver = true;
    for (const timer of [this.showing, this.paying, this.settling]) clearTimeout(timer);
    this.cdp.then(detach, () => {});
  }

  // Not awaited: a page with an endless script never responds but is still shown.
  private start(cdp: CDPSession): void {
    cdp.send("Page.startScreencast", { format: "jpeg", quality: QUALITY, everyNthFrame: 1 }).catch(() => {});
  }

  private came({ data, sessionId, metadata }: Image): void {
    if (this.isOver) return;
    this.owed.push(sessionId);
    this.mayHaveDropped ||= this.owed.length > 1;
    this.newest = { jpeg: data, width: metadata.deviceWidth, height: metadata.deviceHeight };
    this.showing ??= setTimeout(() => this.showNewest(), Math.max(0, this.shownAt + PACE_MS - Date.now()));
  }

  private showNewest(): void {
    this.showing = undefined;
    const { newest, shown } = this;
    if (!newest) return;
    if (newest.jpeg === shown?.jpeg) this.pay();
    else {
      this.shown = newest;
      this.shownAt = Date.now();
      this.isTaken = false;
      this.show(newest);
    }
  }

  /**
   * Acknowledges frames one at a time at the frame rate, since each acknowledgement lets Chromium send
   * another.
   */
  private pay(): void {
    if (!this.isTaken || this.isOver || this.paying) return;
    const sessionId = this.owed.shift();
    if (sessionId === undefined) {
      this.settle();
      return;
    }
    this.cdp.then((cdp) => cdp.send("Page.screencastFrameAck", { sessionId })).catch(() => {});
    this.paying = setTimeout(() => {
      this.paying = undefined;
      this.pay();
    }, PACE_MS);
  }

  /** Restarts the screencast after a quiet period, which yields the current state of the page. */
  private settle(): void {
    clearTimeout(this.settling);
    if (!this.mayHaveDropped) return;
    this.settling = setTimeout(() => {
      if (this.owed.length === 0) this.restart();
    }, SETTLED_MS);
  }

  private restart(): void {
    this.mayHaveDropped = false;
    this.owed = [];
    this.cdp
      .then((cdp) => {
        cdp.send("Page.stopScreencast").catch(() => {});
        this.start(cdp);
      })
      .catch(() => {});
  }
}

const detach = (cdp: CDPSession): void => void cdp.detach().catch(() => {});
