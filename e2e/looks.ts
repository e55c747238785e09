import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";

/** It copies no HTML while it looks: only what it finds is asked for its own. */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")};
axe.configure({ noHtml: true });`;
/** The rules that may say something else of the same page in other colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}

export const PHONE = { width: 390, height: 844 };

/** Whether this journey has no second run on a phone. */
const isOnce = (): boolean => test.info().tags.includes("@once");

/** A tooltip lies in no landmark, and belongs to what it names. */
const TOOLTIP = "[data-radix-popper-content-wrapper]:has([role=tooltip])";

/** Fails if axe finds anything on the page as it is; where a journey runs once, in the colours of the dark too. */
export async function accessible(page: Page, ...except: string[]): Promise<void> {
  await atRest(page, async () => {
    await look(page, except);
    if (!isOnce()) return;
    await page.emulateMedia({ colorScheme: "dark" });
    await ended(page);
    await look(page, except, COLOURS);
  });
}

/** Nothing for axe to say and nothing to scroll sideways, in each look. */
export async function sound(page: Page, ...except: string[]): Promise<void> {
  await inEachLook(page, async () => {
    await ended(page);
    await look(page, except);
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
  await atRest(page, async () => {
    await check();
    if (isOnce()) await asOnPhone(page, check);
  });
}

async function asOnPhone(page: Page, check: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error("The page has no size of its own to come back to");
  const session = await page.context().newCDPSession(page);
  const touch = (enabled: boolean) => session.send("Emulation.setTouchEmulationEnabled", { enabled });
  // At once, so that the page is drawn anew once.
  const as = (colorScheme: "dark" | null, viewport: typeof PHONE) =>
    Promise.all([
      touch(colorScheme === "dark"),
      page.emulateMedia({ colorScheme }),
      page.setViewportSize(viewport),
    ]);
  await as("dark", PHONE);
  await drawn(page);
  await check();
  await as(null, size);
  await drawn(page);
  await session.detach();
}

/** What a page draws anew for another width stands there after the frame that follows the one in which it hears of it. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

export async function axe(page: Page, except: string[] = []): Promise<void> {
  await atRest(page, () => look(page, except));
}

async function look(page: Page, except: string[], rules?: string[]): Promise<void> {
  if (process.env.LOOKS) await takePicture(page, process.env.LOOKS);
  expect(await violations(page, except, rules)).toEqual([]);
}

/**
 * What axe finds on a page, as `rule: elements`. Looks into no frame: those of other origins it cannot, and we have no
 * others. It is given to a document once, without what it would say of things that are right: both take half of its time.
 * Of conversations in their list that are drawn alike it looks at one: the tests of a worker leave many.
 */
export async function violations(page: Page, except: string[] = [], rules?: string[]): Promise<string[]> {
  await bringAxe(page);
  return page.evaluate(
    async ({ exclude, rules }) => {
      const shapes = new Set<string>();
      const alike = [...document.querySelectorAll("nav[aria-label=Conversations] li")].filter((row) => {
        const shape = row.outerHTML
          .replaceAll(/(href|id|title|aria-label|aria-controls)="[^"]+"/g, "$1")
          .replaceAll(/>[^<]+</g, ">…<");
        const isKnown = shapes.has(shape);
        shapes.add(shape);
        return isKnown;
      });
      const options = {
        resultTypes: ["violations" as const],
        iframes: false,
        selectors: false,
        elementRef: true,
        ...(rules && { runOnly: rules }),
      };
      const { violations } = await window.axe.run({ exclude: [...exclude, ...alike] }, options);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ element }) => element?.outerHTML).join(" ")}`,
      );
    },
    { exclude: [TOOLTIP, ...except], rules },
  );
}

/** As a script of its own, which Chromium compiles once for all documents of a page; not so what is evaluated. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: AXE });
  await session.detach();
}

/** Pages at which several looks are taken: they come to rest once. */
const resting = new WeakSet<Page>();

/**
 * Half faded in or out, nothing has the colours that it was given: what begins to move from here on is at its end at once
 * (globals.css), and what moves already comes to its end first. What moves for ever, moves on.
 */
async function atRest(page: Page, check: () => Promise<void>): Promise<void> {
  if (resting.has(page)) {
    await ended(page);
    return check();
  }
  await page.emulateMedia({ reducedMotion: "reduce" });
  await ended(page);
  resting.add(page);
  await check();
  resting.delete(page);
  await page.emulateMedia({ reducedMotion: null, ...(isOnce() && { colorScheme: null }) });
}

/** A title comes after what it is of, and for a moment there is none. */
async function ended(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.title !== "" &&
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
