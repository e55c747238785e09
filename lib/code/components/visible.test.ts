import { describe, expect, test } from "vitest";
import { compile } from "@/lib/code/compile/index";
import type { Verdict } from "@/lib/shared/components/contract";
import { gate } from "./gate";

async function verdict(source: string): Promise<Verdict> {
  const compiled = await compile(source);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return gate({ hash: "h", runtime: "r", ...compiled.bundle }, {});
}

const done = `<button onClick={() => callTool("done")}>ok</button>`;

describe("a component sized by its own frame fails", () => {
  test("with a canvas as high as its parent", async () => {
    const canvas = `export default function A(){const r=React.useRef(null);React.useEffect(()=>{const c=r.current;const f=()=>{c.width=c.parentElement.clientWidth;c.height=c.parentElement.clientHeight};f();const o=new ResizeObserver(f);o.observe(c.parentElement);return()=>o.disconnect()},[]);return <div style={{height:'100%',minHeight:200,margin:20}}><canvas ref={r}/>${done}</div>}`;
    expect(await verdict(canvas)).toMatchObject({ message: expect.stringContaining("grows endlessly") });
  });
  test("with slightly more than the window's height", async () => {
    const follows = `export default function A(){const [h,s]=React.useState(window.innerHeight);React.useEffect(()=>{const f=()=>s(window.innerHeight);addEventListener('resize',f);return()=>removeEventListener('resize',f)},[]);return <div style={{height:h+10}}>${done}</div>}`;
    expect(await verdict(follows)).toMatchObject({ message: expect.stringContaining("never settles") });
  });
});

describe("a component with endless renders fails", () => {
  test.each([
    ["in an effect", "useEffect(() => { s(n + 1); });"],
    [
      "in an effect, with slow drawings",
      "useEffect(() => { const t = performance.now(); while (performance.now() - t < 8); s(n + 1); });",
    ],
    ["by promises", "useEffect(() => { Promise.resolve().then(() => s(n + 1)); });"],
  ])("%s", async (_, effect) => {
    const source = `export default function A(){const [n,s]=React.useState(0);${effect}return <p>n {n} ${done}</p>}`;
    expect(await verdict(source)).toMatchObject({ message: expect.stringContaining("renders endlessly") });
  });
});

describe("a component with invisible content fails", () => {
  test.each([
    [
      "a chart in an element without a height",
      `import {ResponsiveContainer,LineChart,Line} from 'recharts';export default function A(){return <div style={{margin:20}}><ResponsiveContainer width="100%" height="100%"><LineChart data={[{v:1},{v:3}]}><Line dataKey="v"/></LineChart></ResponsiveContainer>${done}</div>}`,
      "recharts-responsive-container",
    ],
    [
      "a canvas without a size",
      `export default () => <div>${done}<canvas width={0} height={0} /></div>`,
      "<canvas>",
    ],
    [
      "a drawing without a size",
      `export default () => <div>${done}<svg style={{width:"100%",height:0}}><path d="M0 0h8" /></svg></div>`,
      "<svg>",
    ],
    ["an empty canvas", `export default () => <canvas width={300} height={100} />`, "same colour"],
  ])("%s", async (_, source, message) => {
    expect(await verdict(source)).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe("a component that deliberately moves or hides something passes", () => {
  test.each([
    [
      "a clock, a game that draws its state in every frame, and a canvas that is drawn in every frame",
      `function Clock(){const [n,s]=React.useState(0);React.useEffect(()=>{const i=setInterval(()=>s(Date.now()),100);return()=>clearInterval(i)},[]);return <p>{n}</p>}
      function Game(){const [n,s]=React.useState(0);React.useEffect(()=>{let f;const go=()=>{s(m=>m+1);f=requestAnimationFrame(go)};go();return()=>cancelAnimationFrame(f)},[]);return <p>{n}</p>}
      function Drawn(){const r=React.useRef(null);React.useEffect(()=>{const c=r.current.getContext("2d");let f;let x=0;const go=()=>{c.fillStyle="red";c.fillRect(x++%300,0,20,20);f=requestAnimationFrame(go)};go();return()=>cancelAnimationFrame(f)},[]);return <canvas ref={r} width={300} height={100} />}
      export default () => <><Clock /><Game /><Drawn /></>`,
    ],
    [
      "a list that grows line by line",
      `export default function A(){const [n,s]=React.useState(1);React.useEffect(()=>{const i=setInterval(()=>s(m=>m+1),40);return()=>clearInterval(i)},[]);return <ul>{Array.from({length:n},(_,i)=><li key={i}>Line {i}</li>)}</ul>}`,
    ],
    [
      "an animation of the height",
      `export default () => <><style>{"@keyframes grow{from{height:100px}to{height:400px}} .g{animation:grow 1s both;background:#ccc}"}</style><div className="g">Grows</div></>`,
    ],
    [
      "a chart with a height, an icon of the other theme, a folded panel, and a bar of nothing",
      `import {Moon} from 'lucide-react';import {ResponsiveContainer,LineChart,Line} from 'recharts';
      export default () => <div><div style={{height:200}}><ResponsiveContainer width="100%" height="100%"><LineChart data={[{v:1},{v:3}]}><Line dataKey="v"/></LineChart></ResponsiveContainer></div>
      <Button><Moon className="absolute scale-0 dark:scale-100" />Theme</Button>
      <div style={{height:0,overflow:"hidden"}}><canvas style={{height:"100%"}} /></div><div style={{height:20}}><div style={{height:"0%",background:"red"}} /></div></div>`,
    ],
  ])("%s", async (_, source) => {
    expect(await verdict(source)).toEqual({ verdict: "passed" });
  });
});
