import { element, ways } from "../way.ts";

export const elements = ways({
  "an image": `new Image().src = there + "/?secret"; await sleep(150);`,
  "an image with srcset": element("img", `{ srcset: there + " 1x" }`),
  "a picture": `const p = document.createElement("picture"); const s = Object.assign(document.createElement("source"), { srcset: there });
    p.append(s, document.createElement("img")); document.body.append(p); await sleep(150);`,
  "an image in markup": `const d = document.createElement("div"); d.innerHTML = '<img src="' + there + '">'; await sleep(150);`,
  "an image button": element("input", `{ type: "image", src: there }`),
  "a script": element("script", `{ src: there }`, "document.head"),
  "a module script": element("script", `{ type: "module", src: there }`, "document.head"),
  "a video": element("video", `{ src: there, preload: "auto" }`),
  "a video poster": element("video", `{ poster: there }`),
  "an audio element": element("audio", `{ src: there, preload: "auto" }`),
  "playing audio": `await new Audio(there).play().catch(() => {});`,
  "a track": {
    code: `const v = document.createElement("video"); const t = Object.assign(document.createElement("track"), { src: there, default: true });
    v.append(t); v.src = "data:video/mp4;base64,AAAA"; t.track.mode = "showing"; document.body.append(v); await sleep(150);`,
    isHarmless: true,
  },
  "an object": element("object", `{ data: there }`),
  "an embed": element("embed", `{ src: there }`),
  "an SVG image": `document.body.insertAdjacentHTML("beforeend", '<svg><image href="' + there + '" width="9" height="9"/></svg>'); await sleep(150);`,
  "an SVG use element": {
    code: `document.body.insertAdjacentHTML("beforeend", '<svg><use href="' + there + '/a.svg#a"/></svg>'); await sleep(150);`,
    isHarmless: true,
  },
  "an SVG filter": `document.body.insertAdjacentHTML("beforeend",
    '<svg><filter id="f"><feImage href="' + there + '"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>'); await sleep(150);`,
  "a style sheet": element("link", `{ rel: "stylesheet", href: there }`, "document.head"),
  "an icon": { code: element("link", `{ rel: "icon", href: there }`, "document.head"), isHarmless: true },
  "a manifest": {
    code: element("link", `{ rel: "manifest", href: there }`, "document.head"),
    isHarmless: true,
  },
  "a preload": element("link", `{ rel: "preload", as: "image", href: there }`, "document.head"),
  "a font preload": element(
    "link",
    `{ rel: "preload", as: "font", crossOrigin: "", href: there }`,
    "document.head",
  ),
  "a module preload": element("link", `{ rel: "modulepreload", href: there }`, "document.head"),
  "a prefetch": element("link", `{ rel: "prefetch", href: there }`, "document.head"),
  "a prerender": {
    code: element("link", `{ rel: "prerender", href: there }`, "document.head"),
    isHarmless: true,
  },
  "a preconnect": {
    code: element("link", `{ rel: "preconnect", href: there }`, "document.head"),
    isHarmless: true,
  },
  "repeated preconnects": {
    code: `for (let i = 0; i < 5; i++) {
      const l = Object.assign(document.createElement("link"), { rel: "preconnect", crossOrigin: i % 2 ? "" : null, href: there + "/" + i });
      document.head.append(l); await sleep(40); } await sleep(100);`,
    isHarmless: true,
  },
  "a background attribute": `document.body.setAttribute("background", there); await sleep(150);`,
  "a base element": `const b = Object.assign(document.createElement("base"), { href: there }); document.head.prepend(b);
    const i = new Image(); i.src = "/secret.png"; await sleep(150);`,
});
