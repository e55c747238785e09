import { Component, type ComponentType, type ReactNode, Suspense } from "react";
import * as ReactDOM from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { createEasel, type EaselHandlers } from "./easel";
import { PortalContainer } from "./portal";

type Module = Record<string, unknown>;
type Exports = { exports: { default?: ComponentType<Record<string, unknown>> } };

export type ElementOptions = {
  tag: string;
  css: string;
  /** Types of props by name, from the component's schema. Attributes are parsed by them. */
  props: Record<string, string>;
  modules: Record<string, Module>;
  /** The component's code. Each element runs it, so that elements share no state. */
  run: (require: (name: string) => unknown, module: Exports, exports: Module) => void;
  /** Rendered beside the component, for example the container of notices. */
  beside: ReactNode;
};

/** Attributes of the element itself. */
const RESERVED = new Set([
  "id",
  "class",
  "style",
  "slot",
  "hidden",
  "theme",
  "props",
  "tabindex",
  "title",
  "lang",
  "dir",
]);

/** Defines a custom element that renders a component of Easel in a shadow root. */
export function defineElement(options: ElementOptions): void {
  if (customElements.get(options.tag)) return;
  customElements.define(options.tag, elementClass(options));
}

function elementClass(options: ElementOptions) {
  const names = Object.keys(options.props);
  class EaselElement extends HTMLElement {
    /** Functions that answer the component's requests, such as `query`. */
    handlers: EaselHandlers = {};
    #props: Record<string, unknown> = {};
    #root: Root | undefined;
    #view: ComponentType<Record<string, unknown>> | undefined;
    #box: { root: HTMLElement; body: HTMLElement; layer: HTMLElement } | undefined;
    readonly #dark = matchMedia("(prefers-color-scheme: dark)");
    readonly #observer = new MutationObserver(() => this.#render());

    get props(): Record<string, unknown> {
      return this.#props;
    }
    set props(props: Record<string, unknown>) {
      this.#props = { ...props };
      this.#render();
    }

    connectedCallback(): void {
      for (const name of names) this.#upgrade(name);
      this.#box ??= boxIn(this.shadowRoot ?? this.attachShadow({ mode: "open" }), options.css);
      this.#view ??= makeView(options, this, this.#box.layer);
      this.#root ??= createRoot(this.#box.body);
      this.#observer.observe(this, { attributes: true });
      this.#dark.addEventListener("change", this.#render);
      this.#render();
    }

    disconnectedCallback(): void {
      this.#observer.disconnect();
      this.#dark.removeEventListener("change", this.#render);
      // The element may only have been moved.
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.#root?.unmount();
        this.#root = undefined;
      });
    }

    /** Keeps a property that the page has set before the element was defined. */
    #upgrade(name: string): void {
      if (!Object.hasOwn(this, name)) return;
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      this.#props[name] = value;
    }

    readonly #render = (): void => {
      const [View, box] = [this.#view, this.#box];
      if (!View || !box || !this.#root) return;
      const theme = this.getAttribute("theme") ?? (this.#dark.matches ? "dark" : "light");
      box.root.dataset.theme = theme;
      const props = { ...attributesOf(this, options.props), ...this.#props };
      this.#root.render(
        <PortalContainer value={box.layer}>
          <Boundary>
            <Suspense>
              <View {...props} />
            </Suspense>
            {options.beside}
          </Boundary>
        </PortalContainer>,
      );
    };
  }
  for (const name of names.filter((each) => !(each in HTMLElement.prototype)))
    Object.defineProperty(EaselElement.prototype, name, {
      get(this: EaselElement) {
        return this.props[name];
      },
      set(this: EaselElement, value: unknown) {
        this.props = { ...this.props, [name]: value };
      },
    });
  return EaselElement;
}

function boxIn(shadow: ShadowRoot, css: string) {
  const style = document.createElement("style");
  style.textContent = css;
  const [root, body, layer] = [box("easel-root"), box("easel-body"), box("easel-layer")];
  root.append(body, layer);
  shadow.replaceChildren(style, root);
  return { root, body, layer };
}

const box = (name: string): HTMLElement => Object.assign(document.createElement("div"), { className: name });

/** Runs the component's code for one element. Its functions become events of that element. */
function makeView(
  { tag, modules, run }: ElementOptions,
  element: HTMLElement & { handlers: EaselHandlers },
  layer: Element,
) {
  const emit = (type: string, detail: object) =>
    element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  const handlers = (): EaselHandlers => ({
    ...element.handlers,
    callTool: async (action, payload) => {
      emit("call-tool", { action, payload });
      await element.handlers.callTool?.(action, payload);
    },
    importModule: async (name) => modules[name] ?? element.handlers.importModule?.(name),
    sendMessage: async (text) => {
      emit("send-message", { text });
      await element.handlers.sendMessage?.(text);
    },
  });
  const easel = { ...createEasel(handlers, `easel:${tag}:${element.id}:`), __esModule: true };
  const createPortal: typeof ReactDOM.createPortal = (node, place, key) =>
    ReactDOM.createPortal(node, place === document.body ? layer : place, key);
  const dom = { ...ReactDOM, createPortal };
  const own: Record<string, unknown> = { easel, "react-dom": { ...dom, default: dom, __esModule: true } };
  const module: Exports = { exports: {} };
  run((name) => own[name] ?? modules[name], module, module.exports as Module);
  return module.exports.default;
}

function attributesOf(element: Element, types: Record<string, string>): Record<string, unknown> {
  const found: Record<string, unknown> = parsed(element.getAttribute("props") ?? "{}", {});
  for (const { name, value } of element.attributes) {
    if (RESERVED.has(name) || /^(?:data|aria)-/.test(name)) continue;
    const prop =
      Object.keys(types).find((each) => each.toLowerCase() === name.replaceAll("-", "")) ??
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    found[prop] = fromText(value, types[prop]);
  }
  return found;
}

function fromText(text: string, type = "string"): unknown {
  if (type === "string") return text;
  if (type === "boolean") return text !== "false";
  return parsed(text, text);
}

function parsed<T>(text: string, otherwise: T): T {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
  override render() {
    const { message } = this.state;
    return message === undefined ? this.props.children : <p role="alert">{message}</p>;
  }
}
