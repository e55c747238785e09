import { expect, test } from "vitest";
import { type Fetch, fetchArgs, fetching } from "./fetch";

test("fetching passes the caller on and reports the final address of each response", async () => {
  const callers: unknown[] = [];
  const read: string[] = [];
  const fetch: Fetch = async (url, { caller }) => {
    callers.push(caller);
    if (String(url).endsWith("/refused")) throw new Error("refused");
    return {
      status: 200,
      headers: new Headers(),
      url: "http://b.example/",
      bytes: new Uint8Array(),
      isCut: false,
    };
  };
  const caller = { agentId: "a", conversationId: "c", toolCallId: "t", tool: "weather" };
  const ask = fetching({ caller, onRead: (url) => read.push(url), fetch });
  await ask(fetchArgs.parse(["http://a.example/", {}]));
  await expect(ask(fetchArgs.parse(["http://a.example/refused", {}]))).rejects.toThrow("refused");
  expect(callers).toEqual([caller, caller]);
  expect(read).toEqual(["http://b.example/"]);
});

test("fetching rejects a request as unavailable if its code has ended", async () => {
  const over = new AbortController();
  const fetch: Fetch = async () => Promise.reject(over.signal.reason);
  const ask = fetching({ caller: { agentId: "a" }, signal: over.signal, fetch });
  over.abort();
  await expect(ask(fetchArgs.parse(["http://a.example/", {}]))).rejects.toMatchObject({
    code: "unavailable",
  });
});
