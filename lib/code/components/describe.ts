import { describeRuntime } from "@/lib/code/compile/index";

export const describeComponents = (): string => `${RULES} ${describeRuntime()}`.trim();

const RULES =
  "The code is one TSX module that default-exports a component, in a sandboxed frame without network: about 530 px wide, 340 on a phone, as high as its content. Every outcome needs a button that calls callTool; the first call is the answer.";

export const HOOKS = {
  "useQuery(sql, params)":
    "Reads the database, live: { rows: [{ column: value }], columns, isLoading, error, truncated }, at most 1,000 rows. rows is [] at first, so render that case, too.",
  "useTable(name, { where, params, orderBy })":
    "The same for one table, with canUndo, canRedo and add(row | rows), edit(row, { column: value }), delete(row | rows), undo(), redo(). Pass rows as returned. Each is a promise that rejects with a message, such as when the row changed elsewhere.",
  "callAgentTool(name, args)":
    "A promise of the result of one of your tools, agent-made or built in, that does not wait for the user. It rejects with a message.",
  "useFile(id)": "A file of the user: { name, type, size, url, text, blob, isLoading, error }.",
  "useRoom()":
    "Who has this open, and values that they share meanwhile: { me, others, state, setPresence, setState, isConnected, error }. me and others: { id, connectionId, name, color, presence }; id is the user, connectionId the tab. setPresence({ cursor }) and setState({ [me.id]: vote }) merge by key, null removes. Nothing is stored.",
  "askModel({ prompt, schema })":
    "A promise of a language model's answer, an object that fits the JSON Schema. The model sees the prompt alone: no tools, memory or conversation. It rejects with a message.",
  permission:
    "The user is asked before it changes a table, uses a tool, reads a file or asks the model, once for all that the code names as literals; a version that needs more asks again. So name tables and tools as literals.",
  example:
    'export default function Trips() { const trips = useTable("trips", { orderBy: "day" }); return <ul>{trips.rows.map((trip) => <li key={trip.id}>{trip.name} <Button onClick={() => trips.edit(trip, { done: true })}>Done</Button></li>)}{trips.rows.length === 0 && <li>No trips yet.</li>}<Button disabled={!trips.canUndo} onClick={trips.undo}>Undo</Button></ul>; }',
};
