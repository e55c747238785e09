import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";

/**
 * axe without its copies of the HTML of every element that it checks: `violations` reads the HTML for findings
 * only.
 */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")};
axe.configure({ noHtml: true });`;
const COLOURS = ["color-contrast", "link-in-text-block"];

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}

export const PHONE = { width: 390, height: 844 };

const isOnce = (): boolean => test.info().tags.includes("@once");

/** A tooltip is outside of all landmarks, but belongs to the element that it describes. */
const TOOLTIP = "[data-radix-popper-content-wrapper]:has([role=tooltip])";

/** Fails if axe finds a violation on the page. For journeys tagged @once, also checks the dark colours. */
export async function accessible(page: Page, ...except: string[]): Promise<void> {
  await atRest(page, async () => {
    await look(page, except);
    if (!isOnce()) return;
    await page.emulateMedia({ colorScheme: "dark" });
    await ended(page);
    await look(page, except, COLOURS);
  });
}

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

/**
 * Runs `check` on the page as it is. For journeys tagged @once, also as on a phone: narrow, with touch and
 * dark.
 */
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
  // Apply all changes in parallel, so that the page is laid out only once.
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

/**
 * Waits for two frames. A layout for another width is on screen after the frame that follows the resize
 * event.
 */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

export async function axe(page: Page, except: string[] = []): Promise<void> {
  await atRest(page, () => look(page, except));
}

async function look(page: Page, except: string[], rules?: string[]): Promise<void> {
  if (process.env.LOOKS) await takeImage(page, process.env.LOOKS);
  expect(await violations(page, except, rules)).toEqual([]);
}

/**
 * Returns axe's violations as `rule: elements`. Skips frames, because they all have other origins, which axe
 * cannot inspect. Injects axe once per document and without its results for passed rules, which together saves
 * half of the time. Checks only one of several similar rows in the list of conversations, because a worker's tests
 * leave many.
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
        const isRepeated = shapes.has(shape);
        shapes.add(shape);
        return isRepeated;
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

/**
 * Injects axe as a script, which Chromium compiles once for all documents of a page. Code passed to
 * `evaluate` is compiled each time.
 */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: AXE });
  await session.detach();
}

const resting = new WeakSet<Page>();

/**
 * Runs `check` without animations, because colours are wrong during a fade. New animations end at once
 * (globals.css), and running ones are awaited, except endless ones.
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

/** Waits for running animations, and for the title, which is set after the content. */
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

async function takeImage(page: Page, folder: string): Promise<void> {
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
