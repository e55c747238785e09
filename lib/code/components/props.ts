import { misfit } from "@/lib/code/json-schema/fit";
import { problemOfSchema } from "@/lib/code/json-schema/schema";
import { PROPS } from "@/lib/code/json-schema/subject";
import type { PropsSchema } from "@/lib/shared/components/fields";

export const problemOfProps = (schema: PropsSchema, props: unknown): string | null =>
  misfit(schema, props, PROPS)?.message ?? null;

export const problemOfPropsSchema = (schema: PropsSchema): string | null => problemOfSchema(schema, PROPS);
