/**
 * Modules that a component can import, used by the build of the runtime, the compiler and the prompt. A file
 * of `components/ui` is offered if it has a name of shadcn/ui; the others are helpers of the workspace.
 */
export const PRIMITIVES = [
  "accordion",
  "alert",
  "alert-dialog",
  "aspect-ratio",
  "avatar",
  "badge",
  "breadcrumb",
  "button",
  "button-group",
  "calendar",
  "card",
  "carousel",
  "chart",
  "checkbox",
  "collapsible",
  "command",
  "context-menu",
  "dialog",
  "drawer",
  "dropdown-menu",
  "empty",
  "field",
  "form",
  "hover-card",
  "input",
  "input-group",
  "input-otp",
  "item",
  "kbd",
  "label",
  "menubar",
  "native-select",
  "navigation-menu",
  "pagination",
  "popover",
  "progress",
  "radio-group",
  "resizable",
  "scroll-area",
  "select",
  "separator",
  "sheet",
  "sidebar",
  "skeleton",
  "slider",
  "sonner",
  "spinner",
  "switch",
  "table",
  "tabs",
  "textarea",
  "toggle",
  "toggle-group",
  "tooltip",
] as const;

export type Module = {
  /** Purpose, if the name does not tell it. */
  about?: string;
  from?: string;
  /** For a CommonJS module: the build loads it to find its exports, because the bundler cannot determine them. */
  commonjs?: boolean;
  /** True if the module is loaded with every frame. Other modules load on import. */
  core?: boolean;
  /** Names that work without an import: `all`, `true` for components and hooks, or the listed ones. */
  bare?: "all" | true | readonly string[];
  /** Name of the whole module if it is used without an import. */
  namespace?: string;
  /** Bundled separately, because other modules import only parts of it and must not load the whole module. */
  apart?: boolean;
  /** True if the module can be imported but is not listed for the model. */
  quiet?: boolean;
  /** True for a quiet module that errors about an unknown import list. */
  rare?: boolean;
};

/** The order decides which module a name comes from if several export it. */
export const MODULES: Record<string, Module> = {
  easel: {
    from: "./components/draw/runtime/easel.ts",
    core: true,
    bare: "all",
    about: "those above",
  },
  react: { commonjs: true, core: true, bare: "all", namespace: "React" },
  "react/jsx-runtime": { commonjs: true, core: true, quiet: true },
  "react-dom": { commonjs: true, core: true, bare: ["createPortal", "flushSync"] },
  "react-dom/client": { commonjs: true, core: true, quiet: true },
  "easel/react-dom": {
    from: "./components/draw/runtime/stand-ins/react-dom.ts",
    namespace: "ReactDOM",
    quiet: true,
  },
  "@/lib/utils": { from: "./components/ui/cn.ts", core: true, bare: ["cn"], about: "cn" },
  "@/hooks/use-mobile": {
    from: "./components/ui/use-mobile.ts",
    core: true,
    bare: ["useIsMobile"],
    quiet: true,
  },
  clsx: { core: true, bare: ["clsx"] },
  "class-variance-authority": { core: true, bare: ["cva"] },
  "tailwind-merge": { core: true, bare: ["twMerge"] },
  "radix-ui": { core: true },
  recharts: { bare: true, about: "charts" },
  sonner: { core: true, bare: ["toast"], about: "toast" },
  "@dnd-kit/core": { bare: true },
  "@dnd-kit/sortable": { bare: true },
  "@dnd-kit/utilities": {},
  "react-hook-form": { bare: ["useForm", "useFieldArray", "useWatch", "useFormContext", "Controller"] },
  "@hookform/resolvers/zod": { bare: ["zodResolver"] },
  zod: { bare: ["z"] },
  d3: { namespace: "d3", about: "and d3-scale, d3-shape …" },
  "date-fns": {},
  "lodash-es": { namespace: "_", about: "also as lodash" },
  papaparse: { commonjs: true, namespace: "Papa" },
  "@tanstack/react-table": {},
  "@tanstack/react-virtual": { bare: ["useVirtualizer"] },
  "react-day-picker": { bare: ["DayPicker"] },
  "embla-carousel-react": { namespace: "useEmblaCarousel" },
  "react-resizable-panels": {},
  "lucide-react/icon": { from: "./components/draw/runtime/icon.ts", core: true, quiet: true },
  "lucide-react": { apart: true, bare: true, about: "icons" },
  mermaid: { apart: true, quiet: true },
  "easel/diagram": { from: "./components/draw/runtime/diagram.tsx", apart: true, quiet: true },
  // Blocks of a published sheet or board.
  "easel/app-blocks/plain": { from: "./components/draw/runtime/app-blocks/plain.tsx", quiet: true },
  "easel/app-blocks/text": { from: "./components/draw/runtime/app-blocks/text.tsx", quiet: true },
  "easel/app-blocks/table": { from: "./components/draw/runtime/app-blocks/table.tsx", quiet: true },
  "easel/app-blocks/form": { from: "./components/draw/runtime/app-blocks/form.tsx", quiet: true },
  "easel/app-blocks/chart": { from: "./components/draw/runtime/app-blocks/chart.tsx", quiet: true },
  // Imported by public code; not listed for the model.
  "@tanstack/react-form": { quiet: true },
  "@formisch/react": { quiet: true },
  "chart.js": { quiet: true, rare: true },
  "chart.js/auto": { quiet: true },
  "embla-carousel-autoplay": { quiet: true },
  "framer-motion": { quiet: true, rare: true },
  mathjs: { quiet: true, rare: true },
  three: { quiet: true, rare: true },
  "three/addons/controls/OrbitControls.js": { quiet: true },
  "input-otp": { quiet: true },
  immer: { quiet: true, rare: true },
  "react-error-boundary": { quiet: true },
  "react-textarea-autosize": { quiet: true },
  "use-immer": { quiet: true },
  valibot: { quiet: true, rare: true },
  marked: { quiet: true, rare: true },
  "react-markdown": { quiet: true, rare: true },
  "remark-gfm": { quiet: true },
  "d3-sankey": { quiet: true, rare: true },
  "fake-indexeddb": { quiet: true },
  "highlight.js": { from: "highlight.js/lib/common", quiet: true, rare: true },
  "matter-js": { commonjs: true, quiet: true, rare: true },
  "react-router-dom": {
    from: "./components/draw/runtime/stand-ins/react-router-dom.tsx",
    quiet: true,
    rare: true,
  },
  "@dnd-kit/modifiers": { from: "./components/draw/runtime/stand-ins/dnd-modifiers.ts", quiet: true },
  "@tabler/icons-react": { from: "./components/draw/runtime/stand-ins/tabler-icon.ts", quiet: true },
  "@/hooks/use-copy-to-clipboard": {
    from: "./components/draw/runtime/stand-ins/use-copy-to-clipboard.ts",
    quiet: true,
  },
  "@/hooks/use-media-query": { from: "./components/draw/runtime/stand-ins/use-media-query.ts", quiet: true },
  "next-themes": { from: "./components/draw/runtime/stand-ins/next-themes.tsx", quiet: true },
  "next/form": { from: "./components/draw/runtime/stand-ins/next-form.tsx", quiet: true },
  "next/image": { from: "./components/draw/runtime/stand-ins/next-image.tsx", quiet: true },
  "next/link": { from: "./components/draw/runtime/stand-ins/next-link.tsx", quiet: true },
  "toastify-js": { from: "./components/draw/runtime/stand-ins/toastify-js.ts", quiet: true },
  "next/navigation": { from: "./components/draw/runtime/stand-ins/next-navigation.ts", quiet: true },
};

/**
 * Matches the path before a project's own files: parent folders, and folders of shadcn/ui's registry or of a monorepo.
 */
const OWN = String.raw`(?:@\/|~\/|(?:\.\.?\/)+)?(?:src\/|app\/)?(?:registry\/(?:[\w-]+\/)+)?`;
const own = (path: string) => new RegExp(`^${OWN}${path}(?:\\.tsx?)?$`);

export const ALIASES: readonly (readonly [spelling: RegExp, module: string])[] = [
  [own("(?:components/)?ui/([a-z-]+)"), "@/components/ui/$1"],
  [own("(?:lib/)?(?:utils|cn)"), "@/lib/utils"],
  [own("(?:hooks/)?(use-mobile|use-media-query|use-copy-to-clipboard)"), "@/hooks/$1"],
  [/^@(?:workspace|repo)\/ui\/(?:components\/)?([a-z-]+)$/, "@/components/ui/$1"],
  [/^@(?:workspace|repo)\/ui\/lib\/utils$/, "@/lib/utils"],
  [/^lodash$/, "lodash-es"],
  [/^motion\/react$/, "framer-motion"],
  [
    /^three\/(?:addons|examples\/jsm)\/controls\/OrbitControls(?:\.js)?$/,
    "three/addons/controls/OrbitControls.js",
  ],
  [/^classnames$/, "clsx"],
  [/^highlight\.js\/lib\/(?:core|common)$/, "highlight.js"],
  [/^react-router$/, "react-router-dom"],
  [/^d3-(?!sankey$)[a-z-]+$/, "d3"],
  [/^date-fns\/[a-zA-Z]+$/, "date-fns"],
  [/^zod\/v4$/, "zod"],
  [/^react\/jsx-dev-runtime$/, "react/jsx-runtime"],
];

/**
 * Browser globals whose names libraries also export. Without an import they mean the global, except as a JSX
 * tag.
 */
export const BROWSER_NAMES = new Set([
  "Fence",
  "File",
  "Gamepad",
  "History",
  "Image",
  "Infinity",
  "Lock",
  "Map",
  "Navigation",
  "Option",
  "Text",
]);
