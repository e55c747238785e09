import mermaid, { type MermaidConfig } from "mermaid";
import { type RefObject, startTransition, use, useEffect, useRef, useState } from "react";
import { diagramProblem, MAX_DIAGRAM, MAX_EDGES, withoutComments } from "@/lib/shared/diagram";
import { callTool } from "./easel";
import { isLaidOut, laidOut } from "./laid-out";

type DiagramProps = {
  source: string;
  title?: string;
  /** Tells the page the drawing as well, with fonts that any reader has. */
  isPicture?: boolean;
};

type Drawn = { svg: string; width: number };
type Theme = "light" | "dark";

/** A drawing that is wider than its frame is made smaller by so much at most; then it scrolls. */
const MIN_SCALE = 0.6;
/** So many pixels fade out at an end beyond which there is more. */
const FADE = 32;

/** A diagram in Mermaid's syntax. What cannot be drawn throws, with the line in words. */
export default function Diagram({ source, title, isPicture = false }: DiagramProps) {
  const theme = useTheme();
  // Nothing is painted before it is drawn, and the drawing before it stays until then.
  const { svg, width } = use(drawing(source, isPicture ? "light" : theme, isPicture));
  useEffect(() => {
    if (isPicture) void callTool("drawn", { svg });
  }, [svg, isPicture]);
  const box = useRef<HTMLDivElement>(null);
  const { scrolls, maskImage } = useEnds(box);
  return (
    <div
      ref={box}
      role="img"
      aria-label={title ?? "Diagram"}
      // A wide one is scrolled by keys.
      tabIndex={scrolls ? 0 : undefined}
      style={{ overflowX: "auto", maskImage }}
    >
      <div
        style={{ minWidth: width * MIN_SCALE, maxWidth: width, margin: "0 auto" }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: Mermaid has made it, and nothing in this frame reaches further
        dangerouslySetInnerHTML={{ __html: svg }}
      />
    </div>
  );
}

/** Whether a box has something to scroll sideways, and what fades where it goes on. */
function useEnds(box: RefObject<HTMLElement | null>) {
  const [{ before, after }, setHidden] = useState({ before: false, after: false });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const check = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const [before, after] = [scrollLeft > 1, scrollWidth - clientWidth - scrollLeft > 1];
      setHidden((was) => (was.before === before && was.after === after ? was : { before, after }));
    };
    element.addEventListener("scroll", check, { passive: true });
    const observer = new ResizeObserver(check);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => {
      element.removeEventListener("scroll", check);
      observer.disconnect();
    };
  }, [box]);
  const end = (isCut: boolean) => (isCut ? "transparent" : "black");
  return {
    scrolls: before || after,
    maskImage:
      before || after
        ? `linear-gradient(to right, ${end(before)}, black ${FADE}px calc(100% - ${FADE}px), ${end(after)})`
        : undefined,
  };
}

function useTheme(): Theme {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    const changes = new MutationObserver(() => startTransition(() => setTheme(readTheme())));
    changes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => changes.disconnect();
  }, []);
  return theme;
}

const readTheme = (): Theme => (document.documentElement.dataset.theme === "dark" ? "dark" : "light");

const MAX_KEPT = 4;
const drawings = new Map<string, Promise<Drawn>>();
/** Mermaid has one configuration, so one drawing waits for the other. */
let last: Promise<unknown> = Promise.resolve();
let count = 0;

function drawing(source: string, theme: Theme, isPicture: boolean): Promise<Drawn> {
  const key = JSON.stringify([source, theme, isPicture]);
  const known = drawings.get(key);
  if (known) return known;
  const made = last.then(() => draw(source, theme, isPicture));
  last = made.catch(() => {});
  drawings.set(key, made);
  for (const oldest of drawings.keys()) if (drawings.size > MAX_KEPT) drawings.delete(oldest);
  return made;
}

async function draw(source: string, theme: Theme, isPicture: boolean): Promise<Drawn> {
  const text = withoutComments(source);
  if (!isPicture) await document.fonts.load(`14px ${FONT}`).catch(() => {});
  mermaid.initialize(configFor(theme, isPicture ? READER_FONT : FONT));
  try {
    // Mermaid makes its boxes by the sizes of texts.
    for (;;) {
      await laidOut();
      const { svg } = await mermaid.render(`diagram-${++count}`, text);
      if (isLaidOut()) return measured(svg);
    }
  } catch (error) {
    throw new Error(diagramProblem(text, error));
  }
}

const FONT = '"Geist Variable", ui-sans-serif, system-ui, sans-serif';
const READER_FONT = "system-ui, sans-serif";

function configFor(theme: Theme, fontFamily: string): MermaidConfig {
  return {
    startOnLoad: false,
    suppressErrorRendering: true,
    securityLevel: "strict",
    htmlLabels: false,
    deterministicIds: true,
    maxTextSize: MAX_DIAGRAM,
    maxEdges: MAX_EDGES,
    theme: "base",
    look: "classic",
    darkMode: theme === "dark",
    fontFamily,
    themeVariables: { ...coloursOf(theme), darkMode: theme === "dark", fontFamily, fontSize: "14px" },
    // What a source may not change by a directive of its own.
    secure: FIXED,
  };
}

const FIXED = [
  ...["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering"],
  ...["htmlLabels", "fontFamily", "themeCSS", "dompurifyConfig", "layout"],
];

/** Colours of the workspace, where Mermaid has its own. */
function coloursOf(theme: Theme): Record<string, string> {
  // A node stands out from the sheet: darker than it in the light, lighter in the dark.
  const tokens = ["--sheet", "--ink", "--ink-2", "--ink-3", theme === "dark" ? "--float" : "--table"];
  const [sheet = "", ink = "", quiet = "", line = "", fill = ""] = tokens.map((token) =>
    hexOf(`var(${token})`, theme),
  );
  return {
    background: sheet,
    primaryColor: fill,
    primaryTextColor: ink,
    primaryBorderColor: line,
    secondaryColor: sheet,
    tertiaryColor: sheet,
    lineColor: quiet,
    textColor: ink,
    noteBkgColor: fill,
    noteTextColor: ink,
    noteBorderColor: line,
    edgeLabelBackground: sheet,
    pieSectionTextColor: ink,
    ...tints(theme, ink),
  };
}

/** Of what differs by colour alone: those of charts, as light as a text on them needs. */
function tints(theme: Theme, ink: string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => {
      const tint = hexOf(`color-mix(in oklab, var(--chart-${(at % 6) + 1}) 35%, var(--sheet))`, theme);
      return [
        [`cScale${at}`, tint],
        [`cScaleLabel${at}`, ink],
        [`cScaleInv${at}`, ink],
        [`pie${at + 1}`, tint],
      ];
    }).flat(),
  );
}

/** Mermaid computes with colours, and knows fewer ways to write them than browsers do. */
function hexOf(css: string, theme: Theme): string {
  const probe = document.createElement("span");
  probe.style.colorScheme = theme;
  probe.style.color = css;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return "#808080";
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The drawing with its own size, and without links: a press on one would lead the frame away. */
function measured(svg: string): Drawn {
  const place = document.createElement("div");
  place.innerHTML = svg;
  const element = place.querySelector("svg");
  if (!element) throw new Error("It cannot be drawn.");
  for (const link of element.querySelectorAll("a")) {
    link.removeAttribute("href");
    link.removeAttribute("xlink:href");
  }
  const [, , width = 0, height = 0] = (element.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  element.setAttribute("width", `${width}`);
  element.setAttribute("height", `${height}`);
  element.style.cssText = "display:block;max-width:100%;height:auto;background:transparent";
  return { svg: element.outerHTML, width };
}
