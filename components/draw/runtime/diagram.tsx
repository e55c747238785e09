import mermaid, { type MermaidConfig } from "mermaid";
import { type RefObject, startTransition, use, useEffect, useRef, useState } from "react";
import { diagramProblem, MAX_DIAGRAM, MAX_EDGES, withoutComments } from "@/lib/shared/diagram";
import { callTool } from "./easel";
import { isLaidOut, laidOut } from "./laid-out";

type DiagramProps = {
  source: string;
  title?: string;
  isImage?: boolean;
};

type Drawn = { svg: string; width: number };
type Theme = "light" | "dark";

/** A drawing that is wider than its frame shrinks to this scale at most; then it scrolls. */
const MIN_SCALE = 0.6;
const FADE = 32;

/** Diagram in Mermaid's syntax. Throws with the line if it cannot be drawn. */
export default function Diagram({ source, title, isImage = false }: DiagramProps) {
  const theme = useTheme();
  // Suspends until the diagram is drawn; the previous drawing stays visible.
  const { svg, width } = use(drawing(source, isImage ? "light" : theme, isImage));
  useEffect(() => {
    if (isImage) void callTool("drawn", { svg });
  }, [svg, isImage]);
  const box = useRef<HTMLDivElement>(null);
  const { scrolls, maskImage } = useEnds(box);
  return (
    <div
      ref={box}
      role="img"
      aria-label={title ?? "Diagram"}
      tabIndex={scrolls ? 0 : undefined}
      style={{ overflowX: "auto", maskImage }}
    >
      <div
        style={{ minWidth: width * MIN_SCALE, maxWidth: width, margin: "0 auto" }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by Mermaid in an isolated frame
        dangerouslySetInnerHTML={{ __html: svg }}
      />
    </div>
  );
}

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

const MAX_CACHED = 4;
const drawings = new Map<string, Promise<Drawn>>();
/** Mermaid has one global configuration, so drawings run one after another. */
let last: Promise<unknown> = Promise.resolve();
let count = 0;

function drawing(source: string, theme: Theme, isImage: boolean): Promise<Drawn> {
  const key = JSON.stringify([source, theme, isImage]);
  const cached = drawings.get(key);
  if (cached) return cached;
  const made = last.then(() => draw(source, theme, isImage));
  last = made.catch(() => {});
  drawings.set(key, made);
  for (const oldest of drawings.keys()) if (drawings.size > MAX_CACHED) drawings.delete(oldest);
  return made;
}

async function draw(source: string, theme: Theme, isImage: boolean): Promise<Drawn> {
  const text = withoutComments(source);
  if (!isImage) await document.fonts.load(`14px ${FONT}`).catch(() => {});
  mermaid.initialize(configFor(theme, isImage ? READER_FONT : FONT));
  try {
    // Mermaid measures text to size its boxes, so draw again if the frame lost its layout in the meantime.
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
    secure: FIXED,
  };
}

const FIXED = [
  ...["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering"],
  ...["htmlLabels", "fontFamily", "themeCSS", "dompurifyConfig", "layout"],
];

function coloursOf(theme: Theme): Record<string, string> {
  // Nodes stand out from the surface: darker in the light theme, lighter in the dark one.
  const tokens = ["--sheet", "--ink", "--ink-2", "--ink-3", theme === "dark" ? "--float" : "--table"];
  const [surface = "", ink = "", quiet = "", line = "", fill = ""] = tokens.map((token) =>
    hexOf(`var(${token})`, theme),
  );
  return {
    background: surface,
    primaryColor: fill,
    primaryTextColor: ink,
    primaryBorderColor: line,
    secondaryColor: surface,
    tertiaryColor: surface,
    lineColor: quiet,
    textColor: ink,
    noteBkgColor: fill,
    noteTextColor: ink,
    noteBorderColor: line,
    edgeLabelBackground: surface,
    pieSectionTextColor: ink,
    ...tints(theme, ink),
  };
}

/** Returns colors for items that differ by color alone: those of charts, light enough for text on them. */
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

/** Converts a color to hex. Mermaid computes with colors and knows fewer notations than browsers. */
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

/**
 * Returns the drawing with explicit sizes and without links, because a click on one would navigate the frame.
 */
function measured(svg: string): Drawn {
  const place = document.createElement("div");
  place.innerHTML = svg;
  const element = place.querySelector("svg");
  if (!element) throw new Error("Mermaid returned no SVG.");
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
