import { once } from "node:events";
import type { Server } from "node:http";
import { AppError } from "../../lib/shared/errors.ts";

/**
 * Listens and returns the port, also if `port` is 0. Throws an AppError that explains why the address is
 * unavailable.
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, host, port);
  }
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): AppError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use: end what listens there, or choose another one, such as PORT=${port === 65_535 ? port - 1 : port + 1}.`,
    EACCES: `Port ${port} may not be taken by this user: choose one above 1023, such as PORT=3000.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is no address of this machine: leave it at 127.0.0.1, or use 0.0.0.0.`,
    ENOTFOUND: `HOST is ${host}, a name that leads nowhere: leave it at 127.0.0.1, or use 0.0.0.0.`,
  };
  const reason = reasons[error.code ?? ""] ?? `Listening on ${host}:${port} failed: ${error.message}.`;
  return new AppError("unavailable", reason, { cause: error });
}
