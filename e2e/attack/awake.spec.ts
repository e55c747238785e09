import type { FrameLocator, Page } from "@playwright/test";
import { componentOf, expect, expectUntouched, sample, show, test } from "./stage.ts";

const frameOf = (page: Page, at = 0): FrameLocator =>
  page.getByRole("region", { name: `Piece ${at}` }).frameLocator("iframe");
const stopped = (page: Page) => page.getByRole("region", { name: "Piece 0" }).getByText(/^Stopped: /);

const FLOODS = {
  "calls of callTool": `for (let i = 0; i < 1e6; i++) { callTool("x", { i }); if (i % 5000 === 0) await sleep(0); }`,
  "messages to the page": `for (let i = 0; i < 1e6; i++) { top.postMessage(i, "*"); if (i % 5000 === 0) await sleep(0); }`,
  "messages of 100 MB to the page": `const big = "x".repeat(1e8); for (let i = 0; i < 20; i++) { top.postMessage(big, "*"); await sleep(10); } await sleep(1e6);`,
  "lists of a million objects to the page": `const big = Array.from({ length: 1e6 }, (_, i) => ({ i })); for (let i = 0; i < 12; i++) { top.postMessage(big, "*"); await sleep(10); } await sleep(1e6);`,
  "an endless loop": "for (;;) {}",
  "endless microtasks": "const again = () => Promise.resolve().then(again); again(); await sleep(1e6);",
};

for (const [name, code] of sample(Object.entries(FLOODS), 2)) {
  test(`the page stays responsive and the component is stopped: ${name}`, async ({
    page,
    context,
    sites,
  }) => {
    const talk = await show(page, sites.with, componentOf(`await sleep(500); ${code}`), counter);
    const count = frameOf(page, 1).getByText(/^Count/);
    await expect(count).toBeVisible();
    await page.evaluate(() => {
      let last = performance.now();
      const watch = () => {
        const now = performance.now();
        document.documentElement.dataset.longest = String(
          Math.max(Number(document.documentElement.dataset.longest ?? 0), now - last),
        );
        last = now;
        requestAnimationFrame(watch);
      };
      watch();
    });
    await expect(stopped(page)).toBeVisible({ timeout: 20_000 });
    const before = await count.textContent();
    await expect(count).not.toHaveText(before ?? "");
    expect(Number(await page.locator("html").getAttribute("data-longest"))).toBeLessThan(1_000);
    await expectUntouched(page, context, talk);
  });
}

const counter = `
import { useEffect, useState } from "react";
export default function Counter() {
  const [count, setCount] = useState(0);
  useEffect(() => { const timer = setInterval(() => setCount((now) => now + 1), 50); return () => clearInterval(timer); }, []);
  return <p>Count {count}</p>;
}
`;
