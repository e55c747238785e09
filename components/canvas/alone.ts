/** What speaks to those who cannot see goes on speaking, and a menu that is just closing gives the focus back itself. */
const FREE = "[aria-live], [role=status], [role=alert], [data-radix-popper-content-wrapper]";

/**
 * Makes all of the page but this element unreachable, until the returned function is called. What opens later, such as a
 * menu, is not concerned.
 */
export function leaveAlone(element: Element): () => void {
  const others: Element[] = [];
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other === at || other.matches(FREE) || other.hasAttribute("inert")) continue;
      other.setAttribute("inert", "");
      others.push(other);
    }
  }
  return () => {
    for (const other of others) other.removeAttribute("inert");
  };
}
