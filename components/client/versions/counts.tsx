export function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="text-meta whitespace-nowrap tabular-nums">
      <span className="text-success">{added} added</span>,{" "}
      <span className="text-danger">{removed} removed</span>
    </span>
  );
}
