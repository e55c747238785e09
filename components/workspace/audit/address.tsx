export function Address({ url, host }: { url: string; host: string }) {
  const plain = url.replace(/^https?:\/\//i, "");
  const at = host === "" ? -1 : plain.toLowerCase().indexOf(host);
  const end = at === 0 ? host.length : 0;
  const rest = plain.slice(end);
  return (
    <span title={url}>
      {plain.slice(0, end)}
      {rest !== "/" && <span className={end > 0 ? "text-ink-3" : undefined}>{rest}</span>}
    </span>
  );
}
