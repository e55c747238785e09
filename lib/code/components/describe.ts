import { describeRuntime } from "@/lib/code/compile/index";

export const describeComponents = (): string => `${RULES} ${describeRuntime()}`.trim();

const RULES =
  "The code is one TSX module that export defaults a component, in a sandboxed frame without network: about 530 px wide, 340 on a phone, as high as its content. Give every way out a button that calls callTool, which answers once.";

export const HOOKS = {
  "useQuery(sql, params)":
    "Reads the database, live: { rows: [{ column: value }], columns, isLoading, error, truncated }, at most 1,000 rows. rows is [] at first, so draw something for that.",
  "useTable(name, { where, params, orderBy })":
    "The same of one table, with canUndo, canRedo and add(row | rows), edit(row, { column: value }), delete(row | rows), undo(), redo(). Give rows as it gave them. Each is a promise that rejects with words, as when somebody else has changed the row.",
  "callAgentTool(name, args)":
    "A promise of the result of one of your tools, agent-made or built in, that does not wait for the person. It rejects with words.",
  "useFile(id)": "A file of the person: { name, type, size, url, text, blob, isLoading, error }.",
  permission:
    "The person is asked before it changes a table, uses a tool or reads a file, once for all that the code names as literals; a version that wants more asks again. So name tables and tools as literals.",
  example:
    'export default function Trips() { const trips = useTable("trips", { orderBy: "day" }); return <ul>{trips.rows.map((trip) => <li key={trip.id}>{trip.name} <Button onClick={() => trips.edit(trip, { done: true })}>Done</Button></li>)}{trips.rows.length === 0 && <li>No trips yet.</li>}<Button disabled={!trips.canUndo} onClick={trips.undo}>Undo</Button></ul>; }',
};
