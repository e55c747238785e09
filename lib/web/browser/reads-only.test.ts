import { expect, test } from "vitest";
import { onlyReading } from "./reads-only";

const isReading = (code: string) => onlyReading(`(async () => {${code}\n})`) !== null;

test.each([
  `return (document.getElementById("i").value)`,
  `return [...document.querySelectorAll("a")].map((a, i) => ({ text: a.textContent.trim(), href: a.href, i }))`,
  `const rows = Array.from(document.querySelectorAll("tr")); const out = []; for (const row of rows) { out.push(row.cells[0]?.innerText ?? "") } return out`,
  `let n = 0; document.querySelectorAll("input").forEach((one) => { if (one.checked && typeof one.value === "string") n += 1 }); return n / 2`,
  `return document.body.textContent.replace(/\\s+/g, " ").slice(0, 10)`,
  `const value = await document.querySelector("#i").value; return JSON.stringify({ value, at: location.href })`,
  `return JSON.stringify([1.2].map(Math.round), null, 2)`,
  `const text = document.body.innerText; return text.replaceAll("a", "b")`,
  `return getComputedStyle(document.body).getPropertyValue("color")`,
])("accepts code that only reads: %s", (code) => {
  expect(isReading(code)).toBe(true);
});

test.each([
  `document.getElementById("i").value = "x"`,
  `document.getElementById("i").value++`,
  `++document.getElementById("i").value`,
  `[document.body.innerHTML] = ["x"]`,
  `for (document.body.innerHTML of ["x"]) {}`,
  `({ value: document.body.innerHTML } = { value: "x" })`,
  `delete document.body.dataset.a`,
  `document.querySelector("a").click()`,
  `document.forms[0].submit()`,
  `document.body["click"]()`,
  `const k = "click"; document.body[k]()`,
  `location = "https://sink.test"`,
  `location.replace("https://sink.test")`,
  `const l = location; l.replace("https://sink.test")`,
  `Object.values(document).map((one) => one.replace("https://sink.test"))`,
  `const o = Object; o.values(document)`,
  `const { ...rest } = document`,
  `const { location: l } = document`,
  `const copy = { ...document }`,
  `document.URL.at.constructor("fetch('/')")()`,
  `(() => {}).constructor("fetch('/')")()`,
  `fetch("/")`,
  `[1].map(fetch)`,
  `[1].map(document.open, document)`,
  `new Image().src = "https://sink.test"`,
  `import("https://sink.test")`,
  "fetch`/`",
  `this.fetch("/")`,
  `window.fetch("/")`,
  `document.defaultView.fetch("/")`,
  `document.body.normalize()`,
  `document.body.\\u0063lick()`,
  `eval("fetch('/')")`,
  `setTimeout("fetch('/')")`,
  `const a = 1 <!-- \`
    fetch("/") //\``,
  `// a comment
    return 1`,
  `class A { static a = fetch("/") }`,
  `["secret"].map([].push, document.body.dataset)`,
  `function F() { return document.body.dataset } ["secret"].map(Array.of, F)`,
  `JSON.stringify(document, (key, value) => value.name)`,
  `JSON?.stringify(document, (key, value) => value.name)`,
  `JSON.stringify(...[document, (key, value) => value.name])`,
  `[(key, value) => value].reduce(JSON.stringify, document)`,
  `const fetch = 1 }) + fetch("https://sink.test") + (async () => { return 1`,
  `++String`,
  `(() => { var await = 1 })`,
  `const easelOwn = (one) => one; return document.URL.find("a")`,
  `const o = { get a() { return 1 } }`,
  `try { fetch("/") } catch {}`,
  `return (`,
])("refuses code that could change or send something: %s", (code) => {
  expect(isReading(code)).toBe(false);
});

test("returns all declared names, including those of inner scopes", () => {
  const code = `(async () => { { const fetch = 1; } fetch("/") })`;
  expect(onlyReading(code)).toMatchObject({ names: ["fetch"] });
});

test.each([
  [`return document.title.find("a")`, `return easelOwn(document.title).find("a")`],
  [`return a?.text.replace("a", "b").replace("c", a?.id)`, null],
  [
    `const a = 1; return a?.text.replace("a", "b").replace("c", a?.id)`,
    `const a = 1; return easelOwn(easelOwn(a?.text)?.replace("a", "b"))?.replace("c", a?.id)`,
  ],
])("checks the receiver of find and replace at run time: %s", (code, guarded) => {
  expect(onlyReading(`(async () => {${code}})`)?.code ?? null).toBe(
    guarded === null ? null : `(async () => {${guarded}})`,
  );
});
