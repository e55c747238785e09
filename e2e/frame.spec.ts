import type { FrameLocator, Locator, Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import { FRAME, Workspace } from "./page.ts";

type Shown = { easel: Workspace; talk: Talk; frame: FrameLocator };

async function show(page: Page, url: string, code: string, props: object = {}): Promise<Shown> {
  const talk = new Talk(url);
  await talk.say(
    "Show it",
    { tool: "render_and_wait", input: { code, props, title: "Board" } },
    { text: "Thank you." },
  );
  await talk.until("waiting");
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  return { easel, talk, frame: frameOf(easel) };
}

const frameOf = (easel: Workspace, title = "Board"): FrameLocator => easel.sheet(title).frameLocator(FRAME);

async function showAll(page: Page, url: string, pieces: Record<string, string>) {
  const talk = new Talk(url);
  const tools = Object.entries(pieces).map(([title, code]) => ({
    tool: "render_and_wait",
    input: { code, title },
  }));
  await talk.say("Show them", { tools }, { text: "Thank you." });
  await talk.until("waiting");
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  const tabs = page.getByRole("navigation", { name: "Sheets" });
  const front = async (title: string) => {
    await tabs.getByRole("button", { name: title }).click();
    return { frame: frameOf(easel, title), slot: easel.sheet(title).locator("[data-slot=component]") };
  };
  return { easel, front };
}

const broken = `export default function Board({ ideas }) {
  const [isOpen, setOpen] = useState(false), [isRestless, setRestless] = useState(false);
  if (isOpen) return <ul>{ideas.missing.map((idea) => <li>{idea}</li>)}</ul>;
  if (isRestless) useEffect(() => {});
  return <><Button onClick={() => setOpen(true)}>Open</Button><Button onClick={() => setRestless(true)}>Change</Button></>;
}`;

test("a failed component shows the line and an explained React message, and the agent is asked to fix it", async ({
  page,
  easel: server,
}) => {
  const { easel, talk, frame } = await show(page, server.url, broken, { ideas: [] });
  await frame.getByRole("button", { name: "Open" }).click();
  const alert = easel.sheet("Board").getByRole("alert");
  const again = async () => {
    await alert.getByRole("button", { name: "Restart" }).click();
    await expect(alert).toHaveCount(0);
    await expect(easel.sheet("Board").locator("[data-slot=component][data-painted]")).toBeVisible();
  };
  await expect(alert).toContainText("Failed to render (line 3)");
  await expect(alert).toContainText("> 3 |   if (isOpen) return <ul>{ideas.missing.map(");
  await easel.accessible();
  await again();
  await frame.getByRole("button", { name: "Change" }).click();
  await expect(alert).toContainText("More hooks were called than in the render before");
  await expect(alert).not.toContainText("Minified");
  await again();

  await frame.getByRole("button", { name: "Open" }).click();
  await alert.getByRole("button", { name: "Let the agent fix it" }).click();
  await easel.chat();
  await expect(easel.messages.filter({ hasText: "failed to render" }).first()).toBeVisible();
  const { messages } = await talk.until("completed");
  expect(
    messages.some(({ role, parts }) => role === "user" && /line 3, column/.test(parts[0]?.text ?? "")),
  ).toBe(true);
});

const looks = `export default function Board() {
  const [n, setN] = useState(0);
  return <div className="p-2 bg-background text-foreground"><input aria-label="Name" /><Button onClick={() => setN(n + 1)}>Pressed {n}</Button></div>;
}`;

test("a component follows the page's theme, the keyboard enters and leaves it, and it keeps its state while covered", async ({
  page,
  easel: server,
}) => {
  const { easel, front } = await showAll(page, server.url, { Board: looks, Other: looks });
  const { frame } = await front("Board");
  const ground = () =>
    frame.locator("div.bg-background").evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await ground();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(ground).not.toBe(light);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "light";
  });
  await expect.poll(ground).toBe(light);

  const surface = easel.sheet("Board");
  await surface.getByRole("button", { name: "Close this sheet" }).focus();
  await page.keyboard.press("Tab");
  await expect(frame.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(frame.getByText("Pressed 1")).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(surface.getByRole("button", { name: "Close this sheet" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(surface.locator("[data-slot=component]")).toBeFocused();

  const other = await front("Other");
  await expect(other.frame.getByText("Pressed 0")).toBeVisible();
  await front("Board");
  await expect(frame.getByText("Pressed 1")).toBeVisible();
});

const floating = `export default function Board() {
  return <Dialog><DialogTrigger asChild><Button>Ask</Button></DialogTrigger><DialogContent><DialogTitle>Sure?</DialogTitle><DialogDescription>Really</DialogDescription><p style={{ height: 250 }}>Long</p><Button>Yes, do it</Button></DialogContent></Dialog>;
}`;

/**
 * A component whose height grows without limit once a button is pressed. It must not grow before, because the try-out
 * would reject it.
 */
const upon = (name: string, endless: string) => `${endless}
export default function Board() {
  const [isOn, setOn] = useState(false);
  return isOn ? <${name} /> : <Button onClick={() => setOn(true)}>Begin</Button>;
}`;

const loop = upon(
  "Loop",
  `function Loop() {
  const [count, setCount] = useState(0);
  useEffect(() => setCount(count + 1));
  return <p>Loop {count}</p>;
}`,
);

const endless = {
  Tall: upon(
    "Tall",
    `const Tall = () => <div className="min-h-screen p-4"><div style={{ height: "100vh", padding: 10 }}>Tall</div></div>;`,
  ),
  Canvas: upon(
    "Canvas",
    `function Canvas() {
  const ref = useRef(null);
  useEffect(() => {
    const canvas = ref.current;
    const fit = () => {
      canvas.width = canvas.parentElement.clientWidth;
      canvas.height = canvas.parentElement.clientHeight;
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(canvas.parentElement);
    return () => sizes.disconnect();
  }, []);
  return <div style={{ height: "100%", minHeight: 200, margin: 20 }}><canvas ref={ref} /><p>Canvas</p></div>;
}`,
  ),
  Window: upon(
    "Window",
    `function Window() {
  const [height, setHeight] = useState(innerHeight);
  useEffect(() => {
    const follow = () => setHeight(innerHeight);
    addEventListener("resize", follow);
    return () => removeEventListener("resize", follow);
  }, []);
  return <div style={{ height: height + 10 }}>Window</div>;
}`,
  ),
};

const floats = `export default function Board() {
  return <div className="flex gap-2">
    <Popover><PopoverTrigger asChild><Button>Date</Button></PopoverTrigger><PopoverContent><div className="h-56">Days</div><p>Last day</p></PopoverContent></Popover>
    <Select><SelectTrigger aria-label="Bread"><SelectValue placeholder="Bread" /></SelectTrigger>
      <SelectContent>{["Rye", "Wheat", "Spelt", "Oat", "Maize", "Rice"].map((each) => <SelectItem key={each} value={each}>{each}</SelectItem>)}</SelectContent></Select>
    <DropdownMenu><DropdownMenuTrigger asChild><Button>More</Button></DropdownMenuTrigger>
      <DropdownMenuContent>{["Copy", "Move", "Share", "Print", "Delete"].map((each) => <DropdownMenuItem key={each}>{each}</DropdownMenuItem>)}</DropdownMenuContent></DropdownMenu>
    <Dialog><DialogTrigger asChild><Button>Ask</Button></DialogTrigger>
      <DialogContent><DialogTitle>Sure?</DialogTitle><DialogDescription>It cannot be undone.</DialogDescription><Button>Yes</Button></DialogContent></Dialog>
  </div>;
}`;

const margins = `export default function Board() {
  return <div className="mt-10 mb-10 h-20"><p className="float-left h-32">Floats</p><p className="absolute top-44 h-6">Placed</p></div>;
}`;

test("the frame is as high as its content with dialogs, popovers and margins; endless growth stops", {
  tag: "@long",
}, async ({ page, easel: server }) => {
  const pieces = { Asking: floating, ...endless, Loop: loop, Floating: floats, Margins: margins };
  const { easel, front } = await showAll(page, server.url, pieces);
  const heightOf = async (slot: Locator) => (await slot.boundingBox())?.height ?? 0;

  await test.step("shows the whole dialog of a small component", async () => {
    const { frame, slot } = await front("Asking");
    await frame.getByRole("button", { name: "Ask" }).click();
    const yes = frame.getByRole("button", { name: "Yes, do it" });
    await expect(yes).toBeInViewport();
    await expect.poll(() => heightOf(slot)).toBeGreaterThan(400);
    await page.keyboard.press("Escape");
    await expect(yes).toHaveCount(0);
    await expect.poll(() => heightOf(slot)).toBeLessThan(100);
  });

  for (const title of Object.keys(endless))
    await test.step(`${title} stops growing`, async () => {
      const { frame, slot } = await front(title);
      await frame.getByRole("button", { name: "Begin" }).click();
      await expect(frame.getByText(title)).toBeVisible();
      const heights: number[] = [];
      await expect
        .poll(
          async () => {
            heights.push(await heightOf(slot));
            return new Set(heights.slice(-5)).size === 1 && heights.length >= 5;
          },
          { intervals: [500], timeout: 20_000 },
        )
        .toBe(true);
      expect(heights.at(-1)).toBeGreaterThan(100);
      expect(heights.at(-1)).toBeLessThan(1_000);
    });

  await test.step("stops a component that renders endlessly", async () => {
    const { frame } = await front("Loop");
    await frame.getByRole("button", { name: "Begin" }).click();
    await expect(easel.sheet("Loop").getByRole("alert")).toContainText("renders endlessly");
  });

  await test.step("grows for a popover of a short component and shrinks afterwards", async () => {
    const { frame, slot } = await front("Floating");
    const isInside = async (text: string) => {
      const [inner, outer] = [
        await frame.getByText(text, { exact: true }).boundingBox(),
        await slot.boundingBox(),
      ];
      return (
        inner !== null &&
        outer !== null &&
        inner.y >= outer.y &&
        inner.y + inner.height <= outer.y + outer.height
      );
    };
    await expect(frame.getByRole("button", { name: "Date" })).toBeVisible();
    const before = await heightOf(slot);
    expect(before).toBeLessThan(60);
    for (const [opener, role, last] of [
      ["Date", "button", "Last day"],
      ["Bread", "combobox", "Rice"],
      ["More", "button", "Delete"],
      ["Ask", "button", "Yes"],
    ] as const) {
      await frame.getByRole(role, { name: opener }).click();
      await expect.poll(() => isInside(last), opener).toBe(true);
      expect(await heightOf(slot), opener).toBeLessThan(420);
      await page.keyboard.press("Escape");
      await expect.poll(() => heightOf(slot), opener).toBe(before);
    }
  });

  await test.step("does not clip the margins of the content", async () => {
    const { frame, slot } = await front("Margins");
    await expect(frame.getByText("Placed")).toBeVisible();
    await expect.poll(() => heightOf(slot)).toBe(200);
  });
});
