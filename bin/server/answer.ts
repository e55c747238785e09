import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { AppError, type ErrorCode } from "../../lib/shared/errors.ts";

export function answer(response: ServerResponse, code: ErrorCode, message: string): void {
  const error = new AppError(code, message);
  const body = JSON.stringify(error.toBody());
  response.writeHead(error.status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    ...(code === "unavailable" && { "retry-after": "1", refresh: "1" }),
  });
  response.end(body);
}

/** Like `answer`, but for a socket whose request could not be parsed. */
export function answerRaw(socket: Duplex, status: string, code: ErrorCode, message: string): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(new AppError(code, message).toBody());
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
  socket.end(head + body);
}
