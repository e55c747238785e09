import { type ComponentProps, createElement, type ReactNode } from "react";

type Node = readonly [tag: string, attributes: Record<string, string>];
type Props = Omit<ComponentProps<"svg">, "stroke"> & {
  size?: number | string;
  stroke?: number | string;
  title?: string;
};

/** Creates a Tabler icon. Components bundle the paths of their icons. */
export function createReactComponent(
  style: "outline" | "filled",
  _name: string,
  named: string,
  nodes: Node[],
) {
  const look =
    style === "filled"
      ? { fill: "currentColor", stroke: "none" }
      : { fill: "none", stroke: "currentColor", strokeLinecap: "round", strokeLinejoin: "round" };
  function Icon({
    color = "currentColor",
    size = 24,
    stroke = 2,
    title,
    className,
    children,
    ...props
  }: Props) {
    const colours = style === "filled" ? { fill: color } : { stroke: color, strokeWidth: stroke };
    const inside: ReactNode[] = nodes.map(([tag, attributes], key) =>
      createElement(tag, { ...attributes, key }),
    );
    return createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        ...look,
        ...colours,
        className: ["tabler-icon", className].filter(Boolean).join(" "),
        "aria-hidden": title || props["aria-label"] ? undefined : true,
        ...props,
      } as ComponentProps<"svg">,
      title && createElement("title", { key: "title" }, title),
      ...inside,
      children,
    );
  }
  Icon.displayName = named;
  return Icon;
}
