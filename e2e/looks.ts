import { basename, join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const PHONE = { width: 390, height: 844 };

/** Whether this journey has no second run on a phone. */
const isOnce = (): boolean => test.info().tags.includes("@once");

/** A tooltip lies in no landmark, and belongs to what it names. */
const TOOLTIP = "[data-radix-popper-content-wrapper]:has([role=tooltip])";

/** Fails if axe finds anything on the page as it is; where a journey runs once, in the dark too. */
export async function accessible(page: Page, ...except: string[]): Promise<void> {
  await axe(page, except);
  if (!isOnce()) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await axe(page, except);
  await page.emulateMedia({ colorScheme: null });
}

/** Nothing for axe to say and nothing to scroll sideways, in each look. */
export async function sound(page: Page, ...except: string[]): Promise<void> {
  await inEachLook(page, async () => {
    await axe(page, except);
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const main = document.querySelector("main");
      return [scrollWidth - clientWidth, (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0)];
    });
    expect(beyond).toEqual([0, 0]);
  });
}

/** Checks the page as it is; where a journey runs once, as a phone shows it too: narrow, touched and dark. */
export async function inEachLook(page: Page, check: () => Promise<void>): Promise<void> {
  await check();
  if (!isOnce()) return;
  const size = page.viewportSize();
  if (!size) throw new Error("The page has no size of its own to come back to");
  const session = await page.context().newCDPSession(page);
  const touch = (enabled: boolean) => session.send("Emulation.setTouchEmulationEnabled", { enabled });
  await touch(true);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await check();
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(size);
  await touch(false);
  await session.detach();
}

export async function axe(page: Page, except: string[] = []): Promise<void> {
  if (process.env.LOOKS) await takePicture(page, process.env.LOOKS);
  await atRest(page);
  const { violations } = await [TOOLTIP, ...except]
    .reduce((builder, selector) => builder.exclude(selector), new AxeBuilder({ page }))
    // Looks into no frame of another origin, and none is to be looked into: all else needs a second page each time.
    .setLegacyMode()
    .analyze();
  await page.emulateMedia({ reducedMotion: null });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/**
 * Half faded in or out, nothing has the colours that it was given: what begins to move from here on is at its end at once
 * (globals.css), and what moves already comes to its end first. What moves for ever, moves on.
 */
async function atRest(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== "running" || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
}

const taken = new Map<string, number>();

/** Of whatever a journey looks at, in both themes: `LOOKS=<folder>` keeps it for a person to look at. */
async function takePicture(page: Page, folder: string): Promise<void> {
  const { title, file } = test.info();
  const name = `${basename(file, ".spec.ts")} ${title.slice(0, 40)}`.replaceAll(/[^\w-]+/g, "-");
  const count = (taken.get(name) ?? 0) + 1;
  taken.set(name, count);
  const now = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  for (const isDark of [!now, now]) {
    const colorScheme = isDark ? "dark" : "light";
    await page.emulateMedia({ colorScheme });
    const width = page.viewportSize()?.width;
    const path = join(folder, `${name}-${count}-${width}-${colorScheme}.png`);
    await page.screenshot({ path, animations: "disabled" });
  }
}
