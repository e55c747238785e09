import { expect, test } from "vitest";
import { compile } from "@/lib/code/compile/index";
import type { Verdict } from "@/lib/shared/components/contract";
import { gate, prepareGate } from "./gate";

async function verdict(source: string, props: Record<string, unknown> = {}): Promise<Verdict> {
  const compiled = await compile(source);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return gate({ hash: "h", runtime: "r", ...compiled.bundle }, props);
}

test("gate passes a component that renders something", async () => {
  expect(await verdict("export default ({ name }) => <Button>{name}</Button>;", { name: "Go" })).toEqual({
    verdict: "passed",
  });
});

test("gate passes a component that renders only shapes or uses the agent's state", async () => {
  expect(await verdict('export default () => <div className="size-8 bg-red-500" />;')).toEqual({
    verdict: "passed",
  });
  const state = 'export default () => { const [n] = useAgentState("n", 3); return <b>{n}</b>; };';
  expect(await verdict(state)).toEqual({ verdict: "passed" });
});

test("gate passes a component that renders only database rows, because the test has none", async () => {
  const lists = `export default () => {
    const { rows, isLoading } = useQuery("select name from trips");
    return isLoading ? null : rows.map(({ name }) => <p key={name}>{name}</p>);
  };`;
  expect(await verdict(lists)).toMatchObject({ verdict: "passed" });
  const careless = `export default () => <p>{useTable("trips").rows[0].name}</p>;`;
  expect(await verdict(careless)).toMatchObject({
    verdict: "failed",
    message: expect.stringContaining("name"),
  });
});

test("gate fails a component that throws, with the message and the source line", async () => {
  const source =
    "type P = { user: { name: string } };\nexport default function App({ user }: P) {\n  return <p>{user.name}</p>;\n}";
  expect(await verdict(source)).toEqual({
    verdict: "failed",
    message: expect.stringMatching(
      /rendered: Cannot read properties of undefined \(reading 'name'\) \(line 3\)$/,
    ),
    thrown: expect.stringMatching(/^Cannot read properties of undefined \(reading 'name'\) \(line 3\)$/),
  });
});

test("gate fails a component that throws while loading or in an effect", async () => {
  const early = await verdict(
    'throw new Error("It throws when it is drawn: early");\nexport default () => null;',
  );
  expect(early).toMatchObject({ message: expect.stringContaining("early") });
  expect(early).not.toHaveProperty("thrown");
  const effect =
    'export default () => { useEffect(() => { throw new Error("late"); }, []); return <p>Hi</p>; };';
  expect(await verdict(effect)).toMatchObject({ message: expect.stringContaining("late") });
});

test("gate fails a component that throws in a timer shortly afterwards", async () => {
  const timer =
    'export default () => { useEffect(() => { setTimeout(() => { throw new Error("timed"); }, 100); }, []); return <p>Hi</p>; };';
  expect(await verdict(timer)).toMatchObject({ message: expect.stringContaining("timed") });
});

test("gate fails a component that renders nothing", async () => {
  expect(await verdict("export default () => <div><span /></div>;")).toMatchObject({
    message: expect.stringContaining("renders nothing"),
  });
});

test("gate aborts an endless component and passes the next one", async () => {
  expect(await verdict("export default () => { for (;;) {} };")).toMatchObject({
    message: expect.stringContaining("within"),
  });
  expect(await verdict("export default () => <p>Still here</p>;")).toEqual({ verdict: "passed" });
});

test("gate fails a component visible only on a wide screen, with the width", async () => {
  const hidden = 'export default () => <p className="hidden md:block">Only for desktops</p>;';
  expect(await verdict(hidden)).toMatchObject({ message: expect.stringContaining("530 px wide") });
  const each =
    'export default () => <div><p className="sm:hidden">Small</p><p className="hidden sm:block">Large</p></div>;';
  expect(await verdict(each)).toEqual({ verdict: "passed" });
});

test("gate waits longer for slow content if the component keeps its process busy", async () => {
  const slow = `export default () => {
    const [isThere, setThere] = useState(false);
    useEffect(() => {
      const timer = setTimeout(() => setThere(true), 600);
      const busy = setInterval(() => { const end = performance.now() + 90; while (performance.now() < end); }, 100);
      return () => { clearTimeout(timer); clearInterval(busy); };
    }, []);
    return isThere && <p>There</p>;
  };`;
  expect(await verdict(slow)).toEqual({ verdict: "passed" });
});

test("gate passes a component that shows only an external image, and names the image", async () => {
  const photo = 'export default () => <img alt="A boat" src="https://pictures.example/boat.jpg" />;';
  expect(await verdict(photo)).toEqual({ verdict: "passed", absent: ["https://pictures.example/boat.jpg"] });
});

test("gate runs a page's scripts with access to its elements and event-handler attributes", async () => {
  const page = `// @filename: index.html
    <!doctype html><body><p>Sum <b id="sum">0</b></p><button onclick="add(2)">Add</button><div id="app">Old</div><p>End</p>
    <script type="module" src="main.tsx"></script></body>
    // @filename: main.tsx
    import { createRoot } from "react-dom/client";
    const sum = document.getElementById("sum");
    const add = (more) => { sum.textContent = String(Number(sum.textContent) + more); };
    createRoot(document.getElementById("app")).render(<i>New</i>);
    setTimeout(() => {
      document.querySelector("button").click();
      throw new Error(document.body.innerText.replace(/\\s+/g, " "));
    }, 50);`;
  expect(await verdict(page)).toMatchObject({ message: expect.stringContaining("Sum 2 Add New End") });
});

test("gate uses a prepared page for one component only", async () => {
  await prepareGate();
  const leaves = "export default () => { globalThis.left = 1; return <p>One</p>; };";
  const looks = "export default () => { if (globalThis.left) throw new Error('Seen'); return <p>Two</p>; };";
  expect(await verdict(leaves)).toEqual({ verdict: "passed" });
  expect(await verdict(looks)).toEqual({ verdict: "passed" });
});
