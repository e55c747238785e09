import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Delivered = {
  /** Claims of the sender's token (RFC 8292). */
  token: { aud: string; exp: number; sub: string };
  /** Public key that verified the token. */
  publicKey: string;
  headers: IncomingHttpHeaders;
  text: string;
};

export class FakeBrowser {
  readonly #keys = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly endpoint: string;
  readonly delivered: Delivered[] = [];
  /** Responses of the fake push service to this browser, each used once; the service then responds 201. */
  readonly answers: { status: number }[] = [];
  tries = 0;

  constructor(origin: string) {
    this.#keys.generateKeys();
    this.endpoint = `${origin}/push/${randomUUID()}`;
  }

  /** The shape of `PushSubscription.toJSON()`. */
  get subscription() {
    const p256dh = this.#keys.getPublicKey("base64url");
    return {
      endpoint: this.endpoint,
      expirationTime: null,
      keys: { p256dh, auth: this.#auth.toString("base64url") },
    };
  }

  /** Decrypts a message and stores it. Throws if the signature or the encryption is invalid. */
  take(headers: IncomingHttpHeaders, body: Buffer): void {
    const { token, publicKey } = readToken(headers.authorization ?? "");
    if (headers["content-encoding"] !== "aes128gcm") throw new Error("Not in the encoding of RFC 8188");
    this.delivered.push({ token, publicKey, headers, text: this.#open(body) });
  }

  /** RFC 8291: a header with salt, record size and the sender's key, then one record. */
  #open(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    const shared = this.#keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#keys.getPublicKey(), sender]);
    const secret = derive(shared, this.#auth, info, 32);
    const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    const end = padded.lastIndexOf(2);
    if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
      throw new Error("Not the last record");
    return padded.subarray(0, end).toString("utf8");
  }
}

const derive = (from: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", from, salt, info, bytes));

/** RFC 8292: `vapid t=<JWT, ES256>, k=<public key>`. */
function readToken(authorization: string): Pick<Delivered, "token" | "publicKey"> {
  const { jwt = "", key = "" } =
    /^vapid t=(?<jwt>[\w.-]+), ?k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {};
  const [head = "", claims = "", signature = ""] = jwt.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const signer = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned || parse(head).alg !== "ES256")
    throw new Error("The token is not signed by its key with ES256");
  return { token: parse(claims), publicKey: key };
}

const parse = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());

/** Starts a fake push service. It responds 400 to invalid messages and records the error in `problems`. */
export async function startPushService(host = "127.0.0.1") {
  const browsers: FakeBrowser[] = [];
  const problems: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    const browser = browsers.find(({ endpoint }) => new URL(endpoint).pathname === request.url);
    if (!browser) return response.writeHead(410).end();
    browser.tries += 1;
    const { status } = browser.answers.shift() ?? { status: 201 };
    try {
      if (status === 201) browser.take(request.headers, body);
      response.writeHead(status).end();
    } catch (error) {
      problems.push(error);
      response.writeHead(400).end();
    }
  });
  server.listen(0, host);
  await once(server, "listening");
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    problems,
    browser(): FakeBrowser {
      const browser = new FakeBrowser(origin);
      browsers.push(browser);
      return browser;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
