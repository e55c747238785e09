import { useQuery } from "@tanstack/react-query";
import { request } from "@/components/client/request";
import type { Point } from "@/lib/shared/chat/points";
import { why } from "@/lib/shared/why/contract";

/** A call, and with a point a place on the surface that it shows. */
export type AskedPlace = {
  conversation: string;
  call: { messageId: string; toolCallId: string };
  point?: Point;
};

/** Reads the causes of a place. They do not change, except for those of a live query. */
export const useWhy = (place: AskedPlace) =>
  useQuery({
    queryKey: ["why", place],
    queryFn: async ({ signal }) => {
      const path = `/api/conversations/${encodeURIComponent(place.conversation)}/why?${queryOf(place)}`;
      return why.parse(await (await request(path, { signal })).json());
    },
  });

function queryOf({ call, point }: AskedPlace): string {
  const { block, inner, row, column, columnAt, tag, text } = point ?? {};
  const known = Object.entries({ ...call, block, inner, row, column, columnAt, tag, text }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, String(value)]]),
  );
  return new URLSearchParams(known).toString();
}
