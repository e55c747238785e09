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
    EADDRINUSE: `Port ${port} is in use: stop the program that uses it, or choose another port, such as PORT=${port === 65_535 ? port - 1 : port + 1}.`,
    EACCES: `Port ${port} needs more rights than this user has: choose a port above 1023, such as PORT=3000.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is not an address of this machine: use 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `HOST is ${host}, a name that cannot be resolved: use 127.0.0.1 or 0.0.0.0.`,
  };
  const reason = reasons[error.code ?? ""] ?? `Listening on ${host}:${port} failed: ${error.message}.`;
  return new AppError("unavailable", reason, { cause: error });
}
