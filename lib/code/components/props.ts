import { misfit } from "@/lib/code/json-schema/fit";
import { problemOfSchema } from "@/lib/code/json-schema/schema";
import { PROPS } from "@/lib/code/json-schema/subject";
import type { PropsSchema } from "@/lib/shared/components/fields";

/** What is wrong with `props` by `schema`, in words for who wrote them; null when they fit. */
export const problemOfProps = (schema: PropsSchema, props: unknown): string | null =>
  misfit(schema, props, PROPS)?.message ?? null;

/** What is wrong with a props_schema, in words for who wrote it; null when props can be checked by it. */
export const problemOfPropsSchema = (schema: PropsSchema): string | null => problemOfSchema(schema, PROPS);
