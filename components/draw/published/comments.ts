import type { Frame } from "@/components/draw/frame/frame";
import type { Boot } from "@/lib/shared/apps/visit";
import { type Place, pointText } from "@/lib/shared/chat/points";
import type { VisitorComment } from "@/lib/shared/comments/target";
import { type Comment, commentList, MAX_VISITOR_COMMENT } from "@/lib/shared/comments/view";
import type { Pointed } from "@/lib/shared/frame/protocol";
import { t } from "@/lib/shared/i18n/en/published";
import { formatTag } from "@/lib/shared/i18n/locale";
import { say } from "./notice";
import { pickElement } from "./point";
import { send } from "./server";
import { visitorHeader } from "./visitor-token";

type Element = NonNullable<VisitorComment["element"]>;

/** Lets visitors comment on the app, also on an element of it. Returns the function that reads the comments again. */
export function openComments(boot: Boot, frame: Frame): () => void {
  const panel = make("aside", { id: "comments", hidden: true });
  const list = make("ol", {});
  const toggle = make("button", { id: "show-comments", type: "button" });
  panel.setAttribute("aria-label", t("comments"));
  toggle.setAttribute("aria-controls", panel.id);
  const show = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    toggle.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) panel.querySelector("textarea")?.focus();
  };
  toggle.onclick = () => show(panel.hidden !== false);
  panel.onkeydown = ({ key }) => {
    if (key !== "Escape") return;
    show(false);
    toggle.focus();
  };
  const read = () => {
    readComments(boot).then(
      (comments) => {
        const count = comments.filter(({ isDeleted }) => !isDeleted).length;
        toggle.textContent = count > 0 ? `${t("comments")} · ${count}` : t("comments");
        list.replaceChildren(...threadsOf(boot, comments, read));
      },
      (error: Error) => say(error.message),
    );
  };
  const pick = async () => {
    show(false);
    // A press on the button of the panel does not move the focus, and keys must reach this page.
    toggle.focus();
    const picked = await pickElement(frame);
    show(true);
    return picked;
  };
  const post = (text: string, element?: Element) => send(boot, "comments", { text, element }).then(read);
  panel.append(list, formOf(t("writeComment"), post, { pick }));
  document.body.append(toggle, panel);
  show(false);
  read();
  return read;
}

async function readComments(boot: Boot): Promise<Comment[]> {
  const response = await fetch(`/p/${boot.slug}/comments`, {
    cache: "no-store",
    headers: visitorHeader(boot),
  });
  if (!response.ok) throw new Error(t("failed"));
  return commentList.parse(await response.json()).comments;
}

function threadsOf(boot: Boot, comments: readonly Comment[], read: () => void): HTMLElement[] {
  return comments
    .filter(({ parentId, isResolved }) => parentId === null && !isResolved)
    .map((first) => {
      const item = make("li", {});
      const replies = make("ol", {});
      const own = comments.filter(({ parentId }) => parentId === first.id);
      replies.append(
        ...own.map((reply) => {
          const one = make("li", {});
          one.append(...entryOf(boot, reply, read));
          return one;
        }),
      );
      const answer = make("button", { type: "button", textContent: t("reply") });
      answer.onclick = () => {
        const post = (text: string) => send(boot, "comments", { text, parentId: first.id }).then(read);
        const form = formOf(t("reply"), post);
        answer.remove();
        item.append(form);
        form.querySelector("textarea")?.focus();
      };
      item.append(...entryOf(boot, first, read, [answer]), replies);
      return item;
    });
}

function entryOf(boot: Boot, comment: Comment, read: () => void, actions: HTMLElement[] = []): HTMLElement[] {
  const { id, author, isOwn, isDeleted, text, createdAt } = comment;
  if (isDeleted) return [make("p", { textContent: t("commentDeleted") }), ...actions];
  const head = make("p", {});
  const at = new Date(createdAt).toLocaleString(formatTag(), { dateStyle: "medium", timeStyle: "short" });
  head.append(make("b", { textContent: isOwn ? t("you") : author || t("owner") }), ` ${at}`);
  const body = make("p", { textContent: text });
  const isCurrent = comment.shown === String(boot.version);
  if (comment.point) {
    const textContent = isCurrent ? labelOf(comment.point) : t("earlierVersion");
    head.append(make("span", { className: "place", textContent }));
  }
  if (!isOwn) return [head, body, ...actions];
  const change = (next: string | null) => send(boot, "comments", { id, text: next }, { method: "PATCH" });
  const edit = make("button", { type: "button", textContent: t("editComment") });
  const remove = make("button", { type: "button", textContent: t("deleteComment") });
  edit.onclick = () => {
    const form = formOf(t("editComment"), (next) => change(next).then(read), { text });
    body.replaceWith(form);
    form.querySelector("textarea")?.focus();
  };
  remove.onclick = () => void change(null).then(read, (error: Error) => say(error.message));
  return [head, body, ...actions, edit, remove];
}

type FormOptions = { text?: string; pick?: () => Promise<Pointed | null> };

function formOf(
  label: string,
  post: (text: string, element?: Element) => Promise<void>,
  { text = "", pick }: FormOptions = {},
): HTMLFormElement {
  const form = make("form", {});
  const field = make("textarea", { maxLength: MAX_VISITOR_COMMENT, required: true, rows: 2, value: text });
  field.setAttribute("aria-label", label);
  field.placeholder = label;
  const button = make("button", { textContent: t("sendComment") });
  const picked = pick && pickedOf(pick);
  form.append(field, ...(picked?.parts ?? []), button);
  form.onsubmit = (event) => {
    event.preventDefault();
    if (field.value.trim() === "") return;
    button.disabled = true;
    post(field.value, picked?.element())
      .then(
        () => {
          field.value = "";
          picked?.clear();
        },
        (error: Error) => say(error.message),
      )
      .finally(() => {
        button.disabled = false;
      });
  };
  return form;
}

/** The button with which the visitor chooses an element of the app. It then names the element, and removes it. */
function pickedOf(pick: () => Promise<Pointed | null>) {
  let element: Element | undefined;
  const button = make("button", { type: "button", className: "pick" });
  const set = (next: Pointed | null) => {
    element = next ? { tag: next.tag, path: next.path, text: pointText(next.text) } : undefined;
    button.textContent = element ? `${labelOf(element)} ×` : t("pointAt");
  };
  button.onclick = () => (element ? set(null) : void pick().then(set));
  set(null);
  return { parts: [button], element: () => element, clear: () => set(null) };
}

const labelOf = ({ tag = "", text }: Pick<Place, "tag" | "text">): string =>
  `“${pointText(text, 40) || tag}”`;

const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] => Object.assign(document.createElement(tag), properties);
