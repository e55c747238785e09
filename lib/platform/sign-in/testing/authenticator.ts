import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };
/** Deviations of an attacker or a broken device. */
type Differences = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  userHandle?: string;
  counter?: number;
};

/** A passkey in software, for tests of the routes without a browser. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #user = "";
  #counter = 0;

  create(options: Options, differences: Differences = {}) {
    this.#user = options.user?.id ?? "";
    const data = this.#data(differences.rpId ?? options.rp?.id ?? "", differences, this.#attested());
    const attestation = map([
      [text("fmt"), text("none")],
      [text("attStmt"), map([])],
      [text("authData"), bytes(data)],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData("webauthn.create", options, differences).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  get(options: Options, differences: Differences = {}) {
    this.#counter = differences.counter ?? this.#counter + 1;
    const data = this.#data(differences.rpId ?? options.rpId ?? "", differences);
    const client = clientData("webauthn.get", options, differences);
    const signed = Buffer.concat([data, sha256(client)]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
        userHandle: differences.userHandle ?? this.#user,
      },
    };
  }

  #named() {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {} };
  }

  #data(rpId: string, { isVerified = true }: Differences, attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counter, attested]);
  }

  #attested(): Buffer {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    return Buffer.concat([Buffer.alloc(16), length, this.id, coseKey(this.#keys.publicKey)]);
  }
}

const clientData = (type: string, options: Options, { origin, challenge }: Differences): Buffer =>
  Buffer.from(
    JSON.stringify({
      ...{ type, challenge: challenge ?? options.challenge, crossOrigin: false },
      origin: origin ?? "http://localhost:3000",
    }),
  );

const sha256 = (data: Buffer): Buffer => createHash("sha256").update(data).digest();

/** ES256 on P-256, as RFC 9053 encodes it. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return map([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), bytes(Buffer.from(x, "base64url"))],
    [Buffer.from([0x22]), bytes(Buffer.from(y, "base64url"))],
  ]);
}

/** CBOR (RFC 8949), as much as the messages above need. */
const map = (pairs: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([Buffer.from([0xa0 + pairs.length]), ...pairs.flat()]);
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff]),
    value,
  ]);
