import { html } from "./serve.ts";

const HEAD = `<meta name="author" content="Ada Fjord">
<meta property="article:published_time" content="2024-05-17T08:00:00Z">
<meta property="og:site_name" content="The Norvik Herald"><style>.ad { color: red }</style>`;

const MENU = ["Home", "News", "Harbour", "Shop", "Log in"].map(
  (name) => `<li><a href="/menu">${name}</a></li>`,
);

const BEFORE = `<header><nav><ul>${MENU.join("")}</ul></nav></header>
<div class="cookie-banner" role="dialog"><p>We value your privacy.</p><button>Accept all</button></div>
<aside class="ad sponsored"><a href="/buy">Buy a boat now! Best boats, best prices.</a></aside>`;

const AFTER = `<aside><h3>Most read</h3><ul><li><a href="/1">Ten knots</a></li><li><a href="/2">Boats for sale</a></li></ul></aside>
<footer><p>© 2024 The Norvik Herald. <a href="/terms">Terms</a></p></footer>
<script>window.tracker = "collects everything";</script><noscript>Please switch on JavaScript.</noscript>`;

const BEGINNING = `<h1>How the Tide Is Read at Norvik</h1>
<p class="byline">By <span rel="author">Ada Fjord</span>, <time datetime="2024-05-17T08:00:00Z">17 May 2024</time></p>
<h2 id="method">How the tide is measured</h2>
<p>Three instruments are in use. <strong>The staff</strong> is the oldest, <em>the float</em> the most common, and
<code>radar</code> the most exact.</p>
<table><thead><tr><th>Instrument</th><th>Error</th><th>Since</th></tr></thead>
<tbody><tr><td>Staff</td><td>5 cm</td><td>1805</td></tr><tr><td>Float</td><td>2 cm</td><td>1867</td></tr>
<tr><td>Radar</td><td>3 mm</td><td>1995</td></tr></tbody></table>
<h2>Reading it by program</h2>
<p>The harbour gives its readings as JSON:</p>
<pre><code class="language-js">const { height } = await (await fetch("/json")).json();
console.log(height &lt; 2 ? "low" : "high");</code></pre>
<ul><li>Heights are in metres.</li><li>Times are <a href="https://example.com/utc?a=1&amp;b=2">UTC</a>.</li></ul>
<ol><li>Ask once an hour.</li><li>Keep what you got.</li></ol>
<figure><img src="/picture" alt="The gauge at the pier" width="60" height="40"><figcaption>The gauge.</figcaption></figure>
<blockquote><p>Time and tide wait for no one.</p></blockquote>
<p style="display:none">What nobody sees on the page.</p><p hidden>What is hidden too.</p>`;

const END = `<h2>Where to go on</h2><p>The <a href="/form">harbour office</a> answers questions.</p>`;

const paragraph = (at: number) =>
  `<p>Paragraph ${at}: the tide at the harbour of Norvik rises for six hours and falls for six, and whoever wants to
sail has to know both. The pilots write down the height of the water at every bell, and compare it with what the
<a href="/tables/${at}">tables of that day</a> had said; the difference, which is seldom more than a hand's breadth, tells
them how the wind stood out at sea.</p>`;

/**
 * Returns a long, realistic article with menus, banners, scripts and a footer, and with at least `bytes` of
 * prose.
 */
export function article(bytes: number): string {
  const prose: string[] = [];
  for (let length = 0; length < bytes; length += prose.at(-1)?.length ?? 0)
    prose.push(paragraph(prose.length + 1));
  return html(
    "How the Tide Is Read at Norvik – The Norvik Herald",
    `${BEFORE}<main><article>${BEGINNING}\n${prose.join("\n")}\n${END}</article></main>${AFTER}`,
    HEAD,
  );
}
