import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A fake messaging service on loopback. The test plays its users. */
export abstract class FakeService {
  url = "";
  private readonly server = createServer((request, response) => void this.answer(request, response));

  protected abstract answer(request: IncomingMessage, response: ServerResponse): Promise<unknown>;

  protected async listen(): Promise<this> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}

export const bodyOf = async (request: IncomingMessage): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(request));

export const formOf = (request: IncomingMessage, body: Buffer): Promise<FormData> =>
  new Response(new Uint8Array(body), {
    headers: { "content-type": request.headers["content-type"] ?? "" },
  }).formData();

export const replyJson = (response: ServerResponse, status: number, value: object): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
