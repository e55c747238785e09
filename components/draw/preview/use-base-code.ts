import { useQuery } from "@tanstack/react-query";
import { request } from "@/components/client/request";
import { field, isRecord } from "@/lib/shared/chat/parts";
import type { SurfaceChange } from "@/lib/shared/chat/surfaces/surface-change";
import { component } from "@/lib/shared/components/contract";

/**
 * Returns the code that a call edits: the code of the stored component that the call names, otherwise the code in
 * `shown`.
 */
export function useBaseCode({ input, name, id }: SurfaceChange, shown?: unknown): string | undefined {
  const isEdited = isRecord(input) && input.edits !== undefined;
  const { data } = useQuery({
    queryKey: ["standing", name, id],
    queryFn: () => readCode(name ?? ""),
    enabled: name !== undefined && isEdited,
  });
  return name === undefined ? field(shown, "code") : data;
}

async function readCode(name: string): Promise<string> {
  const response = await request(`/api/components/${encodeURIComponent(name)}`);
  return component.parse(await response.json()).code;
}
