import { runtime } from "@/lib/code/compile/runtime";
import { bundleForRuntime } from "@/lib/code/components/bundles";
import { frameSources } from "@/lib/platform/http/frame-sources";
import type { Boot, Lock } from "@/lib/shared/apps/visit";
import { isAppError } from "@/lib/shared/errors";
import { NO_FEATURES } from "@/lib/shared/frame/features";
import { t } from "@/lib/shared/i18n/en/published";
import { currentLocale } from "@/lib/shared/i18n/locale";
import { palette } from "@/lib/shared/palette";
import { read } from "@/lib/store/agents/state";
import { APPLE, escaped } from "./icon";
import { type Opening, openVisit, requireVisit, sandboxHost } from "./visit";
import { setCookie } from "./visitor-cookie";

/** Responds with the page of an app, which has nothing of Easel but the frame. */
export async function pageOfApp(slug: string, request: Request): Promise<Response> {
  const host = request.headers.get("host") ?? "";
  try {
    const opening = await openVisit(slug, request);
    const { token, isLocked, app } = opening;
    const body = isLocked ? lockedPage(opening) : await appPage(opening);
    const headers = new Headers(headersOf(host, app.embed));
    if (token !== null) headers.set("set-cookie", setCookie(app, token));
    return new Response(body, { headers });
  } catch (error) {
    if (!isAppError(error) || !["not_found", "unauthorized"].includes(error.code)) throw error;
    if (error.code === "unauthorized") return signIn(slug);
    return new Response(gonePage(), { status: 404, headers: headersOf(host, []) });
  }
}

const signIn = (slug: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location: `/login?next=${encodeURIComponent(`/p/${slug}`)}`, "cache-control": "no-store" },
  });

function headersOf(host: string, embed: readonly string[]): Record<string, string> {
  const frames = frameSources(host, sandboxHost() ?? undefined);
  const policy = [
    "default-src 'none'",
    `script-src http://${host}/rt/`,
    "style-src 'unsafe-inline'",
    "img-src 'self'",
    `connect-src 'self'`,
    "manifest-src 'self'",
    // The frame of a published app has a query, which a path in a policy does not match against.
    `frame-src ${frames.join(" ")}`,
    `frame-ancestors ${embed.length > 0 ? embed.join(" ") : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "permissions-policy": NO_FEATURES,
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex, nofollow, noarchive",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    ...(embed.length === 0 && { "cross-origin-opener-policy": "same-origin" }),
  };
}

async function appPage({ app, version, visitor, token }: Opening): Promise<string> {
  const { agentId, slug } = app;
  const state = await Promise.all(version.state.map(async (key) => [key, await read(agentId, key)] as const));
  const { js } = version.hasScript ? { js: null } : await bundleForRuntime(version.bundle);
  const boot: Boot = {
    ...{ slug, title: app.title, version: version.number, queries: version.queries },
    ...{ state: Object.fromEntries(state), own: visitor.state, js, css: version.css, props: version.props },
    script: version.hasScript ? `/p/${slug}/script?version=${version.number}` : null,
    ...{ sandboxHost: sandboxHost(), hasForm: version.rules.form !== null },
    token: app.embed.length > 0 ? token : null,
    asksName: version.rules.asksName === true && visitor.name === "",
    hasComments: version.rules.comments === true,
    hasModel: Boolean(version.rules.askModel),
  };
  // A page that other sites embed sends its token with the request, which a preload cannot.
  const preload =
    boot.script && boot.token === null
      ? `<link rel="preload" as="fetch" href="${boot.script}" crossorigin>`
      : "";
  const head = `<link rel="manifest" href="/p/${slug}/manifest" crossorigin="use-credentials">
<link rel="icon" href="/p/${slug}/icon" type="image/svg+xml">
<link rel="apple-touch-icon" href="/p/${slug}/icon?size=${APPLE}">
${preload}<script type="application/json" id="boot">${asData(boot)}</script>
<script src="/rt/${runtime().hostScript}" defer></script>`;
  return document(app.title, head, '<p id="notice" role="status" hidden></p><div id="app"></div>');
}

/** The script of the page shows the form, because the policy forbids inline scripts. */
function lockedPage({ app: { slug, embed }, token }: Opening): string {
  const lock: Lock = { slug, token: embed.length > 0 ? token : null };
  const head = `<script type="application/json" id="lock">${asData(lock)}</script>
<script src="/rt/${runtime().hostScript}" defer></script>`;
  const body = `<main><h1>${escaped(t("passcode"))}</h1><p>${escaped(t("passcodeAbout"))}</p>
<form id="unlock"><input name="passcode" type="password" autocomplete="off" required maxlength="100" aria-label="${escaped(t("passcode"))}">
<button>${escaped(t("open"))}</button></form><p id="notice" role="alert" hidden></p></main>`;
  return document(t("passcode"), head, body);
}

const gonePage = (): string =>
  document(
    t("gone"),
    "",
    `<main role="alert"><h1>${escaped(t("gone"))}</h1><p>${escaped(t("goneAbout"))}</p></main>`,
  );

const coloursOf = (theme: 0 | 1): string =>
  (["paper", "ink", "ink-2", "ink-3", "line"] as const)
    .map((name) => `--${name}:${palette[name][theme]}`)
    .join(";");

const STYLE = `:root{${coloursOf(0)};color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{${coloursOf(1)}}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;background:var(--paper);font:15px/24px ui-sans-serif,system-ui,sans-serif;color:var(--ink)}
#app{height:100dvh}#app:has(main){height:auto}iframe{display:block;width:100%;height:100%;border:0}
#notice{position:fixed;inset:auto 12px 12px;margin:0 auto;width:fit-content;max-width:calc(100% - 24px);padding:8px 14px;border-radius:10px;background:var(--ink);color:var(--paper);font-size:14px;z-index:1}
#notice[hidden]{display:none}#notice button{all:unset;cursor:pointer;text-decoration:underline;margin-left:6px}
#notice button:focus-visible{outline:2px solid}
#name{position:fixed;inset:auto 12px 12px;margin:0 auto;width:fit-content;max-width:calc(100% - 24px);padding:8px;border-radius:12px;background:var(--paper);border:1px solid var(--line);box-shadow:0 4px 16px rgb(0 0 0/.12)}
#name input{width:160px}#name .later{background:none;border-color:transparent;color:var(--ink-2)}
main{max-width:384px;margin:0 auto;padding:30vh 24px 24px}main #notice{position:static;margin:12px 0 0}
h1{margin:0 0 4px;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.015em}
p{margin:0;color:var(--ink-2)}
form{display:flex;gap:8px;margin-top:16px}
input,form button{font:inherit;height:44px;border-radius:10px;border:1px solid var(--line);background:transparent;color:inherit;padding:0 12px}
#show-comments{position:fixed;right:12px;bottom:12px;z-index:1;min-height:44px;padding:0 14px;font:inherit;font-size:14px;border-radius:10px;border:1px solid var(--line);background:var(--paper);color:var(--ink);cursor:pointer}
#comments{position:fixed;right:12px;bottom:64px;z-index:1;width:min(360px,calc(100vw - 24px));max-height:min(560px,calc(100dvh - 88px));overflow:auto;padding:12px 14px;border-radius:10px;border:1px solid var(--line);background:var(--paper);font-size:14px;line-height:20px}
body:has(#show-comments) :is(#name,#notice){bottom:68px}
#comments[hidden]{display:none}#comments ol{list-style:none;margin:0;padding:0}#comments li{padding:8px 0}#comments li li{margin-left:12px}
#comments p{color:var(--ink);white-space:pre-wrap;overflow-wrap:anywhere}#comments p:has(b){color:var(--ink-3);font-size:13px}#comments b{color:var(--ink);font-weight:500}
#comments li button{all:unset;cursor:pointer;color:var(--ink-3);font-size:13px;margin-right:10px;padding:6px 0}#comments li button:hover{color:var(--ink)}
#comments li button:focus-visible,#show-comments:focus-visible{outline:2px solid}#comments form{flex-wrap:wrap;justify-content:flex-end;margin-top:8px}
#comments form button{all:unset;cursor:pointer;padding:8px 14px;border-radius:10px;background:var(--ink);color:var(--paper)}
#comments form .pick{min-width:0;margin-right:auto;padding:8px 0;background:none;color:var(--ink-2);overflow-wrap:anywhere}#comments form button:focus-visible{outline:2px solid}.place{display:block}
textarea{font:inherit;flex:1 1 100%;min-width:0;padding:8px 10px;border-radius:10px;border:1px solid var(--line);background:transparent;color:inherit;resize:vertical}
input{flex:1;min-width:0}form button{background:var(--ink);color:var(--paper);border-color:var(--ink);cursor:pointer}`;

/** Returns the document of a page that has nothing of Easel but what `body` and the script in `head` show. */
export const document = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="${currentLocale()}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="${palette.paper[0]}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${palette.paper[1]}" media="(prefers-color-scheme: dark)">
<title>${escaped(title)}</title>
${head}
<style>${STYLE}</style></head><body>${body}</body></html>`;

/** JSON in a script element: no text can end the element. */
export const asData = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

export async function manifestOfApp(slug: string, request: Request): Promise<Response> {
  const { app } = await requireVisit(slug, request);
  const manifest = {
    ...{ id: `/p/${slug}`, name: app.title, short_name: app.title.slice(0, 24), start_url: `/p/${slug}` },
    ...{
      scope: `/p/${slug}`,
      display: "standalone",
      background_color: palette.paper[0],
      theme_color: palette.paper[0],
    },
    icons: [
      { src: `/p/${slug}/icon`, sizes: "any", type: "image/svg+xml", purpose: "any" },
      ...[192, 512].map((size) => ({
        ...{
          src: `/p/${slug}/icon?size=${size}`,
          sizes: `${size}x${size}`,
          type: "image/png",
          purpose: "any",
        },
      })),
    ],
  };
  return Response.json(manifest, {
    headers: { "content-type": "application/manifest+json", "cache-control": "private, no-store" },
  });
}
