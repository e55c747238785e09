/**
 * Returns the page's fonts as CSS with data URLs, because an image is rendered in a separate document without network.
 * If a font consists of several files, only the files that the page has loaded are included.
 */
export async function fontCss(): Promise<string> {
  const loaded = [...document.fonts].filter(({ status }) => status === "loaded");
  const rules = [...document.styleSheets].flatMap((surface) => [...rulesOf(surface)].filter(isFontFace));
  const wanted = rules.filter(({ style }) => {
    const value = (name: string) => unquoted(style.getPropertyValue(name));
    return loaded.some(
      (font) =>
        unquoted(font.family) === value("font-family") &&
        font.style === (value("font-style") || "normal") &&
        font.unicodeRange === (value("unicode-range") || font.unicodeRange),
    );
  });
  return (await Promise.all(wanted.map(inlined))).join("\n");
}

async function inlined(rule: CSSFontFaceRule): Promise<string> {
  const url = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue("src"))?.[1];
  if (!url) return "";
  const font = await fetch(new URL(url, rule.parentStyleSheet?.href ?? document.baseURI));
  if (!font.ok) return "";
  const { cssText } = rule;
  return cssText.replace(/src:[^;]+;/, `src: url(${await dataUrl(await font.blob())}) format("woff2");`);
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

function rulesOf(surface: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return surface.cssRules;
  } catch {
    // A browser extension may add a stylesheet whose rules cannot be read.
    return [];
  }
}

const isFontFace = (rule: CSSRule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule;

const unquoted = (text: string): string => text.replace(/^["']|["']$/g, "");
