import { useChat } from "@ai-sdk/react";
import { renderHook, waitFor } from "@testing-library/react";
import type { UIMessageChunk } from "ai";
import { expect, it } from "vitest";
import { assistant, ID, textChunks, user } from "./fake-server";
import { initialState } from "./state";
import { Store } from "./store";
import { chatOf } from "./thread-chat";

const shows = (store: Store) => renderHook(() => useChat({ chat: chatOf(store) })).result;

function opened() {
  const store = new Store(initialState(ID, null));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const end = new AbortController();
  const write = (...chunks: UIMessageChunk[]) =>
    Promise.all(
      chunks.map((chunk) => writer.write(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`))),
    );
  const follow = () =>
    chatOf(store).follow(readable, {
      shown: undefined,
      signal: end.signal,
      onMessage: (live) => store.set({ live }),
    });
  return { store, writer, end, write, follow };
}

it("the chat provides the thread of the store and the status of its stream", async () => {
  const { store, writer, write, follow } = opened();
  const { snapshot } = store.state;
  store.set({ snapshot: { ...snapshot, messages: [user("u", "Hello")] } });
  const thread = shows(store);
  expect(thread.current).toMatchObject({ status: "ready", messages: [{ id: "u" }] });

  const following = follow();
  await write(...textChunks("a", "Good "));
  await waitFor(() => expect(thread.current.messages.at(-1)).toMatchObject({ id: "a" }));
  expect(thread.current).toMatchObject({ status: "streaming", messages: [{ id: "u" }, { id: "a" }] });

  await write({ type: "text-delta", id: "t", delta: "day" }, { type: "finish" });
  await writer.close();
  expect(await following).toBe(true);
  await waitFor(() => expect(thread.current.status).toBe("ready"));
  expect(thread.current.messages.at(-1)?.parts.at(-1)).toMatchObject({ text: "Good day" });

  const messages = [user("u", "Hello"), assistant("a", "Good day")];
  store.set({ snapshot: { ...snapshot, messages }, live: undefined });
  await waitFor(() => expect(thread.current.messages).toEqual(messages));
});

it("the text of a broken stream stays, and the message is read again from its first chunk", async () => {
  const { store, writer, write, follow } = opened();
  const thread = shows(store);
  const following = follow();
  await write(...textChunks("a", "Half"));
  await waitFor(() => expect(thread.current.messages).toHaveLength(1));
  await writer.abort(new TypeError("network error")).catch(() => {});
  expect(await following).toBe(false);
  await waitFor(() => expect(thread.current.status).toBe("error"));
  expect(thread.current.messages.at(-1)?.parts.at(-1)).toMatchObject({ text: "Half" });

  const reading = chatOf(store).follow(streamOf("Half", " and half"), {
    shown: store.state.live,
    signal: new AbortController().signal,
    onMessage: (live) => store.set({ live }),
  });
  expect(await reading).toBe(true);
  await waitFor(() =>
    expect(thread.current.messages).toMatchObject([{ parts: [{ type: "text", text: "Half and half" }] }]),
  );
});

function streamOf(...deltas: string[]): ReadableStream<Uint8Array> {
  const chunks: UIMessageChunk[] = [...textChunks("a", ...deltas), { type: "finish" }];
  return new Response(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")).body as never;
}
