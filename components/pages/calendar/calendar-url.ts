export type Place =
  /** `on` is the start of one occurrence of the open event. */
  | { at: "events"; event?: string; on?: string }
  | { at: "jobs"; id?: string }
  | { at: "contacts"; contact?: string };

/** The check-ins in the address of a job. */
export const CHECK_INS = "check-ins";

const ROOT = "/calendar";

/** Ids of documents can contain any character, so they are in the query. */
export function hrefOf(place: Place): string {
  switch (place.at) {
    case "events":
      return withQuery(ROOT, { event: place.event, on: place.on });
    case "jobs":
      return place.id ? `${ROOT}/jobs/${encodeURIComponent(place.id)}` : `${ROOT}/jobs`;
    case "contacts":
      return withQuery(`${ROOT}/contacts`, { contact: place.contact });
  }
}

export function placeOf(path: string, query: Pick<URLSearchParams, "get">): Place {
  const [, , tab, id] = path.split("/");
  const given = (name: string) => query.get(name) ?? undefined;
  if (tab === "jobs") return { at: tab, id: id ? decodeURIComponent(id) : undefined };
  if (tab === "contacts") return { at: tab, contact: given("contact") };
  return { at: "events", event: given("event"), on: given("on") };
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
