import { expect } from "./fixtures.ts";
import { ownServer } from "./own-server.ts";

/** A server with a password: browsers fetch a manifest and its icons without a session. */
const test = ownServer(() => ({ EASEL_PASSWORD: "open sesame" }));

test("Easel can be installed, also from behind its password", async ({ page }) => {
  await page.goto("/login");
  const session = await page.context().newCDPSession(page);
  const manifest = await session.send("Page.getAppManifest");
  expect(manifest.url).toMatch(/\/manifest\.webmanifest$/);
  expect(manifest.errors).toEqual([]);
  expect((await session.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
});

test("every icon is there, as large as it says", async ({ page, request }) => {
  await page.goto("/login");
  const { icons } = await (await request.get("/manifest.webmanifest")).json();
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  const all: { src: string; sizes: string }[] = [...icons, { src: touch, sizes: "180x180" }];
  for (const { src, sizes } of all) {
    expect((await request.get(src)).status()).toBe(200);
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== "any") expect(size).toBe(sizes);
  }
});

test("the browser's frame takes the ground of the page in both themes", async ({ page }) => {
  await page.goto("/login");
  const colours = page.locator('meta[name="theme-color"]');
  await expect(colours).toHaveCount(2);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const [ground, frame] = await page.evaluate(() => {
      const given = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
      const content = given.find(({ media }) => matchMedia(media).matches)?.content ?? "";
      const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      return [getComputedStyle(document.body).backgroundColor, content].map((colour) => {
        if (!canvas) return "";
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].join(" ");
      });
    });
    expect(frame).toBe(ground);
  }
});
