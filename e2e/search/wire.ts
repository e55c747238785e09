export type Page = { title: string; url: string; text: string /** An ISO time. */; published?: string };

export type ParsedQuery = { query: string; type: "web" | "news"; most: number; key: string | null };

export type Reply = { status: number; headers?: Record<string, string>; body: unknown };

export type Trouble = "key" | "quota" | "rate" | "question" | "down";

export type Wire = {
  paths: readonly string[];
  method: "GET" | "POST";
  needsKey: boolean;
  read(path: string, search: URLSearchParams, headers: Headers, body: string): ParsedQuery;
  found(pages: readonly Page[], asked: ParsedQuery): unknown;
  troubles: Record<Trouble, Reply>;
};

export const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("'", "&#x27;");
