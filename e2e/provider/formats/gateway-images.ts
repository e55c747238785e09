import { z } from "zod";
import { type Format, type Incoming, Refused } from "../format.ts";
import { refuse } from "./gateway.ts";
import { pictured } from "./images.ts";

const request = z.looseObject({ prompt: z.string().min(1), n: z.int() });

export const gatewayImages: Format = {
  takes: (path) => path === "/v4/ai/image-model",

  read({ body, headers }): Incoming {
    const { prompt } = request.parse(body);
    const model = headers["ai-model-id"];
    if (typeof model !== "string") throw new Refused("The header ai-model-id is missing");
    return { model, stream: false, wants: {}, messages: [{ role: "user", text: prompt }] };
  },

  open: (wire, incoming) =>
    pictured(wire.response, incoming, { refuse, body: (images) => ({ images, warnings: [] }) }),
  refuse,
};
