/*
 * These functions run in pages. Each is sent as source text, so it must not use anything outside of its own
 * body.
 */

export type DescribedElement = {
  tag: string;
  type: string;
  label: string;
  /** These flags explain why the element cannot be clicked or edited. */
  isDisabled: boolean;
  isReadOnly: boolean;
  isEditable: boolean;
  options: string[];
};

export function describeElement(element: Element): DescribedElement {
  const attribute = (name: string) => element.getAttribute(name) ?? "";
  const labels = "labels" in element ? (element as HTMLInputElement).labels : null;
  const tag = element.tagName.toLowerCase();
  const type = tag === "input" ? (element as HTMLInputElement).type : "";
  const isButton = ["button", "submit", "reset"].includes(type);
  const names = [
    attribute("aria-label"),
    labels?.[0]?.textContent ?? "",
    isButton ? (element as HTMLInputElement).value : "",
    ["input", "select", "textarea"].includes(tag) ? "" : ((element as HTMLElement).innerText ?? ""),
    attribute("placeholder"),
    attribute("alt"),
    attribute("title"),
    attribute("name"),
    element.id,
  ];
  const label = names.map((name) => name.replace(/\s+/g, " ").trim()).find(Boolean) ?? "";
  const isText =
    tag === "textarea" ||
    (tag === "input" &&
      !isButton &&
      !["checkbox", "radio", "file", "image", "range", "color", "hidden"].includes(type));
  return {
    tag,
    type,
    label: label.slice(0, 80),
    isDisabled: element.matches(":disabled") || attribute("aria-disabled") === "true",
    isReadOnly: element.matches("input:read-only, textarea:read-only") && isText,
    isEditable: isText || (element as HTMLElement).isContentEditable === true,
    options:
      element instanceof HTMLSelectElement
        ? [...element.querySelectorAll<HTMLOptionElement>("option:enabled")]
            .slice(0, 100)
            .map(({ label }) => label.trim().slice(0, 80))
        : [],
  };
}

/**
 * Returns up to eight elements that a selector without matches may have meant, best first. Each has a unique
 * selector.
 */
export function findNearby(selector: string): string[] {
  const MAX_ELEMENTS = 8;
  const tokenize = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const wanted = new Set(tokenize(selector.replace(/([a-z])([A-Z])/g, "$1 $2")));
  const pattern =
    "a[href], button, input, select, textarea, summary, [role], [contenteditable], [onclick], h1, h2, main, form, table, article";
  const isSeen = (element: Element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden";
  };
  const only = (candidate: string, element: Element) => {
    const found = document.querySelectorAll(candidate);
    return found.length === 1 && found[0] === element;
  };
  const selectorOf = (element: Element): string => {
    const tag = element.tagName.toLowerCase();
    const quoted = (name: string) => {
      const value = element.getAttribute(name);
      return value && value.length < 60 ? `${tag}[${name}=${JSON.stringify(value)}]` : "";
    };
    const simple = [
      element.id && `#${CSS.escape(element.id)}`,
      ...["name", "data-testid", "aria-label", "placeholder", "type", "href", "value"].map(quoted),
      ...[...element.classList].slice(0, 4).map((name) => `${tag}.${CSS.escape(name)}`),
      tag,
    ];
    const fitting = simple.find((candidate) => candidate && only(candidate, element));
    if (fitting) return fitting;
    const parent = element.parentElement;
    if (!parent) return tag;
    const same = [...parent.children].filter((child) => child.tagName === element.tagName);
    const own = same.length > 1 ? `${tag}:nth-of-type(${same.indexOf(element) + 1})` : tag;
    return `${selectorOf(parent)} > ${own}`;
  };
  const scored = [...document.querySelectorAll(pattern)].slice(0, 3_000).flatMap((element, order) => {
    if (!isSeen(element)) return [];
    const html = element as HTMLElement;
    const label = (
      html.innerText ||
      element.getAttribute("aria-label") ||
      element.getAttribute("placeholder") ||
      ""
    )
      .replace(/\s+/g, " ")
      .trim();
    const attributes = [...element.attributes].map(({ value }) => value.slice(0, 100)).join(" ");
    const here = tokenize(`${element.tagName} ${attributes} ${label.slice(0, 100)}`);
    const isLike = (one: string, word: string) =>
      one === word || (word.length > 2 && one.includes(word)) || (one.length > 2 && word.includes(one));
    const hits = [...wanted].filter((word) => here.some((one) => isLike(one, word)));
    const isUsed = !element.matches("h1, h2, main, form, table, article");
    if (hits.length === 0 && !isUsed) return [];
    return [{ element, label, score: hits.length * 10_000 + (isUsed ? 5_000 : 0) - order }];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_ELEMENTS)
    .map(({ element, label }) => {
      const named = label && label.length < 80 ? ` "${label.slice(0, 50)}"` : "";
      return `${selectorOf(element).slice(0, 200)}${named}`;
    });
}

/** Returns the visible text of an element, followed by that of shadow roots inside it, and its links. */
export function readElementText(element: Element, { most, mostLinks }: { most: number; mostLinks: number }) {
  const shadowsIn = (root: Element | ShadowRoot): ShadowRoot[] =>
    [...(root instanceof Element ? [root] : []), ...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
      shadowRoot ? [shadowRoot, ...shadowsIn(shadowRoot)] : [],
    );
  const shadows = shadowsIn(element);
  const textOf = (one: Element) => (one instanceof HTMLElement ? one.innerText : (one.textContent ?? ""));
  const inShadow = shadows
    .flatMap(({ childNodes }) => [...childNodes])
    .map((node) => {
      if (node instanceof Element) return node.checkVisibility() ? textOf(node) : "";
      return node instanceof Text ? node.data : "";
    });
  const own = textOf(element);
  const whole = shadows.length > 0 ? [own, ...inShadow].join("\n\n") : own;
  const text = whole
    .replace(/[^\S\n]+/g, " ")
    .replace(/\s*\n\s*\n\s*/g, "\n\n")
    .trim();
  const seen = new Map<string, string>();
  for (const link of [
    element,
    ...[element, ...shadows].flatMap((root) => [...root.querySelectorAll("a[href]")]),
  ]) {
    if (!(link instanceof HTMLAnchorElement) || !/^https?:/.test(link.href) || seen.has(link.href)) continue;
    const label = (link.innerText || link.getAttribute("aria-label") || "").replace(/\s+/g, " ").trim();
    if (label) seen.set(link.href, label.slice(0, 100));
  }
  const links = [...seen].slice(0, mostLinks).map(([href, label]) => `${label} ${href.slice(0, 500)}`);
  return { text: text.slice(0, most), length: text.length, links, count: seen.size };
}

export function readHtml(element: Element, { isOuter, most }: { isOuter: boolean; most: number }) {
  const html = isOuter ? element.outerHTML : element.innerHTML;
  return { html: html.slice(0, most), length: html.length };
}

export function cursorToEnd(element: Element): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    // Inputs of types such as email and number have no selection, so this throws.
    try {
      element.setSelectionRange(element.value.length, element.value.length);
    } catch {}
    return;
  }
  getSelection()?.selectAllChildren(element);
  getSelection()?.collapseToEnd();
}

/** Returns the element that would receive keys instead of `element`, or null if `element` receives them. */
export function keysElsewhere(element: Element): string | null {
  const root = element.getRootNode();
  const active = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  if (active === element) return null;
  // The element is inside an editable element, which has the focus as a whole.
  if (active instanceof HTMLElement && active.isContentEditable && active.contains(element)) return null;
  return active ? active.tagName.toLowerCase() + (active.id && `#${active.id}`) : "nothing";
}
