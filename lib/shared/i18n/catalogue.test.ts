import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import compile from "icu-minify/compile";
import { describe, expect, it } from "vitest";
import { german } from "./german";
import { addCatalogue, currentLocale, findLocaleBy, type Locale, localeOf, type Messages } from "./locale";
import { pseudo } from "./pseudo";
import { english, type Translate } from "./translate";

const areas = globSync("lib/shared/i18n/en/*.ts").map((file) => basename(file, ".ts"));
/** Areas whose keys are names of tools and queues. Their own tests compare them with these. */
const BUILT_FROM_NAMES = ["toolTitles", "queueTitles"];
const englishOf = async (area: string): Promise<Translate<Messages>> => (await import(`./en/${area}.ts`)).t;

/** Returns the sorted names of arguments and tags of a message; options of plurals may differ by language. */
function namesOf(message: string): string[] {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, kind, options] = node;
    if (typeof name === "string") names.add(name);
    if (kind && typeof kind === "number" && typeof options === "object")
      for (const option of Object.values(options ?? {})) for (const part of [option].flat(1)) visit(part);
    else for (const part of node.slice(1)) visit(part);
  };
  const compiled = compile(message);
  if (Array.isArray(compiled)) for (const node of compiled) visit(node);
  return [...names].sort();
}

describe("the catalogue", () => {
  it("has every area in English and German", () => {
    expect(Object.keys(german).sort()).toEqual(areas.sort());
  });

  it.each(areas)("%s has the same messages with the same arguments in both languages", async (area) => {
    const { area: name, messages } = await englishOf(area);
    expect(name).toBe(area);
    const inGerman = german[area] ?? {};
    expect(Object.keys(inGerman).sort()).toEqual(Object.keys(messages).sort());
    for (const [key, text] of Object.entries(messages))
      expect({ key, names: namesOf(inGerman[key] ?? "") }).toEqual({ key, names: namesOf(text) });
  });

  it("has no message that nothing uses", async () => {
    const sources = globSync("{app,components,lib}/**/*.{ts,tsx}", { exclude: ["lib/shared/i18n/**"] });
    // One file may choose the key, and another import its area.
    const words = new Set(sources.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g) ?? []));
    const unused = await Promise.all(
      areas
        .filter((area) => !BUILT_FROM_NAMES.includes(area))
        .map(async (area) =>
          Object.keys((await englishOf(area)).messages)
            .filter((key) => !words.has(key))
            .map((key) => `${area}.${key}`),
        ),
    );
    expect(unused.flat()).toEqual([]);
  });
});

describe("english", () => {
  const t = english("sample", { files: "{count, plural, one {# file} other {# files}}", save: "Save" });
  const as = (locale: Locale, call: () => string) => {
    findLocaleBy(() => locale);
    const text = call();
    findLocaleBy(() => undefined);
    return text;
  };

  it("translates by the locale of each call", () => {
    addCatalogue("de", (area) =>
      area === "sample"
        ? { files: "{count, plural, one {# Datei} other {# Dateien}}", save: "Speichern" }
        : german[area],
    );
    expect(as("en", () => t("files", { count: 1 }))).toBe("1 file");
    expect(as("de", () => t("files", { count: 1200 }))).toBe("1.200 Dateien");
    expect(as("en", () => t("save"))).toBe("Save");
    expect(currentLocale()).toBe("en");
  });

  it("uses English until the catalogue of another language is loaded", () => {
    const other = english("other", { save: "Save" });
    expect(as("de", () => other("save"))).toBe("Save");
    addCatalogue("de", (area) => (area === "other" ? { save: "Speichern" } : german[area]));
    expect(as("de", () => other("save"))).toBe("Speichern");
  });
});

describe("localeOf", () => {
  it.each([
    [undefined, undefined, "en"],
    [undefined, "de", "de"],
    [undefined, "fr-FR,fr;q=0.9,de-AT;q=0.5,en;q=0.3", "de"],
    [undefined, "en-GB,de;q=0.9", "en"],
    [undefined, "de;q=0,en;q=0.1", "en"],
    [undefined, "*;q=x,,;;", "en"],
    ["de", "en", "de"],
    ["en", "de", "en"],
    ["xx", "de", "de"],
    ["en-XA", "de", "en-XA"],
  ])("for the cookie %s and Accept-Language %s is %s", (cookie, accepted, locale) => {
    expect(localeOf(cookie, accepted)).toBe(locale);
  });
});

describe("pseudo", () => {
  it("changes texts, but no arguments, tags or options", () => {
    const message = compile(
      "Open <link>the page</link> of {name}: {n, plural, one {# file} other {# files}}",
    );
    expect(JSON.stringify(pseudo(message as never))).toBe(
      '["⟦","Øpén ",["link","thé págé"]," öf ",["name"],": ",["n",2,{"one":[0," fílé"],"other":[0," fílés"]}],"~~~~~~~~~~⟧"]',
    );
    expect(pseudo("Save")).toBe("⟦Sávé~~⟧");
  });
});
