/** Former addresses of pages, longest first. The rest of the path and the query stay the same. */
const FORMER: readonly (readonly [former: string, now: string])[] = [
  ["/settings/agent-file", "/agent/export"],
  ["/settings/model-view", "/agent/model-view"],
  ["/settings/prompt", "/agent/prompt"],
  ["/settings/notes", "/agent/prompt/notes"],
  ["/components/", "/agent/components/"],
  ["/schedule", "/calendar/jobs"],
  ["/history", "/agent/history"],
  ["/audit", "/agent/activity"],
  ["/tools", "/agent/tools"],
];

/** Returns the present address for a former one, or undefined. Both are without the prefix of an agent. */
export function presentAddress(url: string): string | undefined {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const files = ofFiles(path, new URLSearchParams(url.slice(path.length).replace(/#.*/s, "")));
  if (files) return files;
  if (path === "/components" || path === "/agent/components") return `/gallery${url.slice(path.length)}`;
  const found = FORMER.find(
    ([former]) => path === former || path.startsWith(former.endsWith("/") ? former : `${former}/`),
  );
  return found && found[1] + url.slice(found[0].length);
}

/** Returns the present address of a table, a collection, the SQL editor or an image. */
function ofFiles(path: string, query: URLSearchParams): string | undefined {
  const [, place, name, ...more] = path.split("/");
  if (more.length > 0 || (place !== "data" && place !== "media")) return undefined;
  if (place === "media") return name ? `/files/${name}?kind=image` : "/files?kind=image";
  if (name) return `/files/table/${name}${query.has("structure") ? "?structure" : ""}`;
  const collection = query.get("documents");
  if (collection === "") return "/files?kind=collection";
  if (collection === null) return query.has("sql") ? "/files/sql" : "/files";
  return (
    ofCollection(query) ??
    `/files/collection/${encodeURIComponent(collection)}${query.has("json") ? "?json" : ""}`
  );
}

/** Returns the present address of a collection that was a page of the data and is in the calendar now. */
function ofCollection(query: URLSearchParams): string | undefined {
  const [document, on] = [query.get("document"), query.get("on")];
  switch (query.get("documents")) {
    case "schedule":
      return withQuery("/calendar", { ...(document && { event: document }), ...(document && on && { on }) });
    case "contacts":
      return withQuery("/calendar/contacts", { ...(document && { contact: document }) });
    case "cronjobs":
      return "/calendar/jobs";
    default:
      return undefined;
  }
}

function withQuery(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text ? `${path}?${text}` : path;
}
