import type { Urls } from "./sites";
import {
  browser,
  call,
  compute,
  delegate,
  fetchUrl,
  job,
  load,
  note,
  query,
  runsJob,
  says,
  saysWith,
  showChart,
  showTable,
  showText,
  sqlCall,
  type Task,
  type Tasks,
  together,
} from "./task";

/** Trains, hotels, flights and the guide of a city. */
export const travel = (urls: Urls): Tasks => ({
  reads: { ...readTrips(urls), ...readSites(urls), ...searchSites(urls), ...readPrivate(urls) },
  writes: { ...writePages(urls), ...writeTrips(urls) },
  acts: acts(urls),
});

const shown = showTable("Hotels", { name: "Bear", price: 90 });

const readTrips = ({ rail, hotels, guide }: Urls): Record<string, Task> => ({
  "list hotels": [
    says("Find hotels in Bern below 100", load("mcp:trip"), call("trip_hotels", { city: "Bern" }), shown),
  ],
  "read the reviews of a hotel": [
    says(
      "Is the Bear quiet?",
      load("mcp:trip"),
      call("trip_hotels", { city: "Bern" }),
      call("trip_reviews", { hotel: "Bear" }),
    ),
  ],
  "search the web for a hotel": [
    says(
      "Find a hotel in Bern with breakfast",
      call("web_search", { query: "hotel Bern breakfast" }),
      fetchUrl(`${hotels}/hotel/1`),
    ),
  ],
  "have a subagent read the guide": [
    {
      ...says(
        `Let a helper find vegetarian food in ${guide}/`,
        delegate(`vegetarian food in ${guide}/`),
        showText("Food", "Green Fork"),
      ),
      helper: [fetchUrl(`${guide}/`), fetchUrl(`${guide}/food`)],
    },
  ],
  "watch a price in a job": [
    runsJob(
      `Show the fare from Ulm to Bern of ${rail}/fares.`,
      fetchUrl(`${rail}/fares`),
      showText("Fare", "59 EUR"),
    ),
  ],
});

const readSites = ({ rail, hotels, guide }: Urls): Record<string, Task> => ({
  "read three sites": [
    says(
      `Plan a day in Bern with ${rail}/ and ${hotels}/ and ${guide}/`,
      together(fetchUrl(`${rail}/`), fetchUrl(`${hotels}/`), fetchUrl(`${guide}/`)),
      together(fetchUrl(`${rail}/timetable`), fetchUrl(`${hotels}/hotel/1`), fetchUrl(`${guide}/food`)),
      showText("Day", "8:05 Ulm, 13:00 Green Fork."),
    ),
  ],
  "read eight hotels by number": [
    says(
      `Compare the first eight hotels, such as ${hotels}/hotel/1`,
      together(...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => fetchUrl(`${hotels}/hotel/${n}`))),
      showChart("Price", { 1: 90, 2: 90 }),
    ),
  ],
  "follow links to the opening hours": [
    says(
      `When do the museums of ${guide}/ open?`,
      fetchUrl(`${guide}/`),
      fetchUrl(`${guide}/museums`),
      fetchUrl(`${guide}/museums/hours`),
    ),
  ],
  "turn pages": [
    says(
      `Collect all hotels of ${hotels}/`,
      fetchUrl(`${hotels}/`),
      ...[2, 3, 4, 5].map((n) => fetchUrl(`${hotels}/list/${n}`)),
      shown,
    ),
  ],
});

const searchSites = ({ rail, hotels, guide, rates }: Urls): Record<string, Task> => ({
  "search a connection by a form": [
    says(
      `Find a train from Ulm to Bern at ${rail}/`,
      ...browser.open(`${rail}/`),
      browser.type("#from", "Ulm"),
      browser.type("#to", "Bern"),
      browser.click("#go"),
      browser.read(),
    ),
  ],
  "ask for the weather of three cities": [
    says(
      `Compare the weather of Bern, Basel and Ulm, see ${guide}/weather/bern`,
      together(...["bern", "basel", "ulm"].map((city) => fetchUrl(`${guide}/weather/${city}`))),
      showTable("Weather", { city: "Bern", degrees: 21 }),
    ),
  ],
  "narrow the hotels down": [
    says(`Which hotels does ${hotels}/ have?`, fetchUrl(`${hotels}/`)),
    says("Only those with breakfast", fetchUrl(`${hotels}/search?q=breakfast`), shown),
  ],
  "search a connection in other words": [
    says(
      `Wie komme ich von Ulm in die Hauptstadt der Schweiz? ${rail}/`,
      ...browser.open(`${rail}/`),
      browser.type("#from", "Ulm"),
      browser.type("#to", "Bern"),
      browser.click("#go"),
      browser.read(),
    ),
  ],
  "filter by parameters of a site": [
    says(`Which hotels does ${hotels}/ have?`, fetchUrl(`${hotels}/`)),
    says("Only cheap ones", fetchUrl(`${hotels}/search?max_price=100&sort=price_asc`), shown),
  ],
  "ask two services that the user did not name": [
    says(
      "How is the weather in Bern, and what are 10 EUR in CHF?",
      fetchUrl(`${guide}/weather/bern`),
      fetchUrl(`${rates}/latest/EUR`),
    ),
  ],
  "ask for the weather at a place": [
    says(
      `Will it rain in Bern? ${guide}/weather takes coordinates`,
      fetchUrl(`${guide}/weather`),
      fetchUrl(`${guide}/weather?latitude=46.95&longitude=7.44`),
    ),
  ],
});

const readPrivate = ({ rail, hotels, guide }: Urls): Record<string, Task> => ({
  "find flights within the budget": [
    says(
      "Which flights to Bern fit my budget?",
      call("get_state", { key: "budget" }),
      load("mcp:trip"),
      call("trip_flights", { to: "Bern" }),
      compute("return 300 - 2 * 89"),
      showTable("Flights", { flight: "AB 12", price: 89 }),
    ),
  ],
  "read the table of trips, then a site": [
    says(
      `Does a hotel of ${hotels}/ fit the budget of my trip?`,
      sqlCall("SELECT * FROM trips"),
      fetchUrl(`${hotels}/`),
      fetchUrl(`${hotels}/hotel/2`),
    ),
  ],
  "read the table of trips, then the weather": [
    says(
      `What will the weather be on my trips? Use ${guide}/weather/ with the city`,
      sqlCall("SELECT place, day FROM trips"),
      fetchUrl(`${guide}/weather/bern`),
    ),
  ],
  "read an attached ticket": [saysWith("ticket.pdf", "When does my train leave?", showText("Train", "8:05"))],
  "ask a site for the train of a ticket": [
    saysWith(
      "ticket.pdf",
      `Is my train on time? ${rail}/status/ and its number tell it`,
      fetchUrl(`${rail}/status/593`),
    ),
  ],
  "read an attached ticket, then the timetable": [
    saysWith("ticket.pdf", `Is there a later train? ${rail}/timetable`, fetchUrl(`${rail}/timetable`)),
  ],
});

const insert = (name: string, price: number) => sqlCall(`INSERT INTO hotels VALUES ('${name}', ${price})`);

const writePages = ({ rail, hotels, guide }: Urls): Record<string, Task> => ({
  "keep three hotels in a table": [
    says(
      `Put three hotels of ${hotels}/ into my table hotels`,
      fetchUrl(`${hotels}/`),
      together(...[1, 2, 3].map((n) => fetchUrl(`${hotels}/hotel/${n}`))),
      insert("Bear", 90),
      insert("Fox", 80),
      insert("Owl", 95),
    ),
  ],
  "keep an itinerary in a document": [
    says(
      `Make a plan for Bern with ${guide}/ and keep it`,
      fetchUrl(`${guide}/`),
      load("documents"),
      query("insertOne", "ai_trips", { data: { place: "Bern", plan: ["museums", "food"] } }),
      call("update_db_schema", { schema: "ai_trips: place, plan" }),
    ),
  ],
  "keep the chosen hotel in the state": [
    says(
      `Show the hotels of ${hotels}/`,
      fetchUrl(`${hotels}/`),
      together(fetchUrl(`${hotels}/hotel/1`), fetchUrl(`${hotels}/hotel/2`)),
      shown,
    ),
    says("I take the Bear. Keep that", call("set_state", { key: "hotel", value: "Bear" })),
  ],
  "watch a fare each day": [
    says(
      `Check ${rail}/fares each morning and tell me when it falls below 50`,
      load("schedule"),
      job("Fare", "0 8 * * *", `Read ${rail}/fares. Tell me if a fare is below 50.`),
    ),
  ],
  "pin the hotels on a board": [
    says(
      `Show the hotels of ${hotels}/ on my board`,
      fetchUrl(`${hotels}/`),
      load("board"),
      call("board", { action: "pin", board: "Trip", component: "Card", props: {} }),
    ),
  ],
  "make a table of hotels": [
    says(
      `Make a table of the hotels of ${hotels}/ with their beds`,
      fetchUrl(`${hotels}/`),
      sqlCall("CREATE TABLE beds (hotel TEXT, beds INTEGER)"),
      sqlCall("INSERT INTO beds VALUES ('Bear', 40)"),
    ),
  ],
  "store a fare each day by a job": [
    runsJob(
      `Read ${rail}/fares and add the fare to my table fares.`,
      fetchUrl(`${rail}/fares`),
      sqlCall("INSERT INTO fares VALUES ('2026-05-01', 59)"),
    ),
  ],
});

const writeTrips = ({ guide }: Urls): Record<string, Task> => ({
  "put a flight into the calendar": [
    says(
      "Put the flight to Bern on 4 May into my calendar",
      load("mcp:trip"),
      call("trip_flights", { to: "Bern" }),
      load("documents"),
      query("insertOne", "schedule", {
        data: {
          title: "AB 12",
          start: { $date: "2026-05-04T08:00:00Z" },
          end: { $date: "2026-05-04T09:00:00Z" },
        },
      }),
    ),
  ],
  "remember a diet": [says("I am vegetarian. Remember that", note("Ada is vegetarian."))],
  "remember a diet, then read the guide": [
    says(
      "I am vegetarian. Remember that",
      call("memory", { action: "store", layer: "long", content: "Ada is vegetarian." }),
    ),
    says(`What can I eat in Bern? ${guide}/`, fetchUrl(`${guide}/`), fetchUrl(`${guide}/food`)),
  ],
});

const acts = ({ hotels }: Urls): Record<string, Task> => ({
  "book a hotel by MCP": [
    says(
      "Book the Bear in Bern for 4 May, if it costs less than 100",
      load("mcp:trip"),
      call("trip_hotels", { city: "Bern" }),
      call("trip_book", { hotel: "Bear", day: "2026-05-04" }),
    ),
  ],
  "reserve by a form": [
    says(
      `Reserve a room for Ada on 4 May at ${hotels}/form`,
      ...browser.open(`${hotels}/form`),
      browser.type("#guest", "Ada"),
      browser.type("#night", "4 May"),
      browser.click("#reserve"),
      browser.read(),
    ),
  ],
  "cancel a booking": [
    says("Cancel my car", load("mcp:trip"), call("trip_bookings"), call("trip_cancel", { booking: "C1" })),
  ],
});
