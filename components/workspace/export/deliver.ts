/** The browser reads the address after this task; a large file takes it a while. */
const KEPT_MS = 60_000;

export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Prints a document of ours from a frame that nobody sees. It has no scripts; the sandbox says so once more. */
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
  // Where printing does not wait for the dialog, the frame must outlive it.
  window?.addEventListener("afterprint", () => setTimeout(() => frame.remove(), KEPT_MS), { once: true });
  window?.focus();
  window?.print();
}
