import { z } from "zod";
import { storedComponentOf } from "@/lib/code/components/read";
import { sampleProps } from "@/lib/code/components/sample";
import { route, routes } from "@/lib/platform/http/route";
import { componentName } from "@/lib/shared/components/fields";
import { pinComponent, unpinComponent } from "@/lib/store/conversations/pins";

const MAX_CHARS = 100_000;

const params = z.object({ name: componentName });
const body = z.strictObject({
  /** If omitted, the component gets its sample props. */
  props: z
    .record(z.string(), z.unknown())
    .refine(
      (props) => JSON.stringify(props).length <= MAX_CHARS,
      "Props have at most 100,000 characters of JSON",
    )
    .optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PUT: route(
    { agent: true, right: "edit", params, body },
    async ({ agentId, params: { name }, body: { props } }) => {
      const { props_schema } = await storedComponentOf(agentId, name);
      await pinComponent(agentId, name, props ?? sampleProps(props_schema));
      return { pinned: true };
    },
  ),
  DELETE: route({ agent: true, params }, async ({ agentId, params: { name } }) => {
    await unpinComponent(agentId, name);
    return { pinned: false };
  }),
});
