import { palette } from "@/lib/shared/palette";

const colours = (theme: 0 | 1): string =>
  Object.entries(palette)
    .map(([name, values]) => `--${name}:${values[theme]}`)
    .join(";");

export const style = `
:root{${colours(0)};color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){:root{${colours(1)}}}
*{box-sizing:border-box;margin:0}
html{background:var(--paper);color:var(--ink);font:15px/1.6 "Geist",ui-sans-serif,system-ui,sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
body{max-width:760px;margin:0 auto;padding:48px 24px 96px}
body>header{padding-bottom:24px;margin-bottom:32px;border-bottom:1px solid var(--line)}
:is(p,h1,h2,h3,h4,h5,h6,li,td,th,.said){unicode-bidi:plaintext}
h1{font-size:24px;line-height:1.3;letter-spacing:-.015em}
h2,h3,h4,h5,h6{font-size:15px;line-height:1.6;font-weight:600}
h3{font-size:17px}
a{color:inherit;text-underline-offset:3px;text-decoration-color:var(--line-control)}
a:hover{text-decoration-color:currentcolor}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.quiet{color:var(--ink-3);font-size:13px}
.facts>*+*::before{content:" · "}
code,pre{font-family:"Geist Mono",ui-monospace,monospace;font-size:.87em}
:not(pre)>code{background:var(--fill);border-radius:4px;padding:.1em .3em}
pre{background:var(--fill);border-radius:6px;padding:12px;line-height:1.5;white-space:pre-wrap}
img{max-width:100%;height:auto;border-radius:6px}
article{margin-bottom:32px;content-visibility:auto;contain-intrinsic-size:auto 160px}
article>header,.sheet>header{margin-bottom:8px}
article>header{display:flex;align-items:baseline;gap:8px}
article>*+*,.sheet>*+*,.block>*+*{margin-top:12px}
.person>.said{background:var(--fill);border-radius:10px;padding:10px 14px;white-space:pre-wrap}
.prose>*+*{margin-top:8px}
.prose :is(h3,h4,h5,h6):not(:first-child){margin-top:20px}
.prose :is(ul,ol){padding-inline-start:24px}
.prose li>*+*{margin-top:4px}
.prose blockquote{padding-left:20px;color:var(--ink-2)}
.prose hr{border:0;border-top:1px solid var(--line);margin:16px 0}
.task-list-item{list-style:none;margin-inline-start:-18px}
math[display=block]{overflow-x:auto;overflow-y:hidden;padding:4px 0}
.sheet{background:var(--sheet);border:1px solid var(--line-strong);border-radius:10px;padding:16px 20px 20px}
.sheet :is(h2,h3){font-size:15px;font-weight:600}
.running iframe{display:block;width:100%;border:0}
.frame{min-height:160px}
.frame iframe{display:block;width:100%;height:100%;border:0}
.running+p{margin-top:20px}
.block+.block{margin-top:20px}
.columns{display:grid;gap:20px}
.columns>div>*+*,.tab~*{margin-top:12px}
.tab{margin-top:16px;font-weight:600}
@media (max-width:560px){.columns{display:block}}
.scroll{overflow:auto}
.scroll.long{max-height:70vh;border-bottom:1px solid var(--line)}
table{border-collapse:collapse;min-width:100%;font-size:13px;line-height:20px;font-variant-numeric:tabular-nums;overflow-wrap:normal}
th{text-align:left;font-size:12px;font-weight:500;color:var(--ink-3);white-space:nowrap}
.long th{position:sticky;top:0;background:var(--paper);box-shadow:0 1px var(--line)}
th,td{padding:6px 12px;border-bottom:1px solid var(--line);vertical-align:top}
:is(th,td):first-child{padding-left:0}
:is(th,td):last-child{padding-right:0}
.sheet .long th{background:var(--sheet)}
.right{text-align:right}
.center{text-align:center}
td.right{white-space:nowrap}
.badge{display:inline-block;padding:0 8px;border-radius:4px;background:var(--fill)}
.badge.success{background:var(--success-wash);color:var(--success)}
.badge.warning{background:var(--warning-wash);color:var(--warning)}
.badge.danger{background:var(--danger-wash);color:var(--danger)}
.bar{display:inline-block;width:72px;height:6px;margin-right:12px;border-radius:3px;background:var(--fill);vertical-align:middle;overflow:hidden}
.bar i{display:block;height:100%;background:var(--chart-2)}
summary{cursor:pointer;width:fit-content}
.call,.data>summary{font-size:13px;color:var(--ink-2)}
.call[open]{padding-bottom:8px}
.call>:not(summary){margin-left:18px}
.call>*+*{margin-top:8px}
.data>*+*{margin-top:8px}
.ask{border:1px solid var(--line-strong);border-radius:10px;padding:12px 16px}
.ask>*+*{margin-top:4px}
.notice{border:1px solid var(--line-strong);border-radius:6px;padding:8px 12px;color:var(--ink-2)}
.alert{display:flex;gap:12px;border-radius:6px;padding:10px 14px;background:var(--fill)}
.alert.success{background:var(--success-wash)}
.alert.warning{background:var(--warning-wash)}
.alert.danger{background:var(--danger-wash)}
.alert.success>strong{color:var(--success)}
.alert.warning>strong{color:var(--warning)}
.alert.danger>strong{color:var(--danger)}
dl{display:grid;gap:12px}
dt{font-size:12px;color:var(--ink-3)}
dd{margin:0;white-space:pre-wrap}
.form>*+*{margin-top:12px}
figure>*+*{margin-top:8px}
figcaption{font-weight:500}
.legend{display:flex;flex-wrap:wrap;gap:0 16px;padding:0;list-style:none;font-size:12px;color:var(--ink-2)}
.legend i{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:6px}
.axis{text-align:center;font-size:12px}
.chart{overflow-x:auto}
.diagram{background:#fff;padding:8px}
.chart svg{display:block;width:auto!important;height:auto!important;max-width:100%;font-size:12px}
.chart>.narrow{display:none}
:is(.hljs-keyword,.hljs-built_in,.hljs-literal,.hljs-type,.hljs-tag,.hljs-name,.hljs-selector-tag,.hljs-attr,.hljs-attribute,.hljs-property,.hljs-section,.hljs-meta){color:var(--code-word)}
:is(.hljs-string,.hljs-regexp,.hljs-symbol,.hljs-link,.hljs-addition){color:var(--code-string)}
:is(.hljs-number,.hljs-deletion){color:var(--code-number)}
:is(.hljs-comment,.hljs-quote){color:var(--ink-3)}
@media (max-width:600px){body{padding:24px 16px 64px}.sheet{padding:12px 16px 16px}}
@media screen and (max-width:480px){.chart>.wide{display:none}.chart>.narrow{display:block}}
@media print{
@page{margin:18mm 16mm}
:root{color-scheme:light}
html{background:#fff;font-size:10.5pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{max-width:none;padding:0}
article{content-visibility:visible;margin-bottom:20px}
.scroll,.scroll.long,.chart{overflow:visible;max-height:none;border:0}
table{overflow-wrap:anywhere}
.long th{position:static;box-shadow:none}
h1,h2,h3,h4,h5,h6,article>header,.sheet>header,figcaption,.legend{break-after:avoid}
tr,img,.chart,.alert,.ask,dl>div{break-inside:avoid}
.data::details-content{content-visibility:visible;display:block;height:auto}
.prose a[href^=http]::after{content:" (" attr(href) ")";color:var(--ink-3);font-size:.87em}
}
`.trim();
