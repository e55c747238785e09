import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buildConnector } from "undici";
import { type EgressNetwork, type GuardedOptions, makeGuardedFetch } from "../guarded-fetch";
import type { RequestRecord } from "../record";

export type Dialled = { hostname: string; addresses: string[] };

/**
 * Creates a fake network. Names resolve from `names` (each lookup uses the next answer, and the last one
 * repeats), and all connections lead to a local server.
 */
export async function stage(listener: RequestListener, names: Record<string, string[][]> = {}) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const dialled: Dialled[] = [];
  const looked: string[] = [];
  const holes: string[] = [];
  const records: RequestRecord[] = [];
  const plain = buildConnector({});

  const network: EgressNetwork = {
    holes: () => holes,
    lookup: async (hostname) => {
      looked.push(hostname);
      const answers = names[hostname.toLowerCase()] ?? [["93.184.215.14"]];
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      return answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
    dial:
      ({ addresses }) =>
      (options, done) => {
        dialled.push({ hostname: options.hostname, addresses: addresses.map(({ address }) => address) });
        plain({ ...options, protocol: "http:", hostname: "127.0.0.1", port: String(port) }, done);
      },
    record: (request) => records.push(request),
  };
  const fetch = makeGuardedFetch(network);
  return {
    ways: network,
    guardedFetch: (url: string, options: Partial<GuardedOptions> = {}) =>
      fetch(url, { caller: { agentId: "a" }, ...options }),
    records,
    dialled,
    looked,
    holes,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
