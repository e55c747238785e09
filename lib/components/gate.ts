import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { BrowserContext, Page, Route } from "playwright";
import { runtime, runtimeFolder } from "@/lib/compile/runtime";
import { runtimeFile } from "@/lib/compile/runtime-file";
import { sandboxDocument } from "@/lib/compile/sandbox-document";
import { log } from "@/lib/log";
import type { Bundle, Verdict } from "@/lib/shared/components/contract";
import type { Failure } from "@/lib/shared/frame/protocol";
import { reactInWords } from "@/lib/shared/frame/react-errors";
import { SANDBOX_PATH } from "@/lib/shared/frame/sandbox";
import { withBrowser } from "./gate-browser";
import { gatePage, type Seen } from "./gate-page";

const PAGE = "http://gate.localhost/";
/** Another site, so that a component which never ends does not stop the page that watches it. */
const FRAME_HOST = "s-gate.localhost";
const LOADS_IN = 15_000;
const DRAWS_IN = 4_000;
/** What comes from a module or an effect comes a little later. */
const FILLS_IN = 1_500;
const SETTLES_IN = 200;
const POLL = 20;
/** All of it, a first start of the browser aside. */
const LIMIT = 25_000;
const PLACE = /blob:[^\s)]*?:(\d+):(\d+)/;

/** Draws a bundle once with these props, in a browser that reaches nothing, and says how that went. */
export async function gate(bundle: Bundle, props: Record<string, unknown>): Promise<Verdict> {
  try {
    return await withBrowser(LIMIT, (context) => tryOut(context, bundle, props));
  } catch (error) {
    log.warn(`A component was not tried out: ${error instanceof Error ? error.message : error}`);
    return {
      verdict: "skipped",
      reason: "There is no browser on the server in which it could be tried out.",
    };
  }
}

async function tryOut(context: BrowserContext, bundle: Bundle, props: object): Promise<Verdict> {
  await context.route(() => true, fulfil);
  const page = await context.newPage();
  await page.goto(PAGE, { waitUntil: "commit" });
  if (!(await until(page, LOADS_IN, ({ ready }) => ready))) throw new Error("The frame did not get ready.");
  const { js, css } = bundle;
  await page.evaluate((message) => globalThis.easelMount(message), {
    type: "mount",
    js,
    css,
    props,
    title: "",
  });
  const isDone = ({ painted, failures }: Seen) => painted || failures.length > 0;
  const first = await until(page, DRAWS_IN, isDone);
  if (!first) {
    const seconds = DRAWS_IN / 1000;
    return failed(`It drew nothing within ${seconds} s: an endless loop, or a wait for what never comes.`);
  }
  const isFilled = first.failures.length === 0 && (await fills(page));
  const seen = await until(page, SETTLES_IN, ({ failures }) => failures.length > 0);
  if (seen?.failures[0]) return failed(explain(seen.failures[0], bundle));
  return isFilled ? { verdict: "passed" } : failed("It draws nothing: what it returns is empty.");
}

/** What the page has seen, once that is enough. The page lives on whatever the frame does, but it may be slow. */
async function until(page: Page, ms: number, isEnough: (seen: Seen) => boolean): Promise<Seen | undefined> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const seen = await Promise.race([
      page.evaluate<Seen>(() => globalThis.easelSeen),
      after(Math.max(0, end - performance.now())),
    ]);
    if (seen && isEnough(seen)) return seen;
    await after(POLL);
  }
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

const failed = (message: string): Verdict => ({ verdict: "failed", message });

/** Whether there is anything to see: a text, or something that is drawn. */
async function fills(page: Page): Promise<boolean> {
  const frame = page.frames().find((each) => each.url().includes(FRAME_HOST));
  const found = frame?.waitForFunction(
    () =>
      document.body.innerText.trim() !== "" ||
      [...document.body.querySelectorAll("*")].some((each) => {
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
      }),
    undefined,
    { timeout: FILLS_IN, polling: 50 },
  );
  return (await found?.then(Boolean, () => false)) ?? false;
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
      body: gatePage(`http://${FRAME_HOST}${SANDBOX_PATH}#gate`),
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
