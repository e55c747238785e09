import { z } from "zod";
import { type Described, EVENTS, json, op, type Tag } from "@/lib/doors/api/operation";

const model = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.number(),
  owned_by: z.string(),
});
const response = z.looseObject({ id: z.string(), object: z.literal("response") });
const completion = z.looseObject({ id: z.string(), choices: z.array(z.looseObject({})) });

const REQUEST = z.looseObject({ model: z.string(), stream: z.boolean().optional() });
const RUN = z.looseObject({ threadId: z.string(), runId: z.string(), messages: z.array(z.looseObject({})) });

const byToken = (described: Described, schema?: z.ZodType): Described => ({
  ...described,
  isOfProgram: true,
  ...(schema && { body: { media: ["application/json"], schema } }),
});

export const programs: Tag = {
  name: "Standards",
  description:
    "The agent by the protocols of others: Open Responses and Chat Completions at /v1, AG-UI at /ag-ui. These bodies follow their specifications.",
  operations: {
    "GET /v1/models": byToken(
      op("Lists the agents as models.", z.object({ object: z.literal("list"), data: z.array(model) })),
    ),
    "GET /v1/models/{id}": byToken(op("Returns an agent as a model.", model)),
    "POST /v1/responses": byToken(op("Creates a response.", json(response), EVENTS), REQUEST),
    "GET /v1/responses/{id}": byToken(op("Returns a response.", response)),
    "DELETE /v1/responses/{id}": byToken(op("Deletes a response.")),
    "POST /v1/responses/{id}/cancel": byToken(op("Stops a response.", response)),
    "POST /v1/chat/completions": byToken(op("Creates a chat completion.", json(completion), EVENTS), REQUEST),
    "POST /ag-ui": byToken(op("Runs the agent of the token and streams AG-UI events.", EVENTS), RUN),
    "POST /ag-ui/{agent}": byToken(op("Runs an agent and streams AG-UI events.", EVENTS), RUN),
  },
};
