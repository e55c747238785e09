/** Where on the page of the schedule one is: one job beside the list, or none. */
export type Place = { id?: string };

export const hrefOf = ({ id }: Place): string => (id ? `/schedule/${encodeURIComponent(id)}` : "/schedule");

export const placeOf = (path: string): Place => {
  const id = path.split("/")[2];
  return { id: id ? decodeURIComponent(id) : undefined };
};
