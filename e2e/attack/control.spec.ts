import { once } from "node:events";
import { createServer } from "node:http";
import { listen } from "./listeners.ts";
import { expect, sample, test } from "./stage.ts";
import { elements } from "./ways/elements.ts";
import { hidden } from "./ways/hidden.ts";
import { navigation } from "./ways/navigation.ts";
import { nested } from "./ways/nested.ts";
import { requests } from "./ways/requests.ts";
import { styles } from "./ways/styles.ts";
import { webrtc } from "./ways/webrtc.ts";

test.describe.configure({ mode: "parallel" });

/* Control: each of these attacks must succeed in a frame without guards. Otherwise a blocked attack proves
   nothing. */

for (const { name, code } of sample(
  [...requests, ...elements, ...styles, ...navigation, ...nested, ...webrtc, ...hidden].filter(
    ({ isHarmless }) => !isHarmless,
  ),
  40,
)) {
  test(`control: an attack succeeds in a frame without guards: ${name}`, async ({ page }) => {
    const site = createServer((request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(
        `<!doctype html><body>${request.url === "/" ? "<iframe src=/frame></iframe>" : ""}</body>`,
      );
    }).listen(0, "127.0.0.1");
    await once(site, "listening");
    const address = site.address();
    const { there, udp, counted, close } = await listen();
    await page.goto(`http://localhost:${typeof address === "object" && address?.port}/`);
    const frame = page.frames().find((each) => each.url().endsWith("/frame"));
    const targets = JSON.stringify({ there, udp });
    frame
      ?.evaluate(
        `(async () => { Object.assign(globalThis, ${targets}); const sleep = (ms) => new Promise((r) => setTimeout(r, ms)); ${code} })()`,
      )
      .catch(() => {});
    await expect.poll(() => counted().connections + counted().packets, { timeout: 5_000 }).toBeGreaterThan(0);
    site.closeAllConnections();
    site.close();
    await close();
  });
}
