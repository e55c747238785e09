import { APICallError, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { extra } from "./extra";

const refusal = (message: string, statusCode = 400) =>
  new APICallError({ message, statusCode, url: "https://api.example.com", requestBodyValues: {} });

function play(refuses: (call: number, asksForIt: boolean) => Error | undefined) {
  const asked: unknown[] = [];
  const model = new MockLanguageModelV4({
    doStream: async ({ providerOptions }) => {
      asked.push(providerOptions);
      const error = refuses(asked.length, providerOptions?.p?.more !== undefined);
      if (error) throw error;
      return { stream: new ReadableStream() };
    },
  });
  const wrapped = wrapLanguageModel({ model, middleware: extra({ p: { more: true } }, /no more/) });
  return {
    asked,
    ask: (options?: object) => wrapped.doStream({ prompt: [], providerOptions: { p: { ...options } } }),
  };
}

test("adds the option without overriding the caller's options", async () => {
  const { asked, ask } = play(() => undefined);
  await ask({ store: false });
  await ask({ more: false });
  expect(asked).toEqual([{ p: { more: true, store: false } }, { p: { more: false } }]);
});

test("repeats the call without a rejected option, and omits it in later calls", async () => {
  const { asked, ask } = play((_, asksForIt) => (asksForIt ? refusal("no more here") : undefined));
  await ask();
  await ask();
  expect(asked).toEqual([{ p: { more: true } }, { p: {} }, { p: {} }]);
});

test("keeps the option for later calls if omitting it did not help or the error has another cause", async () => {
  const { asked, ask } = play((call) =>
    call <= 2
      ? refusal("no more here")
      : call === 3
        ? refusal("other")
        : call === 4
          ? refusal("no more", 500)
          : undefined,
  );
  await expect(ask()).rejects.toThrow("no more here");
  await expect(ask()).rejects.toThrow("other");
  await expect(ask()).rejects.toThrow("no more");
  await ask();
  expect(asked).toEqual([{ p: { more: true } }, { p: {} }, ...Array(3).fill({ p: { more: true } })]);
});
