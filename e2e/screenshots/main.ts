// `npm run screenshots [-- <scene> …]`: saves every page and state at three widths, light and dark, to
// screenshots/. With --readme, only the README's images, to public/.
import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { removeDataFolder } from "../../lib/store/embedded/testing/remove.ts";
import { startProvider } from "../provider/server.ts";
import { EaselServer } from "../server.ts";
import { startSite } from "../web/site.ts";
import { type Places, prepare } from "./places.ts";
import { type Scene, scenes } from "./scenes.ts";
import { viewsOf } from "./web-content.ts";

const root = join(import.meta.dirname, "../..");
const target = join(root, "screenshots");
const SIZES = [
  { name: "1440", width: 1440, height: 900, isPhone: false },
  { name: "1280", width: 1280, height: 800, isPhone: false },
  { name: "390", width: 390, height: 844, isPhone: true },
];
const THEMES = ["light", "dark"] as const;

/** The README's images, by scene. */
const README = { form: "workspace", charts: "canvas", browser: "browser", "settings-models": "models" };

const isReadme = process.argv.includes("--readme");
const only = isReadme ? Object.keys(README) : process.argv.slice(2);
const wanted = Object.entries(scenes).filter(([name]) => only.length === 0 || only.includes(name));
if (wanted.length === 0) throw new Error(`There are the scenes ${Object.keys(scenes).join(", ")}.`);

mkdirSync(join(root, ".easel"), { recursive: true });
mkdirSync(target, { recursive: true });
const folder = mkdtempSync(join(root, ".easel/screenshots-"));
const provider = await startProvider();
const site = await startSite();
const model = {
  OPENAI_BASE_URL: provider.url,
  OPENAI_API_KEY: "a-key-for-pictures",
  EASEL_MODEL: "openai-compatible/fake-model",
  EASEL_EGRESS_ALLOW: "localhost",
};
const easel = await EaselServer.start({ EASEL_DATA_DIR: join(folder, "model"), ...model });
const demo = await EaselServer.start({ EASEL_DATA_DIR: join(folder, "demo"), EASEL_PASSWORD: "open sesame" });
const browser = await playwright.launch(await chromium());
let failed = 0;
try {
  const places = {
    ...(await prepare(easel.url, demo.url, provider, join(folder, "model"), await viewsOf(browser))),
    site: site.url,
    demoFolder: join(folder, "demo"),
  };
  for (const [name, scene] of wanted) await shoot(browser, name, scene, places);
} finally {
  await browser.close();
  await Promise.all([easel.stop(), demo.stop()]);
  await Promise.all([provider.close(), site.close()]);
  removeDataFolder(folder);
}
if (isReadme && failed === 0)
  for (const [scene, name] of Object.entries(README))
    copyFileSync(join(target, `${scene}-1440-light.png`), join(root, "public", `${name}.png`));
console.log(failed === 0 ? `All in ${target}` : `${failed} pictures failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function shoot(browser: Browser, name: string, scene: Scene, places: Places) {
  for (const { name: size, width, height, isPhone } of SIZES) {
    for (const theme of THEMES) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        hasTouch: isPhone,
        deviceScaleFactor: isPhone ? 2 : 1,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      try {
        await scene({ page, isPhone, ...places });
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({ path: join(target, `${name}-${size}-${theme}.png`), animations: "disabled" });
      } catch (error) {
        failed += 1;
        console.error(`${name} ${size} ${theme}: ${error instanceof Error ? error.message : error}`);
      }
      await context.close();
    }
  }
  console.log(name);
}
