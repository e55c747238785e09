import { ways } from "../way.ts";

/** Requests that must be refused or return nothing. Each returns what it got. */
export const denied = ways({
  "the page's document": `return top.document.title;`,
  "the page's content": `return top.document.body.innerHTML;`,
  "the page's storage": `return top.localStorage.length;`,
  "the page's variables": `return Object.keys(top.React ?? top.next).length;`,
  "the page's address": `return top.location.href;`,
  "the iframe element of the component": `return frameElement.ownerDocument.title;`,
  "the document of another frame": `return top.frames[0] === self ? top.frames[1].document.title : top.frames[0].document.title;`,
  "a function of the page": `return top.eval("1");`,
  cookies: `return document.cookie || undefined;`,
  "setting a cookie": `document.cookie = "a=1"; return document.cookie;`,
  "other components' localStorage": `return localStorage.length || undefined;`,
  "other components' sessionStorage": `return sessionStorage.length || undefined;`,
  "localStorage by its prototype": `const get = Object.getOwnPropertyDescriptor(Window.prototype, "localStorage")?.get; return get.call(globalThis).length + 1;`,
  indexedDB: `return await new Promise((yes, no) => { const r = indexedDB.open("x"); r.onsuccess = () => yes("opened"); r.onerror = () => no(r.error); });`,
  "the cache": `return (await caches.keys()).length + 1;`,
  "the file system": `return (await navigator.storage.getDirectory()).name + "x";`,
  "the cookie store": `return (await cookieStore.getAll()).length + 1;`,
  locks: `return await navigator.locks.request("easel:events", { steal: true }, () => "locked");`,
  eval: `return (0, eval)("1 + 1");`,
  "a function made from a string": `return new Function("return 1")();`,
  "a function made by an async function's constructor": `return Object.getPrototypeOf(async () => {}).constructor("return 1")();`,
  "a timer with a string": `globalThis.hit = undefined; setTimeout("globalThis.hit = 1", 0); await sleep(50); return globalThis.hit;`,
  "an inline script": `const s = document.createElement("script"); s.textContent = "globalThis.hit = 1"; document.head.append(s); return globalThis.hit;`,
  "an inline event handler": `const d = document.createElement("div"); d.setAttribute("onclick", "globalThis.hit = 1"); d.click(); return globalThis.hit;`,
  "a module from a data: URL": `const from = "data:text/javascript,export default 1"; return (await import(from)).default;`,
  WebAssembly: `return await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));`,
  "a worker": `return new Worker(URL.createObjectURL(new Blob([""])));`,
  // An exported surface reports with a delay that it cannot open windows.
  "a new window": `const got = open("about:blank"); await sleep(400); return got ?? undefined;`,
  "full screen": `await document.documentElement.requestFullscreen(); return "full";`,
  "pointer lock": `await document.body.requestPointerLock(); return document.pointerLockElement ?? undefined;`,
  "the clipboard": `return await navigator.clipboard.readText();`,
  "the location of the device": `return await new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no));`,
  "the camera": `return await navigator.mediaDevices.getUserMedia({ video: true });`,
  "a screen capture": `return await navigator.mediaDevices.getDisplayMedia();`,
  "a file picker": `return await showOpenFilePicker();`,
  "a confirm dialog": `return confirm("Your password?") || undefined;`,
  "a prompt dialog": `return prompt("Your password?") ?? undefined;`,
  "document.domain": `document.domain = "localhost"; return document.domain;`,
  "the WebRTC interfaces": `return globalThis.RTCPeerConnection ?? globalThis.webkitRTCPeerConnection ?? globalThis.RTCDataChannel;`,
  "the WebRTC interfaces of a nested frame": `const f = document.createElement("iframe"); document.body.append(f); return f.contentWindow.RTCPeerConnection;`,
});

const seen = (trick: string) => `
  let port; const look = (...all) => { for (const one of all) if (one instanceof MessagePort) port = one; else if (one?.target instanceof MessagePort) port = one.target; };
  ${trick}
  callTool("noise", {}).catch(() => {}); await sleep(1500); return port && "the port";`;

export const tricks = ways({
  "a replaced postMessage": seen(`const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...all) { look(this); return postMessage.apply(this, all); };`),
  "a replaced getter of MessageEvent.data":
    seen(`const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
    Object.defineProperty(MessageEvent.prototype, "data", { get() { look(this); return get.call(this); } });`),
  "replaced getters of event targets": seen(`for (const name of ["target", "currentTarget", "srcElement"]) {
    const { get } = Object.getOwnPropertyDescriptor(Event.prototype, name);
    Object.defineProperty(Event.prototype, name, { get() { const it = get.call(this); look(it); return it; } }); }`),
  "the global event during a replaced call":
    seen(`const { parse } = JSON; JSON.parse = (text) => { look(event, globalThis.event); return parse(text); };
    const { get } = Map.prototype; Map.prototype.get = function (key) { look(globalThis.event); return get.call(this, key); };`),
  "replaced call, apply and bind":
    seen(`for (const name of ["call", "apply", "bind"]) { const own = Function.prototype[name];
    Function.prototype[name] = function (...all) { for (const one of all) if (one instanceof MessagePort) port = one; return Reflect.apply(own, this, all); }; }`),
  "replaced JSON functions":
    seen(`const { stringify, parse } = JSON; JSON.stringify = function (...all) { look(this, ...all); return stringify(...all); };
    JSON.parse = function (...all) { look(this, ...all); return parse(...all); };`),
  "a replaced Promise.prototype.then": seen(
    `const { then } = Promise.prototype; Promise.prototype.then = function (...all) { look(this, ...all); return then.apply(this, [(value) => { look(value); return all[0]?.(value); }, all[1]]); };`,
  ),
  "a replaced setter of onmessage":
    seen(`const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
    Object.defineProperty(MessagePort.prototype, "onmessage", { set(value) { look(this); set.call(this, value); } });`),
  "a replaced Error.prepareStackTrace":
    seen(`Error.prepareStackTrace = (_, sites) => { for (const site of sites) look(site.getThis?.(), site.getFunction?.()); return ""; };
    String(new Error().stack);`),
  "setters on Object.prototype": seen(
    `for (const name of ["port", "post", "source", "ports"]) Object.defineProperty(Object.prototype, name, { configurable: true, set(value) { look(value); } });`,
  ),
  "the runtime's own files":
    seen(`for (const { href } of document.querySelectorAll("link[rel=modulepreload]"))
    for (const one of Object.values(await import(href))) look(one);
    for (const { src } of document.querySelectorAll("script[src]")) for (const one of Object.values(await import(src))) look(one);`),
});
