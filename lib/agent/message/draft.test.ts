import { readUIMessageStream } from "ai";
import { describe, expect, test } from "vitest";
import { toChunks } from "./chunks";
import { Draft } from "./draft";
import { type Chunk, isToolPart, type Message, type Part } from "./message";

function draftOf(chunks: Chunk[]): Draft {
  const draft = new Draft();
  for (const chunk of chunks) draft.apply(chunk);
  return draft;
}

async function readBySdk(chunks: Chunk[]): Promise<Part[]> {
  const stream = new ReadableStream<Chunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(structuredClone(chunk));
      controller.close();
    },
  });
  let parts: Part[] = [];
  for await (const message of readUIMessageStream<Message>({ stream, terminateOnError: true }))
    parts = message.parts;
  return parts.map(essential);
}

/** Removes fields that only the SDK keeps: raw input, reasoning ids and settled approvals. */
function essential(part: Part): Part {
  const { rawInput: _, id, approval, ...rest } = part as Part & Record<string, unknown>;
  const open = isToolPart(part) && part.state === "approval-requested";
  return { ...rest, ...(part.type.startsWith("data-") && { id }), ...(open && { approval }) } as Part;
}

const meta = (n: number) => ({ providerMetadata: { test: { n } } });
const call = (toolCallId: string, input: unknown): Chunk => ({
  type: "tool-input-available",
  toolCallId,
  toolName: "t",
  input,
});

const stories: Record<string, Chunk[]> = {
  "text in pieces": [
    { type: "start", messageId: "m" },
    { type: "start-step" },
    { type: "text-start", id: "1", ...meta(1) },
    { type: "text-delta", id: "1", delta: "Hel" },
    { type: "text-delta", id: "1", delta: "lo \ud83d", ...meta(2) },
    { type: "text-delta", id: "1", delta: "\ude00" },
    { type: "text-end", id: "1" },
    { type: "finish-step" },
    { type: "finish", finishReason: "stop" },
  ],
  "reasoning whose signature comes with a delta, and text beside it": [
    { type: "start-step" },
    { type: "reasoning-start", id: "1" },
    { type: "text-start", id: "1" },
    { type: "reasoning-delta", id: "1", delta: "Hm." },
    { type: "text-delta", id: "1", delta: "Yes." },
    { type: "reasoning-delta", id: "1", delta: "", ...meta(3) },
    { type: "reasoning-end", id: "1" },
    { type: "text-end", id: "1", ...meta(4) },
  ],
  "unfinished text": [
    { type: "start-step" },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "Half" },
  ],
  "ids repeated in the next step": [
    { type: "start-step" },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "One" },
    { type: "text-end", id: "0" },
    { type: "finish-step" },
    { type: "start-step" },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "Two" },
    { type: "text-end", id: "0" },
  ],
  "a call with its result": [
    { type: "start-step" },
    { type: "tool-input-start", toolCallId: "c", toolName: "t" },
    { type: "tool-input-delta", toolCallId: "c", inputTextDelta: '{"a":' },
    { type: "tool-input-delta", toolCallId: "c", inputTextDelta: "1}" },
    { ...call("c", { a: 1 }), ...meta(5) } as Chunk,
    { type: "tool-output-available", toolCallId: "c", output: { b: [null] } },
  ],
  "failed calls, one of them with a string as input": [
    { type: "start-step" },
    call("c", { a: 1 }),
    call("d", "{broken"),
    { type: "tool-output-error", toolCallId: "d", errorText: "Not JSON" },
    { type: "tool-output-error", toolCallId: "c", errorText: "No" },
  ],
  "an invalid input": [
    { type: "start-step" },
    { type: "tool-input-error", toolCallId: "c", toolName: "t", input: 1, errorText: "No" },
  ],
  "a call that waits for approval": [
    { type: "start-step" },
    call("c", { a: 1 }),
    { type: "tool-approval-request", toolCallId: "c", approvalId: "c" },
  ],
  "a call approved with an edited input": [
    { type: "start-step" },
    call("c", { a: 1 }),
    { type: "tool-approval-request", toolCallId: "c", approvalId: "c" },
    call("c", { a: 2 }),
    { type: "tool-output-available", toolCallId: "c", output: 1 },
  ],
  "sources, files and notices": [
    { type: "start-step" },
    { type: "source-url", sourceId: "s", url: "https://a.example/", title: "A" },
    { type: "source-document", sourceId: "s", mediaType: "text/plain", title: "B" },
    { type: "file", mediaType: "image/png", url: "data:image/png;base64,AA==" },
    { type: "data-notice", data: { kind: "error", code: "x", message: "y" } },
    { type: "abort", reason: "stopped" },
  ],
};

describe("a draft", () => {
  test.each(Object.entries(stories))("has the same parts as the AI SDK reads: %s", async (_, chunks) => {
    expect(draftOf(chunks).parts).toEqual(await readBySdk(chunks));
  });

  test.each(Object.entries(stories))("is reproduced by its chunks: %s", (_, chunks) => {
    const { parts } = draftOf(chunks);
    const replayed = draftOf(toChunks(parts)).parts;
    const done = parts.map((part) =>
      part.type === "text" && part.state === "streaming" ? { ...part, state: "done" } : part,
    );
    expect(replayed).toEqual(done);
    expect(draftOf(toChunks(replayed)).parts).toEqual(replayed);
  });

  test.each(Object.entries(stories))("is unchanged by JSON: %s", (_, chunks) => {
    const { parts } = draftOf(chunks);
    expect(JSON.parse(JSON.stringify(parts))).toEqual(parts);
  });

  test("continues a stored message", () => {
    const stored = draftOf([...(stories["a call that waits for approval"] ?? [])]).parts;
    const draft = new Draft(structuredClone(stored));
    draft.apply({ type: "tool-output-available", toolCallId: "c", output: "done" });
    expect(draft.tool("c")).toEqual({
      type: "tool-t",
      toolCallId: "c",
      state: "output-available",
      input: { a: 1 },
      output: "done",
    });
  });
});

describe("closing", () => {
  const half: Chunk[] = [
    { type: "start-step" },
    call("old", {}),
    { type: "tool-output-available", toolCallId: "old", output: 1 },
    { type: "start-step" },
    { type: "reasoning-start", id: "r" },
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "Half" },
    { type: "tool-input-start", toolCallId: "c", toolName: "t" },
    { type: "tool-input-delta", toolCallId: "c", inputTextDelta: '{"blocks":[{"type":"mark' },
    call("d", { a: 1 }),
  ];

  test("completes all parts, and keeps incomplete inputs", async () => {
    const draft = draftOf(half);
    const closing = await draft.closing("Stopped.");
    for (const chunk of closing) draft.apply(chunk);
    expect(draft.parts.slice(3)).toMatchObject([
      { type: "reasoning", state: "done" },
      { type: "text", text: "Half", state: "done" },
      { state: "output-error", input: { blocks: [{ type: "mark" }] }, errorText: "Stopped." },
      { state: "output-error", input: { a: 1 }, errorText: "Stopped." },
    ]);
    expect(draft.tool("old")).toMatchObject({ state: "output-available" });
    expect(draft.parts).toEqual(await readBySdk([...half, ...closing]));
    expect(await draft.closing("Again.")).toEqual([]);
  });

  test("can be limited to incomplete inputs", async () => {
    const draft = draftOf(half);
    for (const chunk of await draft.closing("Cut.", ({ state }) => state === "input-streaming"))
      draft.apply(chunk);
    expect(draft.stepTools().map(({ state }) => state)).toEqual(["output-error", "input-available"]);
  });
});
