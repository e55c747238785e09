import { expect, test } from "vitest";
import { makeGuardedStream } from "./guarded-stream";
import { caller, staged } from "./testing/staged";

test("guardedStream streams an answer, and records it at its end", async () => {
  const more = Promise.withResolvers<void>();
  const { ways, records } = await staged(async (_, response) => {
    response.write("first");
    await more.promise;
    response.end("second");
  });
  const answer = await makeGuardedStream(ways)("http://example.com:8080/", { caller });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader?.read()).toMatchObject({ value: "first" });
  expect(records).toEqual([]);
  more.resolve();
  expect(await reader?.read()).toMatchObject({ value: "second" });
  expect(await reader?.read()).toMatchObject({ done: true });
  expect(records).toMatchObject([{ verdict: "allowed", status: 200 }]);
});

test("guardedStream rejects non-public addresses, and does not follow redirects", async () => {
  const { ways, dialled } = await staged((_, response) => {
    response.writeHead(302, { location: "http://127.0.0.1/" }).end();
  });
  const stream = makeGuardedStream(ways);
  await expect(stream("http://127.0.0.1:9/", { caller })).rejects.toMatchObject({ code: "forbidden" });
  expect(dialled).toEqual([]);
  const answer = await stream("http://example.com:8080/", { caller });
  expect([answer.status, dialled.length]).toEqual([302, 1]);
  await answer.body?.cancel();
});

test("guardedStream closes the connection on abort, also during the answer", async () => {
  const closed = Promise.withResolvers<void>();
  const { ways, records } = await staged((request, response) => {
    request.socket.on("close", () => closed.resolve());
    response.write("begun");
  });
  const stop = new AbortController();
  const answer = await makeGuardedStream(ways)("http://example.com:8080/", { caller, signal: stop.signal });
  const reader = answer.body?.getReader();
  await reader?.read();
  stop.abort(new Error("stopped"));
  await expect(reader?.read()).rejects.toThrow();
  await closed.promise;
  expect(records).toHaveLength(1);
});
