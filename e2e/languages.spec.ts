import type { Page } from "@playwright/test";
import { LOCALE_COOKIE, type Locale, PSEUDO } from "../lib/shared/i18n/locale.ts";
import { alive } from "./alive.ts";
import { PAGES } from "./every-page.ts";
import { expect, modelOf } from "./fixtures.ts";
import { PHONE } from "./looks.ts";
import { ownServer } from "./own-server.ts";

const test = ownServer(modelOf);

/** Names, addresses, dates, and texts for models, which have no translation. */
const DATA =
  /^(Easel|fake-model|Demo( \(a script\))?|UTC|OpenAI|Anthropic|Google|AI Gateway|OpenAI-compatible server|Ollama|LM Studio|Brave Search|SearXNG|Tavily|Telegram|WhatsApp|(imap|smtp)\.example\.org|Telegram and WhatsApp|123456789:AAE…|https?:.*|(gpt|claude|gemini)-….*|(Continue|Make calls|Call tools|A tool is called) .*|.*\d{4}( at .*)?|\w{3} \d+|All-day)$/;

/** Share of the page that may move while it loads. From 0.1 on, a page counts as unstable. */
const MAX_SHIFT = 0.05;
type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };

/** `npm test` opens every fourth page; with JOURNEYS=all, all. */
const SOME = PAGES.filter((_, nth) => process.env.JOURNEYS === "all" || nth % 4 === 0);

const WIDE = { width: 1280, height: 800 };

const chooseLanguage = (page: Page, url: string, locale: Locale) =>
  page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url }]);

/** Returns texts and labels of the page that did not come from the catalogue. Pseudo-messages have no plain vowels. */
const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SKIPPED =
      "script, style, template, noscript, code, pre, kbd, textarea, svg, body [lang], .cm-editor";
    const found = new Set<string>();
    const check = (text: string | null) => {
      if (text && /[⟦⟧~áéíöúÅÉÎØÛ]/.test(text) === false && /[a-z]*[aeiou][a-z]+/i.test(text))
        found.add(text.trim());
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (!node.parentElement?.closest(SKIPPED)) check(node.nodeValue);
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
      if (!element.closest(SKIPPED))
        for (const name of ["aria-label", "title", "placeholder", "alt"]) check(element.getAttribute(name));
    return [...found];
  });

test("every page takes its words from the catalogue, fits with words a third longer and loads without moving @once", async ({
  page,
  own,
}) => {
  test.setTimeout(300_000);
  await chooseLanguage(page, own.url, PSEUDO);
  const found: Record<string, string[]> = {};
  await page.addInitScript(() => {
    const shifts: { value: number; moved: unknown[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        shifts.push({
          value,
          moved: sources.map(({ node }) => (node as Element | null)?.className ?? node?.nodeName),
        });
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of SOME) {
    await page.goto(path);
    await alive(page);
    await expect(page.locator("h1").first()).toBeAttached();
    await expect(page.locator("[data-slot=skeleton]")).toHaveCount(0);
    const texts = (await untranslated(page)).filter((text) => !DATA.test(text));
    if (texts.length > 0) found[path] = texts;
    const shifts = await page.evaluate(() => Reflect.get(window, "shifts"));
    expect
      .soft({ path, shifts: shifts.filter(({ value }: { value: number }) => value > MAX_SHIFT) })
      .toEqual({ path, shifts: [] });
    for (const size of [WIDE, PHONE]) {
      await page.setViewportSize(size);
      const beyond = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect.soft({ path, size, beyond }).toEqual({ path, size, beyond: 0 });
    }
  }
  expect(found).toEqual({});
});

test("the language follows the browser until one is chosen, which holds for every tab", {
  tag: "@long",
}, async ({ page, own, browser }) => {
  const german = await browser.newContext({ baseURL: own.url, locale: "de-DE" });
  const other = await german.newPage();
  await other.goto("/calendar");
  await expect(other.locator("html")).toHaveAttribute("lang", "de");
  await expect(other.getByRole("link", { name: "Gedächtnis" })).toBeVisible();
  await german.close();

  await page.goto("/settings/general");
  await alive(page);
  await page.getByRole("radio", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Allgemein" })).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto("/agent/history");
  await alive(tab);
  await expect(tab.getByRole("heading", { name: "Heute" })).toBeVisible();
  await tab.close();
  await page.getByRole("radio", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "General" })).toBeVisible();
});

test("requests at the same time each get their own language, and answers of writes are English", async ({
  own,
}) => {
  const languages = Array.from({ length: 24 }, (_, nth) => (nth % 3 === 0 ? "en" : "de"));
  const texts = await Promise.all(
    languages.map(async (language) => {
      const answer = await fetch(`${own.url}/settings`, { headers: { "accept-language": language } });
      return answer.text();
    }),
  );
  for (const [nth, language] of languages.entries()) {
    expect(texts[nth]).toContain(`<html lang="${language}"`);
    expect(texts[nth]).toContain(language === "de" ? ">Einstellungen</h1>" : ">Settings</h1>");
  }
  const refused = await fetch(`${own.url}/api/chat`, {
    method: "POST",
    headers: { "accept-language": "de", "content-type": "application/json", origin: own.url },
    body: JSON.stringify({ message: "x".repeat(100_001) }),
  });
  expect(await refused.text()).not.toMatch(/Zeichen/);
});
