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
  "a bomb of gzip": { ends: "too large", send: bomb("gzip", createGzip, megabytes) },
  "a bomb of x-gzip": { ends: "too large", send: bomb("X-GZIP", createGzip, megabytes) },
  "a bomb of deflate": { ends: "too large", send: bomb("deflate", createDeflate, megabytes) },
  "a bomb of br": { ends: "too large", send: bomb("br", () => createBrotliCompress(quick), megabytes) },
  "a bomb of zstd": { ends: "too large", send: bomb("zstd", createZstdCompress, megabytes) },
  "a bomb in a bomb": { ends: "unreadable", send: packed("gzip, gzip", twice) },
  "a bomb in a bomb, said in two headers": {
    ends: "unreadable",
    send: (response) => void response.setHeader("content-encoding", ["gzip", "gzip"]).end(twice),
  },
  "another way of packing": { ends: "unreadable", send: packed("compress", ZEROS.subarray(0, 100)) },
  "a body that is not compressed as declared": {
    ends: "unreadable",
    send: packed("br", Buffer.from("plain text")),
  },
  "a packed body that breaks off": {
    ends: "unreadable",
    send: packed("br", brotliCompressSync(Buffer.from("text ".repeat(100))).subarray(0, 9)),
  },
  "a zstd window of 2 GB": {
    ends: "unreadable",
    send: packed("zstd", Buffer.from("28b52ffd00a8010000", "hex")),
  },
  "a body without end": {
    ends: "too large",
    send: (response, socket) => {
      response.flushHeaders();
      forEver(socket, () => "3e8\r\n".concat("x".repeat(1_000), "\r\n"));
    },
  },
  "a body until the connection ends, which it does not": {
    ends: "too large",
    send: (_, socket) => {
      socket.write(`${start}\r\n`);
      forEver(socket, () => ZEROS);
    },
  },
  "a length beyond all numbers": {
    ends: "unreadable",
    send: (_, socket) => void socket.end(`${start}Content-Length: 99999999999999999999\r\n\r\nx`),
  },
  "a body that is shorter than it says": {
    ends: "unreadable",
    send: (_, socket) => void socket.end(`${start}Content-Length: 100\r\n\r\nx`),
  },
  silence: { ends: "late", send: () => {} },
  "silence after the headers": { ends: "late", send: (response) => response.flushHeaders() },
  "a byte of the body now and then": {
    ends: "late",
    send: (response, socket) => {
      response.flushHeaders();
      drip(socket, () => "1\r\nx\r\n");
    },
  },
  "a byte of a header now and then": {
    ends: "late",
    send: (_, socket) => {
      socket.write(`${start}X: `);
      drip(socket, () => "x");
    },
  },
  "headers without end": {
    ends: "unreadable",
    send: (_, socket) => {
      socket.write(start);
      forEver(socket, () => `X-Header: ${"x".repeat(100)}\r\n`);
    },
  },
  "one header without end": {
    ends: "unreadable",
    send: (_, socket) => {
      socket.write(`${start}X: `);
      forEver(socket, () => "x".repeat(10_000));
    },
  },
  "hints without end": {
    ends: "late",
    send: (_, socket) => forEver(socket, () => "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(100)),
  },
  "trailers without end": {
    ends: "unreadable",
    send: (_, socket) => {
      socket.write(`${chunked}1\r\nx\r\n0\r\n`);
      forEver(socket, () => `X-Trailer: ${"x".repeat(100)}\r\n`);
    },
  },
  "a chunk's extension without end": {
    ends: "late",
    send: (_, socket) => {
      socket.write(`${chunked}1;`);
      forEver(socket, () => "x".repeat(10_000));
    },
  },
  "a redirect to an address without end": {
    ends: "unreadable",
    send: (_, socket) => void socket.end(`HTTP/1.1 302 Found\r\nLocation: /${"x".repeat(100_000)}\r\n\r\n`),
  },
  "a redirect to an address that is too long": {
    ends: "unreadable",
    send: (_, socket) => void socket.end(`HTTP/1.1 302 Found\r\nLocation: /${"x".repeat(12_000)}\r\n\r\n`),
  },
  "a redirect in a circle": {
    ends: "unreadable",
    send: (response) => void response.writeHead(307, { location: "/" }).end(),
  },
  "a redirect with a body without end": {
    ends: "unreadable",
    send: (response, socket) => {
      response.writeHead(302, { location: "/" }).flushHeaders();
      forEver(socket, () => "3e8\r\n".concat("x".repeat(1_000), "\r\n"));
    },
  },
  "another protocol": { ends: "unreadable", send: (_, socket) => void socket.end("220 mail ESMTP\r\n") },
  "an unrequested upgrade": {
    ends: "unreadable",
    send: (_, socket) =>
      void socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"),
  },
});
