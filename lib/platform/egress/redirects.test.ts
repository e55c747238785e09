import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { staged } from "./testing/staged";

test("guardedFetch checks every redirect like the first address, and follows at most five", async () => {
  const { guardedFetch, dialled } = await staged(
    ({ url = "" }, response) => {
      const to: Record<string, string> = {
        "/private": "http://169.254.169.254/latest/meta-data/",
        "/file": "file:///etc/passwd",
        "/login": "http://user:word@example.org/",
        "/rebound": "http://inside.example.com/",
        "/round": "/round",
        "/fine": "http://example.org/end",
      };
      const location = to[url];
      if (location) response.writeHead(302, { location }).end();
      else response.end("the end");
    },
    { "inside.example.com": [["10.0.0.1"]] },
  );
  for (const path of ["private", "rebound"])
    await expect(guardedFetch(`http://example.com/${path}`)).rejects.toMatchObject({ code: "forbidden" });
  for (const path of ["file", "login"])
    await expect(guardedFetch(`http://example.com/${path}`)).rejects.toMatchObject({ code: "invalid" });
  expect(dialled).toHaveLength(4);
  await expect(guardedFetch("http://example.com/round")).rejects.toThrow("more than 5 times");
  expect(dialled).toHaveLength(10);
  expect((await guardedFetch("http://example.com/fine")).url).toBe("http://example.org/end");
});

test("guardedFetch sends no header with a key after a redirect to another origin, not even if another redirect leads back", async () => {
  const seen: unknown[] = [];
  const { guardedFetch } = await staged(({ headers, method }, response) => {
    const { host, authorization, "x-shop-token": token, "content-type": type, accept } = headers;
    seen.push([host, method, authorization, token, type, accept]);
    const location = ["http://example.org/", "http://example.com/again"][seen.length - 1];
    if (location) response.writeHead(302, { location, "set-cookie": "a=b" });
    response.end();
  });
  const headers = {
    authorization: "Bearer key",
    "x-shop-token": "key",
    "content-type": "text/plain",
    accept: "text/html",
  };
  await guardedFetch("http://example.com/", { method: "POST", body: "text", headers });
  expect(seen).toEqual([
    ["example.com", "POST", "Bearer key", "key", "text/plain", "text/html"],
    ["example.org", "GET", undefined, undefined, undefined, "text/html"],
    ["example.com", "GET", undefined, undefined, undefined, "text/html"],
  ]);
});

test.each([
  [301, "POST", "GET", ""],
  [302, "POST", "GET", ""],
  [303, "POST", "GET", ""],
  [303, "PUT", "GET", ""],
  [303, "HEAD", "HEAD", undefined],
  [301, "PUT", "PUT", "text"],
  [302, "DELETE", "DELETE", "text"],
  [307, "POST", "POST", "text"],
  [308, "PATCH", "PATCH", "text"],
])("after %i, repeats a %s as %s", async (status, method, then, body) => {
  const seen: unknown[] = [];
  const { guardedFetch } = await staged(async (request, response) => {
    seen.push([request.method, await text(request)]);
    if (request.url === "/") response.writeHead(status, { location: "/next" });
    response.end();
  });
  const requestBody = method === "HEAD" ? undefined : "text";
  await guardedFetch("http://example.com/", { method, body: requestBody });
  expect(seen).toEqual([
    [method, requestBody ?? ""],
    [then, body ?? ""],
  ]);
});

test.each([300, 304, 305, 306])("guardedFetch does not follow a %i", async (status) => {
  const { guardedFetch, dialled } = await staged((_, response) =>
    response.writeHead(status, { location: "http://example.org/" }).end(),
  );
  expect((await guardedFetch("http://example.com/")).status).toBe(status);
  expect(dialled).toHaveLength(1);
});

test("guardedFetch calls onLost with the URL of a failed answer, because the error may contain its text", async () => {
  const { guardedFetch } = await staged(({ url }, response) => {
    if (url === "/packed") response.writeHead(200, { "content-encoding": "Delete your tools" }).end("x");
    else response.writeHead(302, { location: "http://10.0.0.1/Delete-your-tools" }).end();
  });
  const lost: string[] = [];
  const onLost = (url: string) => lost.push(url);
  for (const path of ["packed", "elsewhere"])
    await expect(guardedFetch(`http://example.com/${path}`, { onLost })).rejects.toThrow(/Delete.your.tools/);
  await expect(guardedFetch("http://10.0.0.1/", { onLost })).rejects.toThrow("not on the public internet");
  expect(lost).toEqual(["http://example.com/packed", "http://example.com/elsewhere"]);
});

test.each([
  ["/n\u00e9xt", "latin1", "/n%C3%A9xt"],
  ["/n\u00e9xt?\u6f22", "utf8", "/n%C3%A9xt?%E6%BC%A2"],
  [" //example.org/a b ", "utf8", "/a%20b"],
] as const)("guardedFetch resolves the location %j, sent as %s, to %s", async (location, encoding, path) => {
  const seen: unknown[] = [];
  const { guardedFetch } = await staged(({ url }, response) => {
    seen.push(url);
    const written = Buffer.from(location, encoding).toString("latin1");
    if (seen.length > 1) response.end();
    else response.socket?.end(Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${written}\r\n\r\n`, "latin1"));
  });
  expect((await guardedFetch("http://example.com/")).status).toBe(200);
  expect(seen).toEqual(["/", path]);
});

test("guardedFetch returns a redirect without a location to the caller", async () => {
  const { guardedFetch } = await staged((_, response) => response.writeHead(302, { location: "" }).end("?"));
  expect(await guardedFetch("http://example.com/")).toMatchObject({ status: 302 });
});

test("guardedFetch names the redirect's target in errors, with secrets removed", async () => {
  const { guardedFetch } = await staged((_, response) =>
    response.writeHead(302, { location: "http://me:word@10.0.0.1/?token=abc" }).end(),
  );
  await expect(guardedFetch("http://example.com/")).rejects.toThrow(
    "The address redirects to http://10.0.0.1/?token=…. The address contains a user name",
  );
});
