import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { PassThrough, pipeline, type Transform } from "node:stream";
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  createZstdCompress,
  gzipSync,
} from "node:zlib";

export type Ends = "too large" | "late" | "unreadable" | "fine";
export type Flood = { ends: Ends; send: (response: ServerResponse, socket: Socket) => void };

const ZEROS = Buffer.alloc(1_000_000);

function forEver(socket: Socket, next: () => string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(next()));
  };
  socket.on("drain", more);
  more();
}

function drip(socket: Socket, next: () => string): void {
  const timer = setInterval(() => socket.write(next()), 10);
  socket.once("close", () => clearInterval(timer));
}

const bomb =
  (encoding: string, packer: () => Transform, megabytes: number): Flood["send"] =>
  (response) => {
    const source = new PassThrough();
    response.writeHead(200, { "content-encoding": encoding });
    pipeline(source, packer(), response, () => {});
    let left = megabytes;
    const more = () => {
      while (left-- > 0 && !source.destroyed) if (!source.write(ZEROS)) return;
      source.end();
    };
    source.on("drain", more);
    more();
  };

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const packed =
  (encoding: string, body: Buffer): Flood["send"] =>
  (response) =>
    void response.writeHead(200, { "content-encoding": encoding }).end(body);
const start = "HTTP/1.1 200 OK\r\n";
const chunked = `${start}Transfer-Encoding: chunked\r\n\r\n`;
const twice = gzipSync(gzipSync(ZEROS));

export const floods = (megabytes: number): Record<string, Flood> => ({
  "a gzip bomb": { ends: "too large", send: bomb("gzip", createGzip, megabytes) },
  "an x-gzip bomb": { ends: "too large", send: bomb("X-GZIP", createGzip, megabytes) },
  "a deflate bomb": { ends: "too large", send: bomb("deflate", createDeflate, megabytes) },
  "a Brotli bomb": { ends: "too large", send: bomb("br", () => createBrotliCompress(quick), megabytes) },
  "a zstd bomb": { ends: "too large", send: bomb("zstd", createZstdCompress, megabytes) },
  "a gzip bomb inside a gzip bomb": { ends: "unreadable", send: packed("gzip, gzip", twice) },
  "a gzip bomb inside a gzip bomb, declared in two headers": {
    ends: "unreadable",
    send: (response) => void response.setHeader("content-encoding", ["gzip", "gzip"]).end(twice),
  },
  "an unsupported content encoding": { ends: "unreadable", send: packed("compress", ZEROS.subarray(0, 100)) },
  "a body without the declared compression": {
    ends: "unreadable",
    send: packed("br", Buffer.from("plain text")),
  },
  "a truncated compressed body": {
    ends: "unreadable",
    send: packed("br", brotliCompressSync(Buffer.from("text ".repeat(100))).subarray(0, 9)),
  },
  "a zstd frame with a window of 2 GB": {
    ends: "unreadable",
    send: packed("zstd", Buffer.from("28b52ffd00a8010000", "hex")),
  },
  "an endless chunked body": {
    ends: "too large",
    send: (response, socket) => {
      response.flushHeaders();
      forEver(socket, () => "3e8\r\n".concat("x".repeat(1_000), "\r\n"));
    },
  },
  "an endless body without a length": {
    ends: "too large",
    send: (_, socket) => {
      socket.write(`${start}\r\n`);
      forEver(socket, () => ZEROS);
    },
  },
  "a Content-Length out of range": {
    ends: "unreadable",
    send: (_, socket) => void socket.end(`${start}Content-Length: 99999999999999999999\r\n\r\nx`),
  },
  "a body shorter than its Content-Length": {
    ends: "unreadable",
    send: (_, socket) => void socket.end(`${start}Content-Length: 100\r\n\r\nx`),
  },
  "no response at all": { ends: "late", send: () => {} },
  "no data after the headers": { ends: "late", send: (response) => response.flushHeaders() },
  "a body sent byte by byte": {
    ends: "late",
    send: (response, socket) => {
      response.flushHeaders();
      drip(socket, () => "1\r\nx\r\n");
    },
  },
  "a header sent byte by byte": {
    ends: "late",
    send: (_, socket) => {
      socket.write(`${start}X: `);
      drip(socket, () => "x");
    },
  },
  "endless headers": {
    ends: "unreadable",
    send: (_, socket) => {
      socket.write(start);
      forEver(socket, () => `X-Header: ${"x".repeat(100)}\r\n`);
    },
  },
  "one endless header": {
    ends: "unreadable",
    send: (_, socket) => {
      socket.write(`${start}X: `);
      forEver(socket, () => "x".repeat(10_000));
    },
  },
  "endless Early Hints": {
    ends: "late",
    send: (_, socket) => forEver(socket, () => "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(100)),
  },
  "endless trailers": {
    ends: "unreadable",
    send: (_, socket) => {
      socket.write(`${chunked}1\r\nx\r\n0\r\n`);
      forEver(socket, () => `X-Trailer: ${"x".repeat(100)}\r\n`);
    },
  },
  "an endless chunk extension": {
    ends: "late",
    send: (_, socket) => {
      socket.write(`${chunked}1;`);
      forEver(socket, () => "x".repeat(10_000));
    },
  },
  "a redirect to an address of 100,000 characters": {
    ends: "unreadable",
    send: (_, socket) => void socket.end(`HTTP/1.1 302 Found\r\nLocation: /${"x".repeat(100_000)}\r\n\r\n`),
  },
  "a redirect to an address of 12,000 characters": {
    ends: "unreadable",
    send: (_, socket) => void socket.end(`HTTP/1.1 302 Found\r\nLocation: /${"x".repeat(12_000)}\r\n\r\n`),
  },
  "a redirect loop": {
    ends: "unreadable",
    send: (response) => void response.writeHead(307, { location: "/" }).end(),
  },
  "a redirect with an endless body": {
    ends: "unreadable",
    send: (response, socket) => {
      response.writeHead(302, { location: "/" }).flushHeaders();
      forEver(socket, () => "3e8\r\n".concat("x".repeat(1_000), "\r\n"));
    },
  },
  "a response of another protocol": {
    ends: "unreadable",
    send: (_, socket) => void socket.end("220 mail ESMTP\r\n"),
  },
  "an unrequested upgrade": {
    ends: "unreadable",
    send: (_, socket) =>
      void socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"),
  },
});
