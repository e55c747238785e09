import { get } from "node:http";
import { expect, test } from "./fixtures.ts";

const coding = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip, br" } }, (response) => {
      response.resume();
      resolve(String(response.headers["content-encoding"] ?? "none"));
    }).on("error", reject);
  });

test("compresses pages and scripts, but not API responses", async ({ easel }) => {
  const html = await (await fetch(easel.url)).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? "";
  expect(await coding(easel.url + script)).toMatch(/gzip|br/);
  expect(await coding(`${easel.url}/login`)).toMatch(/gzip|br/);
  expect(await coding(`${easel.url}/api/tools`)).toBe("none");
});

test("preloads the font file that the styles use", async ({ easel }) => {
  const page = await fetch(easel.url);
  const html = await page.text();
  const [font] =
    /\/_next\/static\/media\/geist-latin[^">]+\.woff2/.exec(page.headers.get("link") ?? html) ?? [];
  expect(font).toBeDefined();
  expect((await fetch(easel.url + font)).headers.get("content-type")).toBe("font/woff2");
  const styles = [...html.matchAll(/href="([^"]+\.css)"/g)].map(([, href]) => easel.url + href);
  const stylesheets = await Promise.all(styles.map(async (url) => (await fetch(url)).text()));
  expect(stylesheets.join()).toContain(font?.split("/").at(-1));
});
