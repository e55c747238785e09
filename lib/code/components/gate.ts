import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { BrowserContext, Page, Route } from "playwright";
import { runtime, runtimeFolder } from "@/lib/code/compile/runtime";
import { runtimeFile } from "@/lib/code/compile/runtime-file";
import { sandboxDocument } from "@/lib/code/compile/sandbox-document";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import type { Bundle, Verdict } from "@/lib/shared/components/contract";
import type { Failure } from "@/lib/shared/frame/protocol";
import { explainReactError } from "@/lib/shared/frame/react-errors";
import { SANDBOX_PATH } from "@/lib/shared/frame/sandbox";
import { preparePage, withPage } from "./gate-browser";
import { DRAWS_IN, FIRST_WIDTH, FRAME_HOST, gatePage, type SeenByGate, TICK, until } from "./gate-page";
import { settlesIn } from "./settling";
import { blankAt, chainOf, REFILLS_IN, whyUnseen } from "./visible";

const PAGE = "http://gate.localhost/";
const LOADS_IN = 15_000;
/** Maximum milliseconds to wait until the component's height stops changing and its chain of renders ends. */
const RESTS_IN = 4_000;
/**
 * A component usually changes its height once for each tested width. After more changes, wait `LONG_REST_MS`,
 * because the runtime may delay the next one.
 */
const FEW_CHANGES = 3;
const REST_MS = 75;
const LONG_REST_MS = 500;
/**
 * After this many React commits in a row, each caused by the previous one, wait until the chain ends or the
 * runtime reports it as endless.
 */
const LONG_CHAIN = 10;
const LARGE = "recharts";
/** Maximum milliseconds of one test, in addition to the time in which the browser first starts. */
export const LIMIT = 25_000;
/**
 * Milliseconds after a test until the next page is opened, while the machine may render the tested component
 * or run other tests.
 */
const READY_AFTER = 500;
const PLACE = /blob:[^\s)]*?:(\d+):(\d+)/;

/** `thrown` is the error that the component threw while rendering. It never leaves the server. */
export type Drawn = Verdict & { thrown?: string };

/**
 * Renders a bundle with these props once, in a browser without network, and returns the verdict. The verdict
 * is "skipped" if there is no browser.
 */
export async function gate(bundle: Bundle, props: Record<string, unknown>): Promise<Drawn> {
  try {
    return await withPage(LIMIT, openGatePage, (page) => tryOut(page, bundle, props));
  } catch (error) {
    log.warn(`A component was not tested: ${error instanceof Error ? error.message : error}`);
    return {
      verdict: "skipped",
      reason: "The server has no browser to test the component.",
    };
  } finally {
    keepReady();
  }
}

/** Prepares the next page, because a component is often edited right after its test. */
function keepReady(): void {
  const next = singleton<{ timer?: NodeJS.Timeout }>("gate-next", () => ({}));
  clearTimeout(next.timer);
  next.timer = setTimeout(() => void prepareGate(), READY_AFTER).unref();
}

export async function openGatePage(context: BrowserContext): Promise<Page> {
  await context.route(() => true, fulfil);
  const page = await context.newPage();
  await page.goto(PAGE, { waitUntil: "commit" });
  if (!(await until(page, LOADS_IN, ({ ready }) => ready)))
    throw new Error("The frame did not become ready.");
  return page;
}

/** Starts the browser and loads the slow modules while the component is still being written. */
export const prepareGate = (): Promise<void> =>
  preparePage(LIMIT, async (context) => {
    const page = await openGatePage(context);
    const send = (message: object) => page.evaluate((message) => globalThis.easelMount(message), message);
    await send({ type: "ahead", module: LARGE });
    await send({ type: "rehearse" });
    return page;
  });

const UNSETTLED = {
  frame:
    "Its height never settles: it depends on the frame (window.innerHeight, 100%), and the frame is as high as its content. Give it a fixed height, such as h-80, and resize with the width only.",
  content:
    "Its height grows endlessly: an element, such as a canvas, is sized by a parent that is sized by it. Give the parent a fixed height, such as h-80.",
};

const rests = ({ unsettled, heights, heightAt, ticks }: SeenByGate): boolean =>
  unsettled !== undefined || (ticks - heightAt) * TICK >= (heights > FEW_CHANGES ? LONG_REST_MS : REST_MS);

async function tryOut(page: Page, bundle: Bundle, props: object): Promise<Drawn> {
  const { js, css } = bundle;
  await page.evaluate((message) => globalThis.easelMount(message), {
    type: "mount",
    js,
    css,
    props,
    title: "",
    hasServer: true,
  });
  const isDone = ({ painted, failures }: SeenByGate) => painted || failures.length > 0;
  const first = await until(page, DRAWS_IN, isDone);
  if (!first) {
    const seconds = DRAWS_IN / 1000;
    return failed(`It rendered nothing within ${seconds} s: an endless loop, or a wait that never ends.`);
  }
  const blank = first.failures.length === 0 ? await blankAt(page) : undefined;
  // An image fails only after the first render, so `last` holds the latest observations.
  let last = first;
  const isFailed = (seen: SeenByGate) => {
    last = seen;
    return seen.failures.length > 0;
  };
  await until(page, settlesIn(js, props), isFailed);
  if (last.failures.length === 0) await until(page, RESTS_IN, (seen) => isFailed(seen) || rests(seen));
  for (let ms = 0; ms < RESTS_IN && last.failures.length === 0; ms += REFILLS_IN) {
    if ((await chainOf(page)) < LONG_CHAIN) break;
    await until(page, REFILLS_IN, isFailed);
  }
  if (last.failures[0]) return threw(last.failures[0], bundle);
  if (last.unsettled) return failed(UNSETTLED[last.unsettled]);
  if (blank === "everywhere" && !last.asked) return failed("It renders nothing: its output is empty.");
  if (blank !== undefined && !last.asked)
    return failed(`It renders nothing when ${blank} px wide: its output is hidden there.`);
  const unseen = last.asked || blank !== undefined ? undefined : await whyUnseen(page);
  if (unseen) return failed(unseen);
  const { absent } = last;
  return { verdict: "passed", ...(absent.length > 0 && { absent }) };
}

const failed = (message: string): Verdict => ({ verdict: "failed", message });

const WHEN = { load: "It cannot be loaded", draw: "It throws when rendered", event: "It throws" };

function threw({ phase, message, stack }: Failure, { map }: Bundle): Drawn {
  const [, line, column] = PLACE.exec(stack) ?? [];
  const found = line
    ? originalPositionFor(new TraceMap(map), { line: Number(line), column: Math.max(0, Number(column) - 1) })
    : undefined;
  const description = `${explainReactError(message)}${found?.line ? ` (line ${found.line})` : ""}`;
  return { ...failed(`${WHEN[phase]}: ${description}`), ...(phase === "draw" && { thrown: description }) };
}

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
