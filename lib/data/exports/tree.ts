export type TreeNode = { id: string; parent: string | null };
export type TreeProblem = { reason: "cycle" | "missing_parent"; id: string };

export type Tree<N extends TreeNode> = {
  roots: N[];
  childrenOf: (id: string) => readonly N[];
  problems: TreeProblem[];
};

/**
 * Connects nodes to a forest. A node without its parent becomes a root. In a cycle, its first node becomes a root, so that
 * no node is lost.
 */
export function treeOf<N extends TreeNode>(nodes: ReadonlyMap<string, N>): Tree<N> {
  const children = new Map<string, N[]>();
  const roots: N[] = [];
  const problems: TreeProblem[] = [];
  for (const node of nodes.values()) {
    if (node.parent !== null && nodes.has(node.parent)) {
      const list = children.get(node.parent) ?? [];
      list.push(node);
      children.set(node.parent, list);
      continue;
    }
    if (node.parent !== null) problems.push({ reason: "missing_parent", id: node.id });
    roots.push(node);
  }
  const seen = new Set<string>();
  const visit = (from: N) => {
    for (const stack = [from]; stack.length > 0; ) {
      const node = stack.pop();
      if (!node || seen.has(node.id)) continue;
      seen.add(node.id);
      for (const child of children.get(node.id) ?? []) stack.push(child);
    }
  };
  roots.forEach(visit);
  for (const node of nodes.values()) {
    if (seen.has(node.id)) continue;
    problems.push({ reason: "cycle", id: node.id });
    const siblings = node.parent === null ? undefined : children.get(node.parent);
    if (siblings) siblings.splice(siblings.indexOf(node), 1);
    roots.push(node);
    visit(node);
  }
  return { roots, childrenOf: (id) => children.get(id) ?? [], problems };
}

/** Returns the ids of a node and of its ancestors. */
export function pathTo(nodes: ReadonlyMap<string, TreeNode>, leaf: string | null): Set<string> {
  const path = new Set<string>();
  for (let id = leaf; id !== null && nodes.has(id) && !path.has(id); id = nodes.get(id)?.parent ?? null)
    path.add(id);
  return path;
}
