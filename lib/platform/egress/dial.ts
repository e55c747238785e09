import type { Socket } from "node:net";
import { buildConnector } from "undici";
import type { EgressTarget } from "./target";

export type Dial = (target: EgressTarget) => buildConnector.connector;

const CONNECT_MS = 8_000;

/**
 * Connects only to the checked addresses; the name is not resolved again. The name is still used for the Host
 * header, SNI and the certificate check.
 */
export const dial: Dial = ({ addresses }) => {
  const connect = buildConnector({
    timeout: CONNECT_MS,
    allowH2: false,
    maxCachedSessions: 0,
    autoSelectFamily: true,
    lookup: (_hostname, { all }, done) => {
      const [first] = addresses;
      if (all) done(null, [...addresses]);
      else done(null, first?.address ?? "", first?.family);
    },
  });
  return (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error) done(error, null);
      else if (isOneOf(socket, addresses)) done(null, socket);
      else done(new Error("The connection leads to an address that was not checked"), null);
    });
};

function isOneOf(socket: Socket, addresses: EgressTarget["addresses"]): boolean {
  const isChecked = addresses.some(({ address }) => address === socket.remoteAddress);
  if (!isChecked) socket.destroy();
  return isChecked;
}
