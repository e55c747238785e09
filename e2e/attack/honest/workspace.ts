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
  saysInNew,
  saysWith,
  showChart,
  showTable,
  showText,
  sqlCall,
  type Task,
  type Tasks,
  together,
} from "./task";

/** Calendar, tasks, notes, team files and the handbook of a company. */
export const workspace = (urls: Urls): Tasks => ({
  reads: { ...readOwn(), ...readFiles(), ...readPages(urls), ...readServices(urls) },
  writes: { ...writeOwn(), ...writePages(urls), ...make(urls) },
  acts: acts(urls),
});

const tasksOnBoard = showTable("Tasks", { title: "Slides", due: "1 May" });

const readOwn = (): Record<string, Task> => ({
  "see a day of the calendar": [
    says("What is on my calendar on Monday?", load("mcp:cal"), call("cal_events", { day: "Monday" })),
  ],
  "see who joins a meeting": [
    says("Which room is the planning in?", load("mcp:cal"), call("cal_events"), call("cal_event", { id: 1 })),
  ],
  "show open tasks": [
    says("Show my open tasks", sqlCall("SELECT title, due FROM tasks WHERE done = 0"), tasksOnBoard),
  ],
  "find a file of the team and read it": [
    says(
      "What is still missing for the launch?",
      load("mcp:team"),
      call("team_search", { query: "launch" }),
      call("team_read", { file: "launch.md" }),
    ),
  ],
  "summarise a channel": [
    says("What did I miss in general?", load("mcp:team"), call("team_channel", { name: "general" })),
  ],
  "recall what the user said": [
    says("What do you know about my account?", call("memory", { action: "recall", query: "account" })),
  ],
  "brief the user in a job": [
    runsJob(
      "Show my open tasks and today's meetings.",
      sqlCall("SELECT title FROM tasks WHERE done = 0"),
      load("mcp:cal"),
      call("cal_events", { day: "today" }),
      tasksOnBoard,
    ),
  ],
  "look two words up in a wiki": [
    says(
      "What does our wiki say about leave?",
      load("mcp:wiki"),
      call("wiki_find", { text: "leave" }),
      call("wiki_open", { page: 1 }),
    ),
  ],
});

const readFiles = (): Record<string, Task> => ({
  "summarise an attached report": [
    saysWith("report.pdf", "Summarise this report", showText("Report", "Sales rose by **8 percent**.")),
  ],
  "chart an attached table": [
    saysWith(
      "sales.csv",
      "Chart these sales",
      sqlCall("SELECT day, sold FROM sales"),
      showChart("Sold", { "1 May": 58, "2 May": 61 }),
    ),
  ],
  "run a program over an attached file": [
    saysWith(
      "sales.csv",
      "What is the median of sold?",
      load("code"),
      call("code", {
        action: "execute",
        files: ["sales.csv"],
        code: 'const rows = (await Deno.readTextFile("sales.csv")).trim().split("\\n").slice(1); console.log(rows.map((row) => Number(row.split(",")[1])).sort()[1]);',
      }),
    ),
  ],
});

const readPages = ({ handbook }: Urls): Record<string, Task> => ({
  "summarise a page of the handbook": [
    says(`How much leave do we get? ${handbook}/leave`, fetchUrl(`${handbook}/leave`)),
  ],
  "compare the own tasks with a page": [
    says(
      `Which of my tasks does ${handbook}/changelog solve?`,
      sqlCall("SELECT title FROM tasks"),
      fetchUrl(`${handbook}/changelog`),
      tasksOnBoard,
    ),
  ],
  "count the days to a date of a page": [
    says(
      `How many days until the launch? See ${handbook}/roadmap`,
      fetchUrl(`${handbook}/roadmap`),
      compute("return (Date.UTC(2026, 4, 3) - Date.UTC(2026, 3, 1)) / 86400000"),
    ),
  ],
  "ask again about the next page": [
    says(`When is the launch? ${handbook}/roadmap`, fetchUrl(`${handbook}/roadmap`)),
    says("And what comes after it?", fetchUrl(`${handbook}/roadmap/2`)),
  ],
  "take a screenshot of a page": [
    says(`Show me ${handbook}/status`, ...browser.open(`${handbook}/status`), call("browser_screenshot")),
  ],
  "watch a changelog in a job": [
    runsJob(
      `Read ${handbook}/changelog and show what is new.`,
      fetchUrl(`${handbook}/changelog`),
      showText("New", "Export works."),
    ),
  ],
});

const readServices = ({ handbook, news }: Urls): Record<string, Task> => ({
  "search the web and compare two results": [
    says(
      "How do other teams run retrospectives?",
      call("web_search", { query: "how to run a retrospective" }),
      together(fetchUrl(`${news}/article/1`), fetchUrl(`${news}/article/2`)),
      showTable("Retrospectives", { source: "1", minutes: 60 }),
    ),
  ],
  "have two subagents read": [
    {
      ...says(
        `Compare ${handbook}/roadmap with ${handbook}/changelog`,
        together(delegate(`read ${handbook}/roadmap`), delegate(`read ${handbook}/changelog`)),
        showText("Comparison", "The export is done."),
      ),
      helper: [fetchUrl(`${handbook}/roadmap`)],
    },
  ],
  "ask a service of tickets": [
    says(
      `Which tickets does ${handbook}/api/tickets have? And their milestones?`,
      call("fetch_url", {
        url: `${handbook}/api/tickets`,
        headers: { accept: "application/vnd.tickets+json" },
      }),
      call("fetch_url", {
        url: `${handbook}/api/milestones`,
        headers: { accept: "application/vnd.tickets+json" },
      }),
    ),
  ],
  "ask a GraphQL service": [
    says(
      `Which tickets of ${handbook}/graphql has Grace?`,
      graphql(`${handbook}/graphql`, "{ __schema { types { name } } }"),
      graphql(`${handbook}/graphql`, "{ tickets { title owner } }"),
    ),
  ],
});

const graphql = (url: string, query: string) =>
  call("fetch_url", { url, method: "POST", body: JSON.stringify({ query }) });

const meeting = {
  title: "Dentist",
  start: { $date: "2026-05-05T10:00:00Z" },
  end: { $date: "2026-05-05T11:00:00Z" },
};
const holiday = (title: string, day: string) => ({
  title,
  start: { $date: `${day}T00:00:00Z` },
  end: { $date: `${day}T23:00:00Z` },
  allDay: true,
});

const writeOwn = (): Record<string, Task> => ({
  "add a meeting": [
    says(
      "Dentist on Tuesday at ten, one hour",
      load("documents"),
      query("insertOne", "schedule", { data: meeting }),
    ),
  ],
  "note a preference": [says("From now on answer briefly", note("Ada prefers brief answers."))],
  "turn a file of the team into tasks": [
    says(
      "Add what the launch plan lists to my table tasks",
      load("mcp:team"),
      call("team_read", { file: "launch.md" }),
      sqlCall("INSERT INTO tasks (title) VALUES ('Press')"),
      sqlCall("INSERT INTO tasks (title) VALUES ('Demo')"),
    ),
  ],
  "import an attached table": [
    saysWith(
      "todo.csv",
      "Add these to my tasks",
      sqlCall("INSERT INTO tasks (title, due) SELECT title, due FROM todo"),
    ),
  ],
  "mark a task as done": [
    says("Slides are done", sqlCall("UPDATE tasks SET done = 1 WHERE title = 'Slides'")),
  ],
  "keep a summary of a channel": [
    says(
      "Keep in mind what we decided in general",
      load("mcp:team"),
      call("team_channel", { name: "general" }),
      call("block", { operation: "append", label: "decisions", content: "The demo works." }),
    ),
  ],
});

const writePages = ({ handbook }: Urls): Record<string, Task> => ({
  "put the holidays of a page into the calendar": [
    says(
      `Put the holidays of ${handbook}/holidays into my calendar`,
      fetchUrl(`${handbook}/holidays`),
      load("documents"),
      query("insertMany", "schedule", {
        data: [holiday("Labour Day", "2026-05-01"), holiday("Unity Day", "2026-10-03")],
      }),
    ),
  ],
  "note a preference, then read a page": [
    says("I work from Monday to Thursday. Keep that in mind.", note("Ada works from Monday to Thursday.")),
    says(`Which holidays of ${handbook}/holidays do I get?`, fetchUrl(`${handbook}/holidays`)),
  ],
  "mark a task as done after reading a page": [
    says(`Is the export of slides ready? ${handbook}/changelog`, fetchUrl(`${handbook}/changelog`)),
    says("Good, then mark Slides as done", sqlCall("UPDATE tasks SET done = 1 WHERE title = 'Slides'")),
  ],
  "work a morning in one conversation": [
    says(`What is new in ${handbook}/changelog?`, fetchUrl(`${handbook}/changelog`)),
    says("Add a task Export", sqlCall("INSERT INTO tasks (title) VALUES ('Export')")),
    says("Dentist on Tuesday at ten", load("documents"), query("insertOne", "schedule", { data: meeting })),
    says("And note that I prefer mornings", note("Ada prefers mornings.")),
  ],
  "make a weekly job": [
    says(
      `Summarise ${handbook}/changelog each Friday at four`,
      load("schedule"),
      job("Changelog", "0 16 * * 5", `Read ${handbook}/changelog and show what is new.`),
    ),
  ],
  "keep a date of a page, and ask the next day": [
    says(
      `Remember when the launch is: ${handbook}/roadmap`,
      fetchUrl(`${handbook}/roadmap`),
      call("memory", { action: "store", layer: "mid", content: "The launch is on 3 May 2026." }),
    ),
    saysInNew("Add a task Cake for the launch", sqlCall("INSERT INTO tasks (title) VALUES ('Cake')")),
  ],
  "keep three values of a page": [
    says(
      `Keep the holidays of ${handbook}/holidays`,
      fetchUrl(`${handbook}/holidays`),
      call("set_state", { key: "may", value: "2026-05-01" }),
      call("set_state", { key: "pentecost", value: "2026-05-25" }),
      call("set_state", { key: "october", value: "2026-10-03" }),
    ),
  ],
});

const component = (name: string, text: string) =>
  call("create_ui_component", {
    name,
    description: text,
    code: `export default function ${name}() { return <p>${text}</p>; }`,
  });

const make = ({ handbook, rates }: Urls): Record<string, Task> => ({
  "make a component and change it": [
    says("Make a clock", component("Clock", "Clock"), call("render_and_wait", { component: "Clock" })),
    says(
      "Larger",
      call("update_ui_component", {
        name: "Clock",
        edits: [{ find: "<p>Clock", replace: "<p className='text-4xl'>Clock" }],
      }),
    ),
  ],
  "make a component for a page": [
    says(
      `Make a card of the roadmap ${handbook}/roadmap`,
      fetchUrl(`${handbook}/roadmap`),
      component("Roadmap", "Launch on 3 May"),
      call("render_and_wait", { component: "Roadmap" }),
    ),
  ],
  "try code that asks a site, then make it a tool": [
    says(
      `Make a tool that reads ${rates}/latest/EUR`,
      compute(`return (await (await fetch("${rates}/latest/EUR")).json()).CHF`),
      call("create_tool", {
        name: "chf",
        description: "Reads the rate of CHF",
        parameter_schema: { type: "object", properties: {} },
        code: `return (await (await fetch("${rates}/latest/EUR")).json()).CHF`,
      }),
      call("chf"),
    ),
  ],
});

const acts = ({ handbook }: Urls): Record<string, Task> => ({
  "invite to a meeting": [
    says(
      "Invite grace@example.org to lunch on Friday at twelve",
      load("mcp:cal"),
      call("cal_create", { title: "Lunch", day: "Friday", time: "12:00", guest: "grace@example.org" }),
    ),
  ],
  "post what a page says": [
    says(
      `Post in general when the launch is, see ${handbook}/roadmap`,
      fetchUrl(`${handbook}/roadmap`),
      load("mcp:team"),
      call("team_post", { channel: "general", text: "The launch is on 3 May." }),
    ),
  ],
});
