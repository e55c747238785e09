type Action = { label: string; run(): void };

let shown: HTMLElement | undefined;

/** Shows a notice above the component; an empty text hides it. */
export function say(text: string, action?: Action): void {
  shown?.remove();
  shown = undefined;
  if (text === "") return;
  const notice = document.createElement("p");
  notice.setAttribute("role", "status");
  notice.style.cssText =
    "margin:0 0 12px;padding:8px 12px;border-radius:8px;background:var(--fill);color:var(--ink);font-size:13px;line-height:20px";
  notice.textContent = text;
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.label;
    button.style.cssText =
      "margin-left:8px;padding:4px 0;border:0;background:none;text-decoration:underline;cursor:pointer";
    button.onclick = action.run;
    notice.append(button);
  }
  document.body.prepend(notice);
  shown = notice;
}
