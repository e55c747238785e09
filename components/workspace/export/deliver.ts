/** Time before the print frame is removed. */
const CLEANUP_MS = 60_000;

/**
 * Prints an exported document from a hidden frame. The document contains no scripts, and the sandbox blocks
 * them as well.
 */
export async function print(page: string): Promise<void> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-same-origin allow-modals");
  frame.title = "Print";
  frame.style.cssText = "position:fixed;right:0;bottom:0;width:0;height:0;border:0;visibility:hidden";
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  frame.srcdoc = page;
  document.body.append(frame);
  await loaded;
  const { contentWindow: window } = frame;
  // Some browsers fire `afterprint` while the dialog is still open, so keep the frame longer.
  window?.addEventListener("afterprint", () => setTimeout(() => frame.remove(), CLEANUP_MS), { once: true });
  window?.focus();
  window?.print();
}
