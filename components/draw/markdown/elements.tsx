import type { ComponentProps } from "react";
import type { Components } from "react-markdown";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { CodeBox } from "@/components/ui/kit/code-box";
import { Image } from "@/components/ui/kit/images/image";
import { ScrollArea } from "@/components/ui/scroll-area";
import { t } from "@/lib/shared/i18n/en/markdown";
import { Caret } from "./caret-mark";
import { Table } from "./table";

const list = "flex flex-col gap-1 [&_p+p]:mt-2 [&_li>ul]:mt-1 [&_li>ol]:mt-1";

/**
 * Headings start at h3, because surfaces and messages have titles. `highest` is the highest level in the text.
 * The look depends on the original level.
 */
const headings = (highest: number): Components => {
  const heading =
    (level: number, className: string) =>
    ({ children, id }: ComponentProps<"h3">) => {
      const Tag = TAGS[Math.min(level - highest, TAGS.length - 1)] ?? "h3";
      return (
        <Tag id={id} className={cn("not-first:mt-2", className)}>
          {children}
        </Tag>
      );
    };
  return {
    h1: heading(1, "text-title font-strong"),
    h2: heading(2, "text-prose font-strong"),
    h3: heading(3, "text-prose font-medium"),
    h4: heading(4, "text-ui font-medium"),
    h5: heading(5, "text-ui font-medium text-ink-2"),
    h6: heading(6, "text-ui font-medium text-ink-2"),
  };
};

const TAGS = ["h3", "h4", "h5", "h6"] as const;

const LINK = "rounded-[2px] underline decoration-line-control underline-offset-4 hover:decoration-ink";
const FILE = /^\/files\/[0-9a-f-]{36}(\?passage=\d+)?$/;

const others: Components = {
  strong: ({ children }) => <strong className="font-strong">{children}</strong>,
  a: ({ href = "", children, id, ...rest }) =>
    FILE.test(href) ? (
      // A citation of a file opens at its place on the page Files.
      <Link href={href} className={LINK}>
        {children}
      </Link>
    ) : (
      <a
        id={id}
        href={href}
        aria-label={rest["aria-label"]}
        className={LINK}
        {...(href.startsWith("#") ? {} : { target: "_blank", rel: "noopener noreferrer" })}
      >
        {children}
      </a>
    ),
  img: ({ src, alt }) => <Image url={typeof src === "string" ? src : ""} alt={alt} />,
  ul: ({ children }) => (
    <ul dir="auto" className={cn(list, "list-['–_'] ps-4")}>
      {children}
    </ul>
  ),
  // A list may mix tasks and plain items: a task has a checkbox instead of the marker.
  li: ({ children, className, id }) => (
    <li id={id} className={className?.includes("task-list-item") ? "-ms-4 list-none" : undefined}>
      {children}
    </li>
  ),
  ol: ({ children, start }) => (
    <ol dir="auto" start={start} className={cn(list, "list-decimal ps-6 tabular-nums marker:text-ink-3")}>
      {children}
    </ol>
  ),
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked}
      disabled
      className="me-2 align-[-2px] accent-ink"
      aria-label={t("task")}
    />
  ),
  blockquote: ({ children }) => (
    <blockquote dir="auto" className="flex flex-col gap-2 ps-5 text-ink-2">
      {children}
    </blockquote>
  ),
  hr: () => <hr className="my-2 border-line" />,
  pre: ({ node }) => {
    const element = node?.children[0];
    if (element?.type !== "element") return null;
    const language = /language-(\S+)/.exec(String(element.properties.className))?.[1] ?? "";
    const text = element.children.map((child) => (child.type === "text" ? child.value : "")).join("");
    const code = { text: text.replace(/\n$/, ""), language };
    return <CodeBox {...code} className="my-1 w-max max-w-[calc(100%+var(--code-room,0px))] min-w-full" />;
  },
  // `addCaret` inserts this element; markdown produces no other `ins`.
  ins: () => <Caret />,
  // A formula on separate lines; markdown produces no other `figure`.
  figure: ({ children }) => (
    <ScrollArea label={t("formula")} className="py-1">
      <span className="katex-display m-0! block text-center">{children}</span>
    </ScrollArea>
  ),
  code: ({ children }) => <code className="rounded-[4px] bg-fill px-1 py-0.5 text-[0.87em]">{children}</code>,
  table: ({ children }) => <Table>{children}</Table>,
  th: ({ children, style }) => (
    <th
      scope="col"
      style={style}
      className="h-8 border-line border-b px-3 text-start text-meta font-medium whitespace-nowrap text-ink-3 first:ps-0 last:pe-0"
    >
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="h-8 min-w-16 border-line border-b px-3 py-1 first:ps-0 last:pe-0">
      {children}
    </td>
  ),
};

export const elements = [1, 2, 3, 4, 5, 6].map((highest) => ({ ...headings(highest), ...others }));
