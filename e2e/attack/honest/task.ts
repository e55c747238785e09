import type { Call, Step } from "@/lib/agent/loop/testing/model";

/**
 * One message of the user (`say`), and the calls that a good model makes for it (`does`). The user attaches `files`,
 * which `world.ts` names. A turn that `isNew` starts another conversation. A `job` runs unattended with `say` as its
 * instruction. Each subagent that the turn starts plays the steps of `helper`.
 */
export type Turn = {
  say: string;
  does: Step[];
  files?: string[];
  isNew?: true;
  job?: true;
  helper?: Step[];
};
export type Task = Turn[];
/** `reads` only read, show and compute. `writes` also change data in Easel. `acts` also act outside of Easel. */
export type Tasks = Record<"reads" | "writes" | "acts", Record<string, Task>>;

let calls = 0;
const toCall = (tool: string, input: object): Call => ({ id: `${tool} ${calls++}`, tool, input });

export const call = (tool: string, input: object = {}): Step => ({ calls: [toCall(tool, input)] });
/** One step with the calls of all `steps`. */
export const together = (...steps: Step[]): Step => ({
  calls: steps.flatMap((step) => (typeof step === "function" ? [] : (step.calls ?? []))),
});
export const load = (id: string): Step => call("load_toolset", { id });
export const fetchUrl = (url: string): Step => call("fetch_url", { url });
export const sqlCall = (sql: string): Step => call("db_sql", { sql });
export const compute = (code: string): Step => call("run_sandbox_code", { code });
export const query = (operation: string, collection: string, more: object = {}): Step =>
  call("db_query", { operation, collection, ...more });
export const job = (name: string, cron_expression: string, instruction: string): Step =>
  call("manage_cronjob", { action: "create", name, cron_expression, instruction });
export const remind = (name: string, at: string, instruction: string): Step =>
  call("manage_trigger", { action: "create", kind: "once", name, at, instruction });
export const note = (content: string): Step =>
  call("edit_learned_notes", { operation: "append", content: ` ${content}` });
export const delegate = (task: string): Step => call("ask_agent", { agent: "self", task: `HELPER ${task}` });

const show = (title: string, block: object): Step => call("render_blocks", { title, blocks: [block] });
export const showTable = (title: string, ...rows: Record<string, string | number>[]): Step => {
  const columns = Object.keys(rows[0] ?? {}).map((key) => ({ key, label: key }));
  return show(title, { type: "table", columns, rows });
};
export const showText = (title: string, content: string): Step => show(title, { type: "markdown", content });
export const showChart = (title: string, points: Record<string, number>): Step => {
  const series = [{ name: title, values: Object.values(points) }];
  return show(title, { type: "chart", chartType: "bar", data: { labels: Object.keys(points), series } });
};

export const browser = {
  open: (url: string): Step[] => [load("browser"), call("browser_navigate", { url })],
  type: (selector: string, text: string): Step => call("browser_type", { selector, text }),
  click: (selector: string): Step => call("browser_click", { selector }),
  read: (): Step => call("browser_extract_text", {}),
};

export const says = (say: string, ...does: Step[]): Turn => ({ say, does });
export const saysWith = (file: string, say: string, ...does: Step[]): Turn => ({ say, does, files: [file] });
export const saysInNew = (say: string, ...does: Step[]): Turn => ({ say, does, isNew: true });
export const runsJob = (say: string, ...does: Step[]): Turn => ({ say, does, job: true });
