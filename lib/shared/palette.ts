/**
 * Design tokens as sRGB `[light, dark]`, for files, manifests and browser UI, where `app/tokens.css` does not
 * apply.
 */
export const palette = {
  paper: ["#fcfbf8", "#1a1817"],
  sheet: ["#fffefe", "#232120"],
  fill: ["#382b1d0d", "#f1eee70e"],
  "fill-hover": ["#382b1d0a", "#f1eee70b"],
  "fill-press": ["#382b1d16", "#f1eee71a"],
  line: ["#382b1d1a", "#f1eee718"],
  "line-strong": ["#382b1d38", "#f1eee730"],
  "line-control": ["#382b1d85", "#f1eee761"],
  ink: ["#231e19", "#eae7e2"],
  "ink-2": ["#514c46", "#bcb8b3"],
  "ink-3": ["#6a655f", "#9b9892"],
  "on-ink": ["#fcfbf8", "#171614"],
  accent: ["#284fd5", "#8fa5fa"],
  success: ["#236e44", "#73ce95"],
  "success-wash": ["#e6f6e9", "#1d2f23"],
  warning: ["#915c08", "#edbb64"],
  "warning-wash": ["#fdf1d9", "#352917"],
  danger: ["#b63132", "#f28881"],
  "danger-wash": ["#feefec", "#3a2220"],
  "chart-1": ["#01627c", "#329fb2"],
  "chart-2": ["#deb14a", "#e6be3a"],
  "chart-3": ["#b04c1b", "#c96a48"],
  "chart-4": ["#41987d", "#8ebc92"],
  "chart-5": ["#632240", "#98567b"],
  "chart-6": ["#85abda", "#bfd2f3"],
  "code-word": ["#01627c", "#71bfce"],
  "code-string": ["#27694a", "#99cda3"],
  "code-number": ["#a34619", "#e9a17c"],
} as const satisfies Record<string, readonly [light: string, dark: string]>;
