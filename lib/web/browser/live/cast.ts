import type { CDPSession, Page } from "playwright";
import type { BrowserFrame } from "@/lib/shared/browser/contract";

/** No more than 15 pictures a second. */
const PACE_MS = 1000 / 15;
/** Small letters stay readable. */
const QUALITY = 70;
/** Chromium sends a few pictures ahead and drops what comes while they are not acknowledged, the last one among them. */
const SETTLED_MS = 200;

type Picture = { data: string; sessionId: number; metadata: { deviceWidth: number; deviceHeight: number } };
type Shown = Omit<BrowserFrame, "n">;

/**
 * The pictures of one page while it changes, the first at once. The next ones are asked for only when `taken` has told
 * that somebody looks, and after a burst of changes comes the page as it has become.
 */
export class Cast {
  private readonly cdp: Promise<CDPSession>;
  private readonly show: (frame: Shown) => void;
  private newest: Shown | null = null;
  private shown: Shown | null = null;
  private shownAt = 0;
  private showing: NodeJS.Timeout | undefined;
  /** Pictures that are not acknowledged, by the number that Chromium gives. */
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
        cdp.on("Page.screencastFrame", (picture) => this.came(picture));
        if (!this.isOver) this.start(cdp);
      },
      () => {},
    );
  }

  /** Somebody looks at the newest picture. */
  taken(): void {
    this.isTaken = true;
    // After a while without anybody who looks, what they see is old.
    if (this.mayHaveDropped && Date.now() - this.shownAt > SETTLED_MS) this.restart();
    else this.pay();
  }

  end(): void {
    this.isOver = true;
    for (const timer of [this.showing, this.paying, this.settling]) clearTimeout(timer);
    this.cdp.then(detach, () => {});
  }

  // A page in which a script runs for ever answers nothing, and yet is shown: no answer is waited for.
  private start(cdp: CDPSession): void {
    cdp.send("Page.startScreencast", { format: "jpeg", quality: QUALITY, everyNthFrame: 1 }).catch(() => {});
  }

  private came({ data, sessionId, metadata }: Picture): void {
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

  /** Acknowledges one picture, and the others one by one: each lets Chromium make another. */
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

  /** Once all is quiet: begins anew, which gives the page as it is now. */
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
