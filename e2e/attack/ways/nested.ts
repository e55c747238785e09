import { element, ways } from "../way.ts";

/** Nested documents, which might still have the interfaces that were removed from the outer one. */
export const nested = ways({
  "a frame": { code: element("iframe", "{ src: there }") },
  "a frame in markup": `document.body.insertAdjacentHTML("beforeend", '<iframe src="' + there + '"></iframe>'); await sleep(300);`,
  "a frame with srcdoc": `const f = document.createElement("iframe"); f.srcdoc = '<img src="' + there + '">'; document.body.append(f); await sleep(400);`,
  "a frame with srcdoc by setAttribute": `const f = document.createElement("iframe"); f.setAttribute("srcdoc", '<img src="' + there + '">'); document.body.append(f); await sleep(400);`,
  "a frame with srcdoc by an attribute node": `const f = document.createElement("iframe"); const a = document.createAttribute("srcdoc");
    a.value = '<img src="' + there + '">'; f.setAttributeNode(a); document.body.append(f); await sleep(400);`,
  "a frame that preconnects": {
    code: `const f = document.createElement("iframe"); f.srcdoc = '<link rel=preconnect href="' + there + '"><p>x'; document.body.append(f); await sleep(400);`,
    isHarmless: true,
  },
  "a frame with a meta refresh": `const f = document.createElement("iframe"); f.srcdoc = '<meta http-equiv=refresh content="0;url=' + there + '">'; document.body.append(f); await sleep(600);`,
  "a frame with a script": `const f = document.createElement("iframe");
    f.srcdoc = '<script>fetch("' + there + '",{mode:"no-cors"})</' + 'script>'; document.body.append(f); await sleep(400);`,
  "an empty frame's own fetch": `${element("iframe", "{}")} e.contentWindow.fetch(there, { mode: "no-cors" }); await sleep(300);`,
  "an empty frame's own location": {
    code: `${element("iframe", "{}")} e.contentWindow.location = there; await sleep(400);`,
    knocks: true,
  },
  "a frame with a javascript: URL": `${element("iframe", "{}")} e.src = "javascript:fetch('" + there + "',{mode:'no-cors'})"; await sleep(400);`,
  "a frame with a blob URL": `const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob(["<img src='" + there + "'>"], { type: "text/html" })); document.body.append(f); await sleep(400);`,
  "a frame with a data: URL": `const f = document.createElement("iframe"); f.src = "data:text/html,<img src='" + there + "'>"; document.body.append(f); await sleep(400);`,
  "a frame from DOMParser": `const d = new DOMParser().parseFromString('<iframe srcdoc="<img src=' + there + '>"></iframe>', "text/html"); document.body.append(d.querySelector("iframe")); await sleep(400);`,
  "a frame from createContextualFragment": `document.body.append(document.createRange().createContextualFragment('<iframe srcdoc="<img src=' + there + '>"></iframe>')); await sleep(400);`,
  "a frame from a template": `const t = document.createElement("template"); t.setHTMLUnsafe('<iframe srcdoc="<img src=' + there + '>"></iframe>'); document.body.append(t.content); await sleep(400);`,
  "a frame made by XSLT": `const x = new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><xsl:element name="{concat(\\'ifr\\',\\'ame\\')}"><xsl:attribute name="srcdoc">&lt;img src="' + there + '"&gt;</xsl:attribute></xsl:element></xsl:template></xsl:stylesheet>', "text/xml");
    const p = new XSLTProcessor(); p.importStylesheet(x); document.body.append(p.transformToFragment(x, document)); await sleep(400);`,
  "an object element with a document": `${element("object", `{ type: "text/html", data: "data:text/html,<img src='" + there + "'>" }`)} await sleep(300);`,
  "a fenced frame": {
    code: `${element("fencedframe", "{}")} e.config = new FencedFrameConfig(there); await sleep(300);`,
    isHarmless: true,
  },
});
