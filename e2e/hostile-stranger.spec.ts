import { globSync } from "node:fs";
import { join } from "node:path";
import { alive } from "./alive.ts";
import { call } from "./call.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { id, json } from "./hostile-cases.ts";
import { accessible } from "./looks.ts";
import { Workspace } from "./page.ts";
import { raw } from "./raw.ts";
import { EaselServer } from "./server.ts";

const PASSWORD = "open, sesame";
const PUBLIC = [
  ...["/api/health", "/api/login", "/api/logout", "/api/openapi.json"],
  ...["/api/sign-in/invitation", "/api/sign-in/invitation/passkey", `/api/sign-in/oidc/${id}/start`],
  ...["/api/sign-in/passkeys/options", "/api/sign-in/passkeys/verify"],
];

const ROUTES = globSync("app/api/**/route.ts", { cwd: join(import.meta.dirname, "..") }).map((file) =>
  file
    .replace(/^app|\/route\.ts$/g, "")
    .replace("/[[...path]]", "/nothing")
    .replace(/\[[^\]]+\]/g, id),
);

let locked: EaselServer;
test.beforeAll(async ({ folder, provider }) => {
  locked = await EaselServer.start({
    ...{ EASEL_DATA_DIR: folder, EASEL_PASSWORD: PASSWORD },
    ...modelOf(provider),
  });
});
test.afterAll(() => locked.stop());

const login = (password: string) =>
  fetch(`${locked.url}/api/login`, { method: "POST", headers: json, body: JSON.stringify({ password }) });

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** `npm test` tries two methods of each route, each pair in turn. */
const methodsOf = (nth: number) =>
  METHODS.filter((_, at) => process.env.JOURNEYS === "all" || (nth + at) % METHODS.length < 2);

test("every route and page refuses clients without the password", async () => {
  expect(ROUTES.length).toBeGreaterThan(12);
  const open: unknown[] = [];
  for (const [nth, path] of ROUTES.filter((each) => !PUBLIC.includes(each)).entries()) {
    for (const method of methodsOf(nth)) {
      const cookie = "easel-session=x; easel-3000=Fe26.2*1*x";
      const { status } = await raw(locked.url, { method, path, headers: { cookie, ...json }, body: "{" });
      // Meta expects 403 for a wrong verify token.
      const isVerifying = path === "/api/webhooks/whatsapp" && (method === "GET" || method === "HEAD");
      if (status !== (isVerifying ? 403 : 401)) open.push([method, path, status]);
    }
  }
  // A single assertion, because a thousand would take more CPU than the requests.
  expect(open).toEqual([]);
  for (const page of ["/", `/chat/${id}`]) {
    const response = await fetch(locked.url + page, { redirect: "manual" });
    expect(response.headers.get("location")).toBe(`/login?next=${encodeURIComponent(page)}`);
    expect(await response.text()).not.toContain("conversation");
  }
  expect((await call(locked.url, "GET", "/api/health")).status).toBe(200);
});

test.describe("a browser without a session", () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies here
    baseURL: async ({}, use) => use(locked?.url),
  });

  test("can install Easel: manifest and icons load, and the browser UI has the page's background", async ({
    page,
    request,
  }) => {
    await page.goto("/login");
    const session = await page.context().newCDPSession(page);
    const manifest = await session.send("Page.getAppManifest");
    expect(manifest.url).toMatch(/\/manifest\.webmanifest$/);
    expect(manifest.errors).toEqual([]);
    expect((await session.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);

    await test.step("every icon exists in its declared size", async () => {
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

    await test.step("the browser UI has the page's background in both themes", async () => {
      const colours = page.locator('meta[name="theme-color"]');
      await expect(colours).toHaveCount(2);
      for (const scheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        const [ground, frame] = await page.evaluate(() => {
          const metaTags = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
          const content = metaTags.find(({ media }) => matchMedia(media).matches)?.content ?? "";
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

const SALES = `export default function Sales({ shop }) {
  const [count, setCount] = useState(0);
  return <><p>Of {shop}</p><Button onClick={() => setCount(count + 1)}>Counted {count}</Button></>;
}`;

test("a shared sheet works for anyone with the link, shows nothing else, and disappears when revoked @once @long", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: locked.url, viewport: { width: 1280, height: 800 } });
  const stranger = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.goto("/login");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    const easel = new Workspace(page);
    await expect(easel.composer).toBeVisible();
    await alive(page);
    const props = { shop: "</script><script>document.title='run'</script>" };
    const input = { code: SALES, title: "Sales of May", props };
    await easel.say("A private question", { tool: "render_and_wait", input });
    await easel.canvas();
    await page.getByRole("button", { name: "More for “Sales of May”" }).click();
    await page.getByRole("menuitem", { name: "Share…" }).click();
    const dialog = page.getByRole("dialog", { name: "Share “Sales of May”" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.locator("code").textContent();
    expect(link).toMatch(/\/shared\/[\w-]{43}$/);
    await accessible(page);

    const seen = await stranger.newPage();
    const asked: string[] = [];
    seen.on("request", (request) => asked.push(request.url()));
    const address = new URL(new URL(link ?? "").pathname, locked.url).href;
    const answer = await seen.goto(address);
    expect(answer?.headers()).toMatchObject({ "x-robots-tag": expect.stringContaining("noindex") });
    const frame = seen.frameLocator("iframe");
    await expect(frame.getByText(`Of ${props.shop}`)).toBeVisible();
    await frame.getByRole("button", { name: "Counted 0" }).click();
    await expect(frame.getByRole("button", { name: "Counted 1" })).toBeVisible();
    await seen.reload();
    await expect(frame.getByRole("button", { name: "Counted 0" })).toBeVisible();
    await expect(seen.getByText("A private question")).toHaveCount(0);
    expect(await seen.title()).toBe("Sales of May");
    expect(asked.filter((url) => !/^(blob|data):/.test(url))).toEqual([address, address]);
    for (const path of ["/", "/api/settings", "/api/shares", "/board"]) {
      const response = await seen.request.get(locked.url + path, { maxRedirects: 0 });
      expect([path, response.status()]).toEqual([path, path.startsWith("/api") ? 401 : 307]);
    }

    await dialog.getByRole("button", { name: "Revoke a link to “Sales of May”" }).click();
    await expect(dialog.getByRole("list", { name: "Links" })).toHaveCount(0);
    expect((await seen.goto(address))?.status()).toBe(404);
    await expect(seen.getByText("There is nothing at this link")).toBeVisible();
  } finally {
    await context.close();
    await stranger.close();
  }
});

test("signing in grants access, signing out revokes it, and guessing is limited", async () => {
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
