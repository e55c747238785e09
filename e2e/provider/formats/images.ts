import type { ServerResponse } from "node:http";
import type { Incoming, Refusal, Sink } from "../format.ts";
import { image } from "../image.ts";
import type { Usage } from "../turn.ts";
import { json } from "./collected.ts";

type Answer = {
  body(images: string[], usage: Usage): unknown;
  refuse(response: ServerResponse, refusal: Refusal): void;
};

/**
 * Responds with an image in base64. A turn's `raw` replaces it: `none` returns no image, an http URL is
 * returned as it is.
 */
export function pictured(response: ServerResponse, { messages }: Incoming, { body, refuse }: Answer): Sink {
  let images = [image(messages.map(({ text }) => text).join("\n")).toString("base64")];
  return {
    write(delta) {
      if (delta.type === "raw") images = delta.data === "none" ? [] : [delta.data];
      return true;
    },
    error: (message, code) => refuse(response, { status: 500, message, code }),
    finish: (_, usage) => json(response, 200, body(images, usage)),
  };
}
