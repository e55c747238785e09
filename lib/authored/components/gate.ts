import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { BrowserContext, Page, Route } from "playwright";
import { runtime, runtimeFolder } from "@/lib/authored/compile/runtime";
import { runtimeFile } from "@/lib/authored/compile/runtime-file";
import { sandboxDocument } from "@/lib/authored/compile/sandbox-document";
import { log } from "@/lib/base/log";
import { owned } from "@/lib/base/process";
import type { Bundle, Verdict } from "@/lib/shared/components/contract";
import type { Failure } from "@/lib/shared/frame/protocol";
import { reactInWords } from "@/lib/shared/frame/react-errors";
import { SANDBOX_PATH } from "@/lib/shared/frame/sandbox";
import { preparePage, withPage } from "./gate-browser";
import { gatePage, type Seen, TICK } from "./gate-page";
import { settlesIn } from "./settling";

const PAGE = "http://gate.localhost/";
/** Another site, so that a component which never ends does not stop the page that watches it. */
export const FRAME_HOST = "s-gate.localhost";
const LOADS_IN = 15_000;
export const DRAWS_IN = 4_000;
/** What comes from a module or an effect comes a little later; what only the width changes is there at once. */
const FILLS_IN = 1_500;
const REFILLS_IN = 300;
/** In pixels: beside the chat, on a phone, and with the canvas to itself. */
const FIRST_WIDTH = 530;
const OTHER_WIDTHS = [340, 800];
const POLL = 10;
/** The module that takes longest to load. */
const LARGE = "recharts";
/** Nothing that only takes its time is silent for so long. */
const SILENCE = 4_000;
/** All of it, a first start of the browser aside. */
export const LIMIT = 25_000;
/** Until then the machine draws what was tried out, or tries out more. */
const READY_AFTER = 500;
const PLACE = /blob:[^\s)]*?:(\d+):(\d+)/;

/** Draws a bundle once with these props, in a browser that reaches nothing, and says how that went. */
export async function gate(bundle: Bundle, props: Record<string, unknown>): Promise<Verdict> {
  try {
    return await withPage(LIMIT, open, (page) => tryOut(page, bundle, props));
  } catch (error) {
    log.warn(`A component was not tried out: ${error instanceof Error ? error.message : error}`);
    return {
      verdict: "skipped",
      reason: "There is no browser on the server in which it could be tried out.",
    };
  } finally {
    keepReady();
  }
}

/** What was tried out is often changed next, by an edit that is written in no time. */
function keepReady(): void {
  const next = owned<{ timer?: NodeJS.Timeout }>("gate-next", () => ({}));
  clearTimeout(next.timer);
  next.timer = setTimeout(() => void prepareGate(), READY_AFTER).unref();
}

/** A page whose frame waits for its component. */
export async function open(context: BrowserContext): Promise<Page> {
  await context.route(() => true, fulfil);
  const page = await context.newPage();
  await page.goto(PAGE, { waitUntil: "commit" });
  if (!(await until(page, LOADS_IN, ({ ready }) => ready))) throw new Error("The frame did not get ready.");
  return page;
}

/** Starts the browser and what takes its time in it, while the component is still being written. */
export const prepareGate = (): Promise<void> =>
  preparePage(LIMIT, async (context) => {
    const page = await open(context);
    const send = (message: object) => page.evaluate((message) => globalThis.easelMount(message), message);
    await send({ type: "ahead", module: LARGE });
    await send({ type: "rehearse" });
    return page;
  });

async function tryOut(page: Page, bundle: Bundle, props: object): Promise<Verdict> {
  const { js, css } = bundle;
  await page.evaluate((message) => globalThis.easelMount(message), {
    type: "mount",
    js,
    css,
    props,
    title: "",
    hasServer: true,
  });
  const isDone = ({ painted, failures }: Seen) => painted || failures.length > 0;
  const first = await until(page, DRAWS_IN, isDone);
  if (!first) {
    const seconds = DRAWS_IN / 1000;
    return failed(`It drew nothing within ${seconds} s: an endless loop, or a wait for what never comes.`);
  }
  const blank = first.failures.length === 0 ? await blankAt(page) : undefined;
  // Pictures are refused after it was drawn, so what was seen last counts.
  let last = first;
  const isFailed = (seen: Seen) => {
    last = seen;
    return seen.failures.length > 0;
  };
  await until(page, settlesIn(js, props), isFailed);
  if (last.failures[0]) return failed(explain(last.failures[0], bundle));
  if (blank === "everywhere" && !last.asked) return failed("It draws nothing: what it returns is empty.");
  if (blank !== undefined && !last.asked)
    return failed(`It draws nothing where it is ${blank} px wide: what it returns is hidden there.`);
  const { absent } = last;
  return { verdict: "passed", ...(absent.length > 0 && { absent }) };
}

/** The width at which there is nothing to see, if there is one. */
async function blankAt(page: Page): Promise<number | "everywhere" | undefined> {
  let isSeen = await fills(page, FILLS_IN);
  const blank = isSeen ? [] : [FIRST_WIDTH];
  for (const width of OTHER_WIDTHS) {
    await page.evaluate((px) => globalThis.easelWidth(px), width);
    if (await fills(page, REFILLS_IN)) isSeen = true;
    else blank.push(width);
  }
  return isSeen ? blank[0] : "everywhere";
}

/**
 * What the page has seen, once that is enough. So many milliseconds are counted by the page's own turns, which are as
 * seldom on a busy machine as the component's. Where both share a process, one that hangs takes the page along.
 */
export async function until(
  page: Page,
  ms: number,
  isEnough: (seen: Seen) => boolean,
): Promise<Seen | undefined> {
  for (let end: number | undefined; ; await after(POLL)) {
    const seen = await Promise.race([page.evaluate<Seen>(() => globalThis.easelSeen), after(SILENCE)]);
    if (!seen) return undefined;
    if (isEnough(seen)) return seen;
    end ??= seen.ticks + ms / TICK;
    if (seen.ticks >= end) return undefined;
  }
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

const failed = (message: string): Verdict => ({ verdict: "failed", message });

/** Whether there is anything to see: a text, or something that is drawn. In so many milliseconds as the frame counts them. */
async function fills(page: Page, ms: number): Promise<boolean> {
  const frame = page.frames().find((each) => each.url().includes(FRAME_HOST));
  const found = frame?.evaluate(
    async ({ turns, tick }) => {
      const isDrawn = (each: Element) => {
        const { width, height } = each.getBoundingClientRect();
        const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(each);
        const isPainted =
          /^(svg|canvas|img|input|button|select|textarea|video|audio|hr|progress|meter)$/i.test(
            each.tagName,
          ) ||
          backgroundImage !== "none" ||
          borderTopWidth !== "0px" ||
          !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor);
        return width > 1 && height > 1 && isPainted;
      };
      for (let turn = 0; turn < turns; turn++) {
        if (document.body.innerText.trim() !== "") return true;
        if ([...document.body.querySelectorAll("*")].some(isDrawn)) return true;
        await new Promise((resolve) => setTimeout(resolve, tick));
      }
      return false;
    },
    { turns: ms / TICK, tick: TICK },
  );
  // What hangs after it was drawn says nothing any more.
  const silence = until(page, ms + DRAWS_IN, () => false).then(() => false);
  return (await Promise.race([found?.catch(() => false), silence])) ?? false;
}

function explain({ phase, message, stack }: Failure, { map }: Bundle): string {
  const when = { load: "It cannot be loaded", draw: "It throws when it is drawn", event: "It throws" }[phase];
  const [, line, column] = PLACE.exec(stack) ?? [];
  const found = line
    ? originalPositionFor(new TraceMap(map), { line: Number(line), column: Math.max(0, Number(column) - 1) })
    : undefined;
  return `${when}: ${reactInWords(message)}${found?.line ? ` (line ${found.line})` : ""}`;
}

/** The page, the frame and the runtime come from here, and nothing else comes at all. */
async function fulfil(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  if (url.href === PAGE) {
    return route.fulfill({
      contentType: "text/html",
      body: gatePage(`http://${FRAME_HOST}${SANDBOX_PATH}#gate`, FIRST_WIDTH),
    });
  }
  const answer =
    url.host !== FRAME_HOST
      ? undefined
      : url.pathname === SANDBOX_PATH
        ? sandboxDocument(runtime(), FRAME_HOST)
        : await runtimeFile(runtimeFolder(), url.pathname.replace("/rt/", "")).catch(() => undefined);
  if (!answer) return route.abort();
  const headers = Object.fromEntries(answer.headers);
  return route.fulfill({ status: 200, headers, body: Buffer.from(await answer.arrayBuffer()) });
}
