import { misfit } from "@/lib/code/json-schema/fit";
import { problemOfSchema } from "@/lib/code/json-schema/schema";
import { PROPS } from "@/lib/code/json-schema/subject";
import type { PropsSchema } from "@/lib/shared/components/fields";

/** Returns how `props` violate `schema`, as a message for their author, or null if they fit. */
export const problemOfProps = (schema: PropsSchema, props: unknown): string | null =>
  misfit(schema, props, PROPS)?.message ?? null;

/** Returns why a props_schema is invalid, as a message for its author, or null if it is valid. */
export const problemOfPropsSchema = (schema: PropsSchema): string | null => problemOfSchema(schema, PROPS);
