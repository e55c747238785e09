import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buildConnector } from "undici";
import { makeEgress } from "../egress-fetch";

export type Dialled = { hostname: string; addresses: string[] };

/**
 * Egress whose names are looked up in `names` (each look-up takes the next answer, the last one stays) and whose
 * connections all end at a server of this machine, whatever the address was.
 */
export async function stage(listener: RequestListener, names: Record<string, string[][]> = {}) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const dialled: Dialled[] = [];
  const looked: string[] = [];
  const holes: string[] = [];
  const plain = buildConnector({});

  const egressFetch = makeEgress({
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
  });
  return {
    egressFetch,
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
