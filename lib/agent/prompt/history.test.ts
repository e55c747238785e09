import { expect, test } from "vitest";
import type { Message, Part } from "@/lib/agent/message/message";
import { toModelMessages } from "./history";

const step: Part = { type: "step-start" };
const text = (content: string): Part => ({ type: "text", text: content });
const thought = (content: string, signature = "s"): Part => ({
  type: "reasoning",
  text: content,
  providerMetadata: { anthropic: { signature } },
});
const call: Part = {
  type: "tool-get_state",
  toolCallId: "c",
  state: "output-available",
  input: {},
  output: 1,
  callProviderMetadata: { google: { thoughtSignature: "g" } },
};
const answer = (...parts: Part[]): Message => ({ id: "m", role: "assistant", parts });
const contents = async (...parts: Part[]) =>
  (await toModelMessages([answer(...parts)])).map(({ content }) =>
    typeof content === "string" ? content : content.map(({ type }) => type),
  );

test("reasoning before a call is sent back to the model with the provider's signature", async () => {
  const [message] = await toModelMessages([answer(step, thought("Hm"), call)]);
  expect(message?.content).toMatchObject([
    { type: "reasoning", text: "Hm", providerOptions: { anthropic: { signature: "s" } } },
    { type: "tool-call", providerOptions: { google: { thoughtSignature: "g" } } },
  ]);
});

test("reasoning without text is sent back too, because its signature has the content", async () => {
  expect(await contents(step, thought(""), text("Yes"))).toEqual([["reasoning", "text"]]);
});

test("reasoning is omitted if no content follows it in its step", async () => {
  expect(await contents(step, thought("a"), call, step, thought("b"))).toEqual([
    ["reasoning", "tool-call"],
    ["tool-result"],
  ]);
  expect(await contents(step, thought("a"), text("  "), step, text("On"))).toEqual([["text"]]);
  expect(await contents(step, text("Yes"), thought("b"))).toEqual([["text"]]);
});

test("converts a text file to text, and passes other files on", async () => {
  const file = (mediaType: string): Part => ({
    type: "file",
    mediaType,
    filename: "list",
    url: `data:${mediaType};base64,${Buffer.from("größe;7").toString("base64")}`,
  });
  const messages: Message[] = [{ id: "u", role: "user", parts: [file("text/csv"), file("image/png")] }];
  expect((await toModelMessages(messages))[0]?.content).toMatchObject([
    { type: "text", text: "list:\n\ngröße;7" },
    { type: "file", mediaType: "image/png" },
  ]);
});
