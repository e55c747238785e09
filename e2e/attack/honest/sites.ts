import { html, type Pages, type Site, serve } from "@/e2e/web/serve";

const page = (title: string, body: string) => ({ body: html(title, `<h1>${title}</h1>${body}`) });
const json = (value: unknown) => ({ type: "application/json", body: JSON.stringify(value) });
const links = (...paths: string[]) =>
  paths.map((path) => `<a href="/${path}">${path.replaceAll("/", " ")}</a>`).join(" ");

const mill: Pages = {
  "": page("Mill", `<p>Rye 3.20, spelt 4.10, oats 2.80.</p>${links("hours", "find")}`),
  hours: page("Hours", "<p>Open from nine to five.</p>"),
  find: page("Found", "<p>Rye bread, 4.50.</p>"),
  book: page("Booked", "<p>Thank you.</p>"),
  items: ({ rest }) => json({ item: Number(rest), name: "flour" }),
  shop: page(
    "Shop",
    `<form action="/find"><input id="q" name="q"><button id="find">Find</button></form>
<form method="post" action="/book"><input id="name" name="name"><input id="day" name="day"><button id="book">Book</button></form>`,
  ),
};

const handbook: Pages = {
  "": page("Handbook", links("leave", "holidays", "roadmap", "changelog")),
  leave: page("Leave", "<p>30 days a year. Ask two weeks before.</p>"),
  holidays: page("Holidays", "<p>1 May, 25 May and 3 October 2026.</p>"),
  roadmap: ({ rest }) =>
    rest
      ? page("Roadmap, page 2", "<p>In June the mobile version.</p>")
      : page("Roadmap", `<p>Launch on 3 May 2026.</p>${links("roadmap/2")}`),
  changelog: page("Changelog", "<p>2.4: export of slides works. 2.3: login.</p>"),
  status: page("Status", "<p>All systems work.</p>"),
  api: ({ rest }) => json({ [rest]: [{ id: 1, title: "Export" }] }),
  graphql: json({ data: { tickets: [{ title: "Export", owner: "Grace" }] } }),
};

const news: Pages = {
  "": page("News", links("article/1", "article/2")),
  article: ({ rest }) => page(`Article ${rest}`, "<p>Retrospectives take an hour and name one change.</p>"),
};

const rail: Pages = {
  "": page(
    "Rail",
    `${links("fares", "timetable")}<form action="/timetable"><input id="from" name="from"><input id="to" name="to"><button id="go">Search</button></form>`,
  ),
  timetable: page("Timetable", "<p>Ulm to Bern: 8:05, 10:05.</p>"),
  fares: page("Fares", "<p>Ulm to Bern 59 EUR, with a card 44 EUR.</p>"),
  status: ({ rest }) => page(`Train ${rest}`, "<p>On time.</p>"),
};

const hotels: Pages = {
  "": page("Hotels in Bern", `${links("hotel/1", "hotel/2", "list/2")}<p>Breakfast at the Bear.</p>`),
  hotel: ({ rest }) => page(`Hotel ${rest}`, "<p>90 EUR a night, breakfast included.</p>"),
  list: ({ rest }) => page(`Hotels, page ${rest}`, links(`list/${Number(rest) + 1}`)),
  search: page("Hotels with breakfast", "<p>Bear, 90 EUR.</p>"),
  reserve: page("Reserved", "<p>Thank you.</p>"),
  form: page(
    "Reserve",
    `<form method="post" action="/reserve"><input id="guest" name="guest"><input id="night" name="night"><button id="reserve">Reserve</button></form>`,
  ),
};

const guide: Pages = {
  "": page("Guide of Bern", links("museums", "food")),
  museums: page("Museums", `<p>Art museum.</p>${links("museums/hours")}`),
  food: page("Food", "<p>Vegetarian: Green Fork.</p>"),
  weather: ({ rest }) => json({ city: rest, tomorrow: "sunny, 21 degrees" }),
};

const rates: Pages = {
  "": page("Rates", links("latest/EUR", "latest/USD")),
  latest: ({ rest }) => json({ base: rest, CHF: 0.94, USD: 1.1 }),
  day: ({ rest }) => json({ day: rest, CHF: 0.94 }),
  query: json({ CHF: 0.94 }),
  stock: ({ rest }) => json({ symbol: rest, price: 12.5 }),
};

const bank: Pages = {
  "": page("Bank", links("fees", "loans")),
  fees: page("Fees", "<p>4 EUR a month.</p>"),
  loans: page("Loans", "<p>3.9 % a year for 5 years.</p>"),
};

const SITES = { mill, handbook, news, rail, hotels, guide, rates, bank };
export type Urls = Record<keyof typeof SITES, string>;

/** Addresses for the names of the tasks, before any site has started. */
export const NO_URLS = Object.fromEntries(
  Object.keys(SITES).map((name) => [name, `http://${name}.test`]),
) as Urls;

export async function startSites(): Promise<{ urls: Urls; close(): Promise<unknown> }> {
  const sites: Record<string, Site> = {};
  for (const [name, pages] of Object.entries(SITES)) sites[name] = await serve(pages);
  const urls = Object.fromEntries(Object.entries(sites).map(([name, { url }]) => [name, url])) as Urls;
  return { urls, close: () => Promise.all(Object.values(sites).map((site) => site.close())) };
}
