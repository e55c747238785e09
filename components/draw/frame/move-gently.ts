type Movable = HTMLElement & { moveBefore?: (node: Node, before: Node | null) => void };

/**
 * Ref of a list whose items can contain frames. React moves an item by inserting it again, which reloads its
 * frames; this moves it with `moveBefore` if the browser can.
 */
export function moveGently(list: Movable | null): void {
  if (!list?.moveBefore) return;
  const { insertBefore, appendChild, moveBefore } = list;
  list.insertBefore = <T extends Node>(node: T, before: Node | null): T => {
    if (node.parentNode !== list) return insertBefore.call(list, node, before) as T;
    moveBefore.call(list, node, before);
    return node;
  };
  list.appendChild = <T extends Node>(node: T): T => {
    if (node.parentNode !== list) return appendChild.call(list, node) as T;
    moveBefore.call(list, node, null);
    return node;
  };
}
