import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type GuardedOptions, makeGuardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { anyRange, privateAddress, publicAddress } from "./egress/addresses";
import { CLASSES, hostileUrl } from "./egress/classes";
import { network, SITE } from "./egress/network";
import { isPublic, isWithin } from "./egress/oracle";
import { MAX_TIMEOUT, runs } from "./egress/runs";

const RUNS = runs(300, 20_000);
const caller = { agentId: "attacker" };

let close = async () => {};
afterEach(() => close());

async function opened(...args: Parameters<typeof network>) {
  const net = await network(...args);
  close = net.close;
  const fetch = makeGuardedFetch(net.ways);
  const attempt = (url: string, options: Partial<GuardedOptions> = {}) =>
    fetch(url, { caller, timeoutMs: 2_000, ...options }).catch(() => null);
  return { ...net, attempt };
}

describe("guardedFetch dials no private address", () => {
  test.for(Object.entries(CLASSES))("%s", MAX_TIMEOUT, async ([, urls]) => {
    const { attempt, wrong } = await opened((_, response) => response.end("reached"));
    await fc.assert(
      fc.asyncProperty(urls, async (url) => {
        await attempt(url);
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
  });

  test("by redirects of every status, direct and chained, to any kind of address", MAX_TIMEOUT, async () => {
    const queue: { status: number; location: string }[] = [];
    const { attempt, wrong, attempts } = await opened((_, response) => {
      const { status = 200, location = "" } = queue.shift() ?? {};
      if (status === 200) response.end("reached");
      else response.writeHead(status, { location }).end();
    });
    const status = fc.integer({ min: 300, max: 308 });
    const harmless = fc.constantFrom(
      "/again",
      "//example.org/",
      "https:example.com",
      "http://example.net/?a",
    );
    const locations = fc.tuple(
      fc.array(harmless, { maxLength: 3 }),
      fc.oneof(hostileUrl, hostileUrl.map(relative)),
    );
    await fc.assert(
      fc.asyncProperty(fc.tuple(locations, status), async ([[first, last], status]) => {
        queue.length = 0;
        queue.push(...[...first, inHeader(last)].map((location) => ({ status, location })));
        await attempt("http://example.com/start", { method: "POST", body: "a=b" });
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
    expect(attempts.length).toBeGreaterThan(RUNS.numRuns);
  });

  test("by names with arbitrary answers that change at each lookup", MAX_TIMEOUT, async () => {
    let answers: string[][] = [];
    const { attempt, wrong, attempts, looked } = await opened(
      (_, response) => response.end("reached"),
      () => (answers.length > 1 ? answers.shift() : answers[0]) ?? [],
    );
    const answer = fc.array(fc.oneof(privateAddress, publicAddress), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), async (dnsAnswers) => {
        answers = [...dnsAnswers];
        [attempts.length, looked.length] = [0, 0];
        const isFine = dnsAnswers[0]?.length !== 0 && dnsAnswers[0]?.every(isPublic);
        const got = await attempt("http://rebinds.example.com/");
        expect(looked).toEqual(["rebinds.example.com"]);
        expect(wrong).toEqual([]);
        expect(attempts.map(({ addresses }) => addresses)).toEqual(isFine ? [dnsAnswers[0]] : []);
        expect(got?.status).toBe(isFine ? 200 : undefined);
      }),
      RUNS,
    );
  });

  test("and no port of another protocol, but every other port", MAX_TIMEOUT, async () => {
    const { attempt, attempts } = await opened((_, response) => response.end("reached"));
    const bad = [
      1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
      6697, 10_080,
    ];
    const port = fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom(...bad), fc.nat(1_100));
    await fc.assert(
      fc.asyncProperty(port, async (port) => {
        attempts.length = 0;
        await attempt(`http://example.com:${port}/`);
        const isOpen = port === 80 || port === 443 || (port > 1023 && !bad.includes(port));
        if (isOpen || port < 1024) expect(attempts.length).toBe(isOpen ? 1 : 0);
      }),
      RUNS,
    );
  });
});

test("guardedFetch dials every public address, by number and by name", MAX_TIMEOUT, async () => {
  let answer = SITE;
  const { attempt } = await opened(
    (_, response) => response.end("reached"),
    () => [answer],
  );
  await fc.assert(
    fc.asyncProperty(publicAddress, async (address) => {
      answer = address;
      const byNumber = await attempt(`http://${address.includes(":") ? `[${address}]` : address}/`);
      const byName = await attempt("http://example.com:8080/");
      expect([byNumber?.status, byName?.status], address).toEqual([200, 200]);
    }),
    { ...RUNS, numRuns: RUNS.numRuns / 4 },
  );
});

test("guardedFetch dials an allowed range, but no other private address", MAX_TIMEOUT, async () => {
  let answer = SITE;
  let range = "";
  const { ways, attempts } = await opened(
    (_, response) => response.end("reached"),
    () => [answer],
  );
  const fetch = makeGuardedFetch({ ...ways, holes: () => [range] });
  const near = anyRange.chain(({ cidr, within }) =>
    fc.tuple(fc.constant(cidr), fc.oneof(within, privateAddress)),
  );
  await fc.assert(
    fc.asyncProperty(near, async ([cidr, address]) => {
      [range, answer, attempts.length] = [cidr, address, 0];
      await fetch("http://home.example.com/", { caller, timeoutMs: 2_000 }).catch(() => null);
      const isFine = isPublic(address) || isWithin(address, cidr);
      expect(attempts.map(({ addresses }) => addresses)).toEqual(isFine ? [[address]] : []);
    }),
    RUNS,
  );
});

const relative = (url: string) => url.replace(/^\s*[a-z]+:/i, "");

/** Removes characters that a server cannot send in a header. */
const inHeader = (location: string) =>
  Buffer.from(location)
    .toString("latin1")
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, "")
    .trim() || "/";
