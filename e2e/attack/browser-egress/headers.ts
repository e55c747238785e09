import { type Aim, type BrowserAttempt, markup } from "./way";

export const headers = ({ there }: Aim): BrowserAttempt[] => {
  const groups = JSON.stringify({ group: "a", max_age: 99, endpoints: [{ url: `${there}/group` }] });
  const ways: Record<string, Omit<BrowserAttempt, "name">> = {
    "Refresh header": { headers: { refresh: `0;url=${there}/refresh` } },
    "preload header": { headers: { link: `<${there}/preload>; rel=preload; as=image` } },
    "preconnect header": { headers: { link: `<${there}>; rel=preconnect` }, isHarmless: true },
    "prefetch header": { headers: { link: `<${there}/prefetch>; rel=prefetch` } },
    "stylesheet header": { headers: { link: `<${there}/css>; rel=stylesheet` }, isHarmless: true },
    "speculation header": { headers: { "speculation-rules": `"${there}/rules.json"` } },
    "alternative service": {
      headers: { "alt-svc": `h2="${there.slice(7)}", h3="${there.slice(7)}"` },
      isHarmless: true,
    },
    reporting: {
      headers: {
        "reporting-endpoints": `a="${there}/reports"`,
        "report-to": groups,
        nel: JSON.stringify({ report_to: "a", max_age: 99, success_fraction: 1 }),
        "content-security-policy": `img-src 'none'; report-to a; report-uri ${there}/csp`,
      },
      html: '<img src="/x">',
      isHarmless: true,
    },
    "source map": { headers: { sourcemap: `${there}/map` }, isHarmless: true },
    ...Object.fromEntries(
      [301, 302, 303, 307, 308].map((status) => [
        `redirect ${status}`,
        { status, headers: { location: `${there}/${status}` } },
      ]),
    ),
    "redirect to a file": { status: 302, headers: { location: "file:///etc/passwd" }, isHarmless: true },
    attachment: { headers: { "content-disposition": `attachment; filename="a"` }, isHarmless: true },
  };
  return markup(ways);
};
