import { expect, test } from "vitest";
import { toModelMessages } from "@/lib/agent/prompt/history";
import { messageTokens } from "./estimate";
import { hideImages, prepareImages, withImagesApart } from "./images";
import type { Message } from "./message";

const IMAGE = "iVBORw0KGgo".padEnd(200_000, "A");
const model = (images: boolean | null) => ({ can: { tools: true, images, reasoning: null } });

const looked = (times: number): Message[] => [
  { id: "a", role: "user", parts: [{ type: "text", text: "Look" }] },
  {
    id: "b",
    role: "assistant",
    parts: Array.from({ length: times }, (_, at) => ({
      type: "tool-browser_screenshot",
      toolCallId: `c${at}`,
      state: "output-available",
      input: {},
      output: { image: IMAGE, width: 1280, height: 800 },
    })),
  },
];

const shown = async (messages: Message[]) =>
  JSON.stringify(await toModelMessages(messages)).split(IMAGE).length - 1;

test("the model sees the newest three images, also if it is unknown whether the model supports images", async () => {
  const messages = looked(5);
  expect(prepareImages(messages, model(null))).toBe(false);
  expect(await shown(messages)).toBe(3);
  const more = [...messages, { ...looked(1)[1], id: "c" } as Message];
  expect(prepareImages(more, model(null))).toBe(true);
  expect(await shown(more)).toBe(3);
});

test("images are described to a model that cannot see them or whose provider refuses them", async () => {
  const messages = looked(2);
  prepareImages(messages, model(false));
  expect(await shown(messages)).toBe(0);
  prepareImages(messages, model(true));
  expect(await shown(messages)).toBe(2);
  expect(hideImages(messages)).toBe(true);
  prepareImages(messages, model(true));
  expect(await shown(messages)).toBe(0);
  expect(hideImages(messages)).toBe(false);
});

test("an image counts as a fixed number of tokens", () => {
  const [, answer] = looked(1);
  if (!answer) throw new Error("There is no answer");
  prepareImages([answer], model(true));
  expect(messageTokens(answer)).toBeGreaterThan(1_500);
  expect(messageTokens(answer)).toBeLessThan(1_700);
});

test("if tools can return only text, images of forms are sent as the user's and images of tools as data", () => {
  const result = (toolName: string, data: string) => ({
    ...{ type: "tool-result" as const, toolCallId: toolName, toolName },
    output: {
      type: "content" as const,
      value: [
        { type: "text" as const, text: "{}" },
        { type: "file" as const, mediaType: "image/png", data: { type: "data" as const, data } },
      ],
    },
  });
  const content = [result("render_blocks", "QQ"), result("browser_screenshot", "Qg")];
  const [, imageMessage] = withImagesApart([{ role: "tool", content }]);
  expect(imageMessage).toEqual({
    role: "user",
    content: [
      { type: "text", text: expect.stringMatching(/^\(Images that the user attached in the form/) },
      { type: "file", mediaType: "image/png", data: "QQ" },
      { type: "text", text: expect.stringContaining("from the web or from a server") },
      { type: "file", mediaType: "image/png", data: "Qg" },
    ],
  });
});
