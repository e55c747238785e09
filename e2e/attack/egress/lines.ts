/** Malformed requests to the proxy. `@` is replaced by the forbidden host, `!` by the proxy credentials. */
const ODD = [
  "GET / HTTP/1.1\r\nHost: @\r\n!\r\n",
  "GET //@/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "GET @/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: @\r\n!\r\n",
  "GET http://example.com/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nHost: @\r\n!\r\n",
  "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nX-Forwarded-Host: @\r\nForwarded: host=@\r\n!\r\n",
  "GET http://example.com@@/ HTTP/1.1\r\nHost: example.com\r\n!\r\n",
  "GET http://example.com:80@@:80/ HTTP/1.1\r\nHost: example.com\r\n!\r\n",
  "GET http://@\\@example.com/ HTTP/1.1\r\nHost: example.com\r\n!\r\n",
  "GET http://@#@example.com/ HTTP/1.1\r\nHost: example.com\r\n!\r\n",
  "GET https://@/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "GET ftp://@/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "GET ws://@/ HTTP/1.1\r\nHost: @\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n!\r\n",
  "GET http://@/ HTTP/1.1\r\nHost: @\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n!\r\n",
  "GET http://@/ HTTP/1.1\r\nHost: @\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n!\r\n",
  "GET http://@/ HTTP/1.0\r\n!\r\n",
  "GET http://@/\r\n!\r\n",
  "get http://@/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  " GET http://@/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "GET  http://@/  HTTP/1.1\r\nHost: @\r\n!\r\n",
  "GET http://example.com/ http://@/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "TRACE http://@/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "CONNECT @ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "CONNECT @:443 HTTP/1.1\r\nHost: example.com:443\r\n!\r\n",
  "CONNECT @:443/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "CONNECT http://@:80/ HTTP/1.1\r\nHost: @\r\n!\r\n",
  "CONNECT //@:80 HTTP/1.1\r\nHost: @\r\n!\r\n",
  "CONNECT example.com:443@@:80 HTTP/1.1\r\nHost: example.com:443\r\n!\r\n",
  "CONNECT example.com@@:80 HTTP/1.1\r\nHost: example.com:443\r\n!\r\n",
  "CONNECT @:80#@example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n!\r\n",
  "CONNECT @:80?example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n!\r\n",
  "CONNECT example.com:443\\@@:80 HTTP/1.1\r\nHost: example.com:443\r\n!\r\n",
  "CONNECT @:0443 HTTP/1.1\r\nHost: @\r\n!\r\n",
  "CONNECT @:65979 HTTP/1.1\r\nHost: @\r\n!\r\n",
  "CONNECT @:+80 HTTP/1.1\r\nHost: @\r\n!\r\n",
  "CONNECT @%3a80:80 HTTP/1.1\r\nHost: @\r\n!\r\n",
  "CONNECT :80 HTTP/1.1\r\nHost: @\r\n!\r\n",
  "CONNECT @:443 HTTP/1.1\r\nHost: @\r\nContent-Length: 5\r\n!\r\nhello",
];

export const oddRequests = (host: string, credentials: string): string[] =>
  ODD.map((text) =>
    text
      .replaceAll("@@", `\0${host}`)
      .replaceAll(/(?<!\\|#)@/g, host)
      .replaceAll("\0", "@")
      .replaceAll("!", credentials),
  );

const SECOND = "GET http://127.0.0.1/smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
const INNER = "GET /smuggled HTTP/1.1\r\nHost: example.com\r\n\r\n";

/** Requests that an intermediary could read as two (request smuggling). */
const TWO_IN_ONE = [
  `GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n!\r\n${SECOND}`,
  `GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: 0\r\nContent-Length: ${INNER.length}\r\n!\r\n${INNER}`,
  `GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: ${INNER.length}\r\nConnection: Content-Length\r\n!\r\n${INNER}`,
  `GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: chunked\r\n!\r\n${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`,
  `DELETE http://example.com/ HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: chunked\r\n!\r\n${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`,
  `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n!\r\n0\r\n\r\n${INNER}`,
  `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: identity, chunked\r\n!\r\n0\r\n\r\n${INNER}`,
  `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: xchunked\r\n!\r\n0\r\n\r\n${INNER}`,
  `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding : chunked\r\nContent-Length: 5\r\n!\r\n0\r\n\r\n${INNER}`,
  `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding:\x0bchunked\r\nContent-Length: 5\r\n!\r\n0\r\n\r\n${INNER}`,
  `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n!\r\n0\r\n\r\n${INNER}`,
  `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nConnection: Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n!\r\n${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`,
  `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: ${INNER.length}\r\n!\r\n${INNER}`,
  `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nX: a\r\n Content-Length: 0\r\n!\r\n${INNER}`,
  `POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nX: a\nTransfer-Encoding: chunked\r\n!\r\n0\r\n\r\n${INNER}`,
  `GET http://example.com/%0d%0aX:%20y HTTP/1.1\r\nHost: example.com\r\n!\r\n`,
  `GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nExpect: 100-continue\r\n!\r\n${SECOND}`,
  `HEAD http://example.com/ HTTP/1.1\r\nHost: example.com\r\n!\r\n${SECOND}${SECOND}`,
];

export const smuggling = (credentials: string): string[] =>
  TWO_IN_ONE.map((text) => text.replaceAll("!", credentials));
