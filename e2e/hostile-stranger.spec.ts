import { globSync } from "node:fs";
import { join } from "node:path";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { id, json } from "./hostile-cases.ts";
import { raw } from "./raw.ts";
import { EaselServer } from "./server.ts";

const PASSWORD = "open, sesame";
const PUBLIC = ["/api/health", "/api/login", "/api/logout"];

/** Every address under /api, as the folders have it: a new route is tested by being there. */
const ROUTES = globSync("app/api/**/route.ts", { cwd: join(import.meta.dirname, "..") }).map((file) =>
  file
    .replace(/^app|\/route\.ts$/g, "")
    .replace("/[[...path]]", "/nothing")
    .replace(/\[[^\]]+\]/g, id),
);

let locked: EaselServer;
test.beforeAll(async ({ folder }) => {
  locked = await EaselServer.start({ EASEL_DATA_DIR: folder, EASEL_PASSWORD: PASSWORD, EASEL_MODEL: "demo" });
});
test.afterAll(() => locked.stop());

const login = (password: string) =>
  fetch(`${locked.url}/api/login`, { method: "POST", headers: json, body: JSON.stringify({ password }) });

test("who has not given the password gets nothing from any route or page", async () => {
  expect(ROUTES.length).toBeGreaterThan(12);
  for (const path of ROUTES.filter((each) => !PUBLIC.includes(each))) {
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const cookie = "easel-session=x; easel-3000=Fe26.2*1*x";
      const { status } = await raw(locked.url, { method, path, headers: { cookie, ...json }, body: "{" });
      // So Meta has it where the verify token is another one.
      const isVerifying = path === "/api/webhooks/whatsapp" && (method === "GET" || method === "HEAD");
      expect.soft([method, path, status]).toEqual([method, path, isVerifying ? 403 : 401]);
    }
  }
  for (const page of ["/", `/chat/${id}`]) {
    const response = await fetch(locked.url + page, { redirect: "manual" });
    expect(response.headers.get("location")).toBe(`/login?next=${encodeURIComponent(page)}`);
    expect(await response.text()).not.toContain("conversation");
  }
  expect((await call(locked.url, "GET", "/api/health")).status).toBe(200);
});

test.describe("a browser without a session", () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
    baseURL: async ({}, use) => use(locked?.url),
  });

  test("Easel can be installed from behind its password: its manifest and its icons are there, and its frame has the page's ground", async ({
    page,
    request,
  }) => {
    await page.goto("/login");
    const session = await page.context().newCDPSession(page);
    const manifest = await session.send("Page.getAppManifest");
    expect(manifest.url).toMatch(/\/manifest\.webmanifest$/);
    expect(manifest.errors).toEqual([]);
    expect((await session.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);

    await test.step("every icon is there, as large as it says", async () => {
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

    await test.step("the browser's frame takes the ground of the page in both themes", async () => {
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
  });
});

test("the password opens, signing out closes, and guessing ends soon", async () => {
  const wrong = await login("guess");
  expect([wrong.status, (await wrong.json()).error.code]).toEqual([401, "unauthorized"]);
  const right = await login(PASSWORD);
  const set = right.headers.get("set-cookie") ?? "";
  expect([right.status, set]).toEqual([204, expect.stringMatching(/HttpOnly.*SameSite=Lax/i)]);
  const cookie = set.split(";")[0] ?? "";
  const tools = (headers: Record<string, string>) => fetch(`${locked.url}/api/tools`, { headers });
  expect((await tools({ cookie })).status).toBe(200);
  const forged = cookie.replace(/.(?=.{80}$)/, (sign) => (sign === "A" ? "B" : "A"));
  expect((await tools({ cookie: forged })).status).toBe(401);
  expect((await tools({ cookie, origin: "http://evil.example" })).status).toBe(403);

  const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => login(`guess ${i}`)));
  const statuses = guesses.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  const late = await login(PASSWORD);
  expect(late.status).toBe(429);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await tools({ cookie })).status).toBe(200);
});
