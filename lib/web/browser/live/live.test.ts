import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Site, startSite } from "@/e2e/web/site";
import { closeAll } from "@/lib/ground/base/process";
import { type BrowserEventSent, browserInput, MODIFIERS } from "@/lib/shared/browser/bodies";
import type { BrowserFrame } from "@/lib/shared/browser/contract";
import { closeSession, openSession } from "../sessions";
import { input } from "./input";
import { screenOf } from "./screen";
import { type LiveEvent, watchBrowser } from "./watch";

let site: Site;
const agentId = randomUUID();
const open: (() => void)[] = [];

beforeAll(async () => {
  vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost,127.0.0.1");
  site = await startSite(PAGES);
});
afterEach(() => {
  for (const leave of open.splice(0)) leave();
});
afterAll(async () => {
  await closeAll();
  await site.close();
});

const page = (body: string) => ({ body: `<!doctype html><title>T</title>${body}` });
const PAGES = {
  red: page("<body style='background:rgb(255,0,0)'>"),
  blue: page("<body style='background:rgb(0,0,255)'>"),
  moves: page(`<body><script>
    let n = 0; const move = () => { document.body.style.background = 'hsl(' + (n += 3) + ' 90% 50%)'; requestAnimationFrame(move); }; move();
  </script>`),
  burst: page(`<body><script>
    let n = 0; const move = () => { n++; document.body.style.background = n < 20 ? 'rgb(' + n * 10 + ',0,0)' : 'rgb(0,200,0)'; if (n < 20) requestAnimationFrame(move); };
    window.go = () => { n = 0; move(); };
  </script>`),
  form: page(`<body style="margin:0;height:3000px"><style>input{position:absolute;left:10px;width:200px;height:24px}</style>
    <form onsubmit="sent = two.value; return false"><input id=one style="top:10px"><input id=two style="top:50px"><button hidden></button></form>
    <script>var sent, menu = 0; one.oninput = () => { one.value = one.value.toUpperCase(); }; oncontextmenu = (e) => { menu++; e.preventDefault(); };</script>`),
  drags:
    page(`<body style="margin:0"><style>body > *{position:absolute;left:0;width:200px;height:40px;margin:0}</style>
    <input id=slider type=range value=0 style="top:0"><div id=thing draggable=true style="top:60px;background:#ccc">Thing</div>
    <div id=place style="top:200px;background:#eee">Place</div><button style="top:300px" onclick="clicked++">Go</button>
    <select id=list style="left:400px"><option>one<option>two<option>three</select>
    <script>var began = 0, dropped, clicked = 0; thing.ondragstart = (e) => { began++; e.dataTransfer.setData('text/plain', 'thing'); };
    place.ondragover = (e) => e.preventDefault(); place.ondrop = (e) => { dropped = e.dataTransfer.getData('text/plain'); e.preventDefault(); };</script>`),
  asks: page(`<body style="margin:0"><button style="position:absolute;width:200px;height:40px" onclick="said.push(confirm('Sure?')); said.push(prompt('Name?', 'Bob')); alert('Bye')">Ask</button>
    <script>var said = [], keys = 0; onkeydown = () => keys++</script>`),
  green: page("<body style='background:rgb(0,200,0)'>"),
};

async function watched(path: string) {
  const conversationId = randomUUID();
  const session = await openSession({ agentId, conversationId });
  await session.navigate(`${site.url}/${path}`);
  return { session, conversationId, viewer: viewerOf(conversationId) };
}

type Data<E extends LiveEvent["event"]> = Extract<LiveEvent, { event: E }>["data"];

function viewerOf(conversationId: string) {
  const left = new AbortController();
  const events = watchBrowser(conversationId, left.signal);
  open.push(() => left.abort());
  return {
    leave: async () => {
      left.abort();
      await events.return(undefined);
    },
    async next(): Promise<LiveEvent | null> {
      const { done, value } = await events.next();
      if (done) throw new Error("The test was over before this came");
      return value;
    },
    async until<E extends LiveEvent["event"]>(event: E, is: (data: Data<E>) => unknown = () => true) {
      for (;;) {
        const next = await this.next();
        if (next?.event === event && (await is(next.data as Data<E>))) return next.data as Data<E>;
      }
    },
  };
}

async function colourOf({ jpeg }: BrowserFrame): Promise<"red" | "green" | "blue" | "other"> {
  const image = sharp(Buffer.from(jpeg, "base64"));
  const { width = 0, height = 0 } = await image.metadata();
  const [r = 0, g = 0, b = 0] = await image
    .extract({ left: width / 2, top: height / 2, width: 1, height: 1 })
    .raw()
    .toBuffer();
  if (r > 240 && g < 20 && b < 20) return "red";
  if (g > 180 && r < 20 && b < 20) return "green";
  return b > 240 && r < 20 && g < 20 ? "blue" : "other";
}
const is = (colour: string) => async (frame: BrowserFrame) => (await colourOf(frame)) === colour;

describe("a viewer of the live view", () => {
  test("receives the state and a frame at once, even if the page does not change", async () => {
    const { viewer } = await watched("red");
    expect(await viewer.until("state", ({ title }) => title === "T")).toMatchObject({
      ...{ holder: "agent", url: `${site.url}/red`, viewport: { width: 1280, height: 800 } },
    });
    const frame = await viewer.until("frame");
    expect(frame).toMatchObject({ width: 1280, height: 800 });
    expect(await colourOf(frame)).toBe("red");
  });

  test("receives the final frame after many fast changes, each time", async () => {
    const { viewer, session } = await watched("burst");
    await viewer.until("frame");
    void session.page.evaluate("go()");
    await viewer.until("frame", is("green"));
    await session.page.evaluate("go()");
    await viewer.until("frame", is("green"));
  });

  test("receives at most 15 frames per second", async () => {
    const { viewer } = await watched("moves");
    const began = performance.now();
    let frames = 0;
    while (performance.now() - began < 1_000) if ((await viewer.next())?.event === "frame") frames++;
    expect(frames).toBeLessThanOrEqual(16);
    expect(frames).toBeGreaterThan(1);
  });

  test("follows navigation to other sites, a new tab, and a tab that crashes", async () => {
    const { viewer, session, conversationId } = await watched("red");
    await viewer.until("frame", is("red"));
    await session.navigate(`http://127.0.0.1:${site.port}/blue`);
    await viewer.until("frame", is("blue"));
    const other = await session.context.newPage();
    await other.goto(`${site.url}/green`);
    await viewer.until("frame", is("green"));
    expect(session.tabs).toHaveLength(2);
    other.goto("chrome://crash").catch(() => {});
    await viewer.until("frame", is("blue"));
    session.page.evaluate("for(;;);").catch(() => {});
    const another = viewerOf(conversationId);
    await another.until("frame", is("blue"));
  });

  test("receives the reason when the browser closes, and then frames of the next browser", async () => {
    const { viewer, conversationId } = await watched("red");
    await viewer.until("frame");
    await closeSession(conversationId, "It was closed.");
    expect(await viewer.until("closed")).toEqual({ reason: "It was closed." });
    const again = await openSession({ agentId, conversationId });
    await again.navigate(`${site.url}/blue`);
    await viewer.until("frame", is("blue"));
    const other = viewerOf(randomUUID());
    expect(await other.next()).toEqual({ event: "closed", data: { reason: null } });
  });

  test("leaves no frame or other resources behind after all viewers have left", async () => {
    const { viewer, session, conversationId } = await watched("moves");
    const all = Array.from({ length: 100 }, () => viewerOf(conversationId));
    await Promise.all(all.map((one) => one.until("frame")));
    await Promise.all([viewer, ...all].map((one) => one.leave()));
    expect(session.isIdle).toBe(true);
    expect(screenOf(session).frame).toBeNull();
  });
});

const key = (name: string, modifiers = 0, code = ""): BrowserEventSent[] => [
  { type: "keydown", key: name, code, modifiers },
  { type: "keyup", key: name, code, modifiers },
];
const letters = (text: string) => [...text].flatMap((letter) => key(letter));
const click = (x: number, y: number, more: Partial<Extract<BrowserEventSent, { type: "down" }>> = {}) => [
  { type: "move", x, y } as const,
  { type: "down", x, y, ...more } as const,
  { type: "up", x, y, ...more } as const,
];

describe("mouse and keyboard events of the user", () => {
  async function takenOver(path: string) {
    const { session } = await watched(path);
    session.take();
    return {
      session,
      does: (...events: BrowserEventSent[]) => input(session, browserInput.parse({ events }).events),
      says: (code: string) => session.page.evaluate(code),
    };
  }

  test("type, move the cursor and select text", async () => {
    const { does, says } = await takenOver("form");
    await does(...click(50, 20), ...letters("ada"));
    expect(await says("one.value")).toBe("ADA");
    await does(...key("ArrowLeft"), ...key("Backspace"), ...key("End"), ...key("ö"), {
      type: "text",
      text: "日本",
    });
    expect(await says("one.value")).toBe("AAÖ日本");
    await does(
      ...key("a", MODIFIERS.control, "KeyA"),
      ...key("x"),
      ...key("@", MODIFIERS.control | MODIFIERS.alt),
    );
    expect(await says("one.value")).toBe("X@");
    await does(
      ...key("Tab"),
      ...letters("two words"),
      ...click(25, 60, { clickCount: 1 }),
      ...click(25, 60, { clickCount: 2 }),
      ...key("W", MODIFIERS.shift),
    );
    expect(await says("two.value")).toBe("W words");
    await does(...key("Enter"));
    expect(await says("sent")).toBe("W words");
    await does(...click(50, 100, { button: "right" }), { type: "wheel", x: 300, y: 300, deltaY: 200 });
    await vi.waitFor(async () => expect(await says("[menu, scrollY]")).toEqual([1, 200]));
  });

  test("drag a slider and an element, press a button and select from a list", async () => {
    const { does, says, session } = await takenOver("drags");
    await does({ type: "move", x: 10, y: 20 }, { type: "down", x: 10, y: 20 });
    await does(
      { type: "move", x: 100, y: 20, button: "left" },
      { type: "move", x: 190, y: 20, button: "left" },
      { type: "up", x: 190, y: 20 },
    );
    expect(Number(await says("slider.value"))).toBeGreaterThan(80);
    await does(
      { type: "move", x: 50, y: 80 },
      { type: "down", x: 50, y: 80 },
      { type: "move", x: 60, y: 90, button: "left" },
      { type: "move", x: 80, y: 120, button: "left" },
    );
    await vi.waitFor(async () => expect(await says("began")).toBe(1));
    await does({ type: "move", x: 60, y: 220, button: "left" }, { type: "up", x: 60, y: 220 });
    await vi.waitFor(async () => expect(await says("dropped")).toBe("thing"));
    await does(...click(50, 320));
    expect(await says("clicked")).toBe(1);
    await does(...click(410, 20));
    const { y } = await session.page
      .locator("option")
      .last()
      .evaluate((option) => option.getBoundingClientRect());
    await does(...click(410, y + 5));
    expect(await says("list.value")).toBe("three");
  });

  test("answer dialogs, which stay open while the user is in control and are dismissed afterwards", async () => {
    const { does, says, session } = await takenOver("asks");
    const asked = async (message: string) => {
      await vi.waitFor(() => expect(session.state().dialog?.message).toBe(message));
      return session.state().dialog?.id ?? "";
    };
    await does(...click(50, 20));
    const sure = await asked("Sure?");
    await does(...letters("x"));
    await does({ type: "dialog", id: sure, accept: true });
    const name = await asked("Name?");
    expect(session.state().dialog).toMatchObject({ kind: "prompt", value: "Bob" });
    await expect(does({ type: "dialog", id: sure, accept: true })).rejects.toThrow(/no longer open/);
    await does({ type: "dialog", id: name, accept: true, text: "Ada" });
    await asked("Bye");
    session.giveBack();
    await vi.waitFor(async () => expect(await says("[said, keys]")).toEqual([[true, "Ada"], 0]));
    expect(session.state().dialog).toBeNull();
    expect(session.takeNotes()).toEqual(["The page showed an alert, which was dismissed: Bye"]);
  });
});
