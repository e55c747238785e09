import { expect, test } from "vitest";
import { compile } from "@/lib/code/compile/index";
import { settlesIn } from "./settling";

async function settling(source: string, props = {}): Promise<number> {
  const compiled = await compile(source);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return settlesIn(compiled.bundle.js, props);
}

test("settlesIn is shorter for a component of cards, buttons, icons and state than for timers, promises or charts", async () => {
  const calm = await settling(`export default () => {
    const [n, set] = useState(1);
    const [of] = useAgentState("of", 3);
    useEffect(() => set(2), []);
    return <Card><Button onClick={() => callTool("go", { n, of })}><Plus />Go</Button></Card>;
  }`);
  const others = [
    "export default () => { useEffect(() => { setTimeout(() => {}, 9); }, []); return <p>Hi</p>; };",
    "export default () => { useEffect(() => { (async () => {})(); }, []); return <p>Hi</p>; };",
    'export default () => <LineChart width={9} height={9} data={[]}><Line dataKey="v" /></LineChart>;',
    'export default () => <img alt="A boat" src="https://pictures.example/boat.jpg" />;',
  ];
  for (const other of others) expect(await settling(other)).toBeGreaterThan(calm);
  const image = "export default ({ src }) => <img alt='' src={src} />;";
  expect(await settling(image, { src: "https://pictures.example/boat.jpg" })).toBeGreaterThan(calm);
});
