import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { proxied } from "@/lib/platform/egress/testing/proxy";
import { privateAddress, publicAddress } from "./addresses";
import { hostileHost, hostileUrl } from "./classes";
import { oddRequests, smuggling } from "./lines";
import { network, plainly } from "./network";
import { isPublic } from "./oracle";
import { MAX_TIMEOUT, runs } from "./runs";

const RUNS = runs(150, 10_000);
/** Timeout for finite responses, long enough for a busy machine. */
const PATIENT_MS = 10_000;

let close = async () => {};
afterEach(() => close());

type ProxiedRequest = { connection: number; host: string | undefined; url: string | undefined };

async function opened(names?: Parameters<typeof network>[1], patienceMs?: number) {
  const received: ProxiedRequest[] = [];
  const net = await network((request, response) => {
    const { remotePort: connection = 0 } = request.socket;
    received.push({ connection, host: request.headers.host, url: request.url });
    response.end("reached");
  }, names);
  const proxy = await proxied(net.ways, { connecting: plainly, patienceMs });
  close = async () => {
    await proxy.close();
    await net.close();
  };
  return { ...net, ...proxy, arrivals: received };
}

const onLine = (text: string) =>
  Buffer.from(text)
    .toString("latin1")
    .replace(/[\s\0]/g, "");

describe("the proxy dials no private address", () => {
  test("by plain requests", MAX_TIMEOUT, async () => {
    const { raw, credentials, wrong } = await opened();
    await fc.assert(
      fc.asyncProperty(hostileUrl, async (url) => {
        await raw(`GET ${onLine(url)} HTTP/1.1\r\nHost: example.com\r\n${credentials}\r\n`);
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
  });

  test("by tunnels", MAX_TIMEOUT, async () => {
    const { tunnel, wrong } = await opened();
    const port = fc.oneof(fc.constantFrom(80, 443, 8080, 22, 25, 0, 65_536), fc.nat(70_000));
    await fc.assert(
      fc.asyncProperty(hostileHost, port, async (host, port) => {
        const answer = await tunnel(`${onLine(host)}:${port}`, "GET / HTTP/1.1\r\n\r\n");
        expect(answer).toMatch(/^HTTP\/1.1 4\d\d |^$/);
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
  });

  test("by ports of other protocols, for any host", MAX_TIMEOUT, async () => {
    const { tunnel, get, attempts } = await opened(undefined, PATIENT_MS);
    const port = fc.oneof(fc.nat(1_023), fc.constantFrom(2049, 5060, 6000, 6666, 6667, 6697, 10_080));
    await fc.assert(
      fc.asyncProperty(port, async (port) => {
        fc.pre(port !== 80 && port !== 443);
        expect(await tunnel(`example.com:${port}`, "QUIT\r\n\r\n")).toMatch(/^HTTP\/1.1 4\d\d /);
        expect(await get(`http://example.com:${port}/`)).toMatch(/^HTTP\/1.1 4\d\d /);
        expect(attempts).toEqual([]);
      }),
      RUNS,
    );
  });

  test("by malformed requests, for any host", MAX_TIMEOUT, async () => {
    const { raw, credentials, wrong, arrivals: received } = await opened();
    const hosts = isWhole ? fc.sample(hostileHost, 60).map(onLine) : ["127.0.0.1", "[::1]", "0x7f.1"];
    for (const host of hosts) {
      for (const request of oddRequests(host, credentials)) {
        await raw(request);
        expect(wrong, request).toEqual([]);
        const named = received.map((each) => each.host);
        expect(
          named.filter((name) => name !== "example.com" && name !== undefined),
          request,
        ).toEqual([]);
      }
    }
  });

  test("by random bytes", MAX_TIMEOUT, async () => {
    const { raw, credentials, wrong } = await opened(undefined, 100);
    const piece = fc.constantFrom(
      ...[
        "GET ",
        "CONNECT ",
        "POST ",
        "http://",
        "127.0.0.1",
        "[::1]",
        ":443",
        ":80",
        "/",
        "@",
        " HTTP/1.1\r\n",
      ],
      ...[
        "Host: ",
        "\r\n",
        "\r\n\r\n",
        credentials,
        "Content-Length: 3\r\n",
        "Transfer-Encoding: chunked\r\n",
        "0",
      ],
    );
    const bytes = fc.array(fc.oneof({ weight: 5, arbitrary: piece }, fc.string()), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(bytes, async (pieces) => {
        await raw(`${onLine("")}${pieces.join("")}\r\n\r\n`);
        expect(wrong).toEqual([]);
      }),
      runs(50, 1_500),
    );
  });

  test("by names with arbitrary answers that change at each lookup", MAX_TIMEOUT, async () => {
    let answers: string[][] = [];
    const { tunnel, get, wrong, attempts, looked } = await opened(
      () => (answers.length > 1 ? answers.shift() : answers[0]) ?? [],
      PATIENT_MS,
    );
    const answer = fc.array(fc.oneof(privateAddress, publicAddress), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (dnsAnswers, isTunnel) => {
          answers = [...dnsAnswers];
          [attempts.length, looked.length] = [0, 0];
          const isFine = dnsAnswers[0]?.length !== 0 && dnsAnswers[0]?.every(isPublic);
          const through = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
          const got = await (isTunnel
            ? tunnel("rebinds.example.com:443", through)
            : get("http://rebinds.example.com/"));
          expect(looked).toEqual(["rebinds.example.com"]);
          expect(wrong).toEqual([]);
          expect(attempts.map(({ addresses }) => addresses)).toEqual(isFine ? [dnsAnswers[0]] : []);
          expect(got.endsWith("reached")).toBe(isFine);
        },
      ),
      RUNS,
    );
  });
});

test("the proxy prevents request smuggling", MAX_TIMEOUT, async () => {
  const { raw, credentials, wrong, arrivals: received, attempts } = await opened();
  for (const request of smuggling(credentials)) {
    await raw(request);
    expect(wrong, request).toEqual([]);
    expect(
      received.filter(({ url }) => url?.includes("smuggled")),
      request,
    ).toEqual([]);
    expect(new Set(received.map(({ connection }) => connection)).size, request).toBe(received.length);
    expect(attempts.length).toBeLessThanOrEqual(1);
    [received.length, attempts.length] = [0, 0];
  }
});

test("the proxy checks a second request on the same connection separately", MAX_TIMEOUT, async () => {
  const {
    raw,
    credentials,
    arrivals: received,
    wrong,
  } = await opened((name) => (name === "example.com" ? ["93.184.215.14"] : ["10.0.0.1"]));
  const request = (host: string) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n${credentials}\r\n`;
  await raw(request("example.com") + request("inside.example.com") + request("example.com"));
  expect(wrong).toEqual([]);
  expect(received.length).toBeLessThanOrEqual(1);
});
