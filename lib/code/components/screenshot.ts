import type { Page } from "playwright";
import { AppError } from "@/lib/shared/errors";
import { bundleForRuntime } from "./bundles";
import { LIMIT, openGatePage } from "./gate";
import { withPage } from "./gate-browser";
import { DRAWS_IN, FRAME_HOST, until } from "./gate-page";
import { settlesIn } from "./settling";

/** Pixels. Content beyond `MAX_HEIGHT` is cut off, because a phone would shrink a longer image to fit. */
const WIDTH = 640;
const MAX_HEIGHT = 1_600;
const MIN_HEIGHT = 40;
const SCALE = 2;

/**
 * Returns a PNG of a component with these props, rendered in a browser without network. Throws an AppError if
 * there is no browser or the component draws nothing.
 */
export async function imageOf(
  bundle: string,
  props: Record<string, unknown>,
  width = WIDTH,
): Promise<Uint8Array> {
  const { js, css } = await bundleForRuntime(bundle);
  const openAt = async (context: Parameters<typeof openGatePage>[0]) => {
    const page = await openGatePage(context);
    await page.setViewportSize({ width: width + 40, height: MAX_HEIGHT });
    return page;
  };
  return withPage(LIMIT, openAt, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setDeviceMetricsOverride", {
      ...{ width: width + 40, height: MAX_HEIGHT, deviceScaleFactor: SCALE, mobile: false },
    });
    await page.evaluate((px) => globalThis.easelWidth(px), width);
    await page.evaluate((message) => globalThis.easelMount(message), {
      ...{ type: "mount", js, css, props, title: "" },
    });
    const seen = await until(page, DRAWS_IN, ({ painted, failures }) => painted || failures.length > 0);
    if (!seen || seen.failures.length > 0) throw new AppError("invalid", "The component renders nothing.");
    await until(page, settlesIn(js, props), ({ failures }) => failures.length > 0);
    return shot(page, width);
  });
}

async function shot(page: Page, width: number): Promise<Uint8Array> {
  const frame = page.frames().find((each) => each.url().includes(FRAME_HOST));
  const measured = await frame?.evaluate(() => document.documentElement.getBoundingClientRect().height);
  const height = Math.round(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, measured ?? MIN_HEIGHT)));
  const element = await page.$("iframe");
  const box = await element?.boundingBox();
  if (!box) throw new AppError("internal", "The component's frame is missing.");
  await element?.evaluate((node, px) => {
    node.style.height = `${px}px`;
  }, height);
  return page.screenshot({ clip: { x: box.x, y: box.y, width, height } });
}
