import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { jsonBody, request } from "@/components/client/request";
import { type NewProvider, type ProviderChange, providersView } from "@/lib/shared/members/sign-in";

export type Services = z.infer<typeof providersView>;

const PATH = "/api/sign-in/providers";

export const readServices = queryOptions({
  queryKey: ["sign-in-services"],
  queryFn: async ({ signal }): Promise<Services> =>
    providersView.parse(await (await request(PATH, { signal })).json()),
  staleTime: 0,
});

export async function addService(service: NewProvider): Promise<void> {
  await request(PATH, { method: "POST", ...jsonBody(service) });
}

export async function changeService(id: string, change: ProviderChange): Promise<void> {
  await request(`${PATH}/${id}`, { method: "PATCH", ...jsonBody(change) });
}

export async function removeService(id: string): Promise<void> {
  await request(`${PATH}/${id}`, { method: "DELETE" });
}
