import { get } from "node:http";
import { expect, test } from "./fixtures.ts";

/** The coding in which an address answers a browser. */
const coding = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip, br" } }, (response) => {
      response.resume();
      resolve(String(response.headers["content-encoding"] ?? "none"));
    }).on("error", reject);
  });

test("pages and scripts travel compressed, what the API says as it is", async ({ easel }) => {
  const html = await (await fetch(easel.url)).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? "";
  expect(await coding(easel.url + script)).toMatch(/gzip|br/);
  expect(await coding(`${easel.url}/login`)).toMatch(/gzip|br/);
  expect(await coding(`${easel.url}/api/tools`)).toBe("none");
});
