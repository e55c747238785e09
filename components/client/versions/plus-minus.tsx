export const PlusMinus = ({ added, removed }: { added: number; removed: number }) => (
  <span className="flex shrink-0 gap-2 text-meta tabular-nums">
    {added > 0 && (
      <span className="text-success">
        <span aria-hidden>+{added}</span>
        <span className="sr-only">{lines(added)} added</span>
      </span>
    )}
    {removed > 0 && (
      <span className="text-danger">
        <span aria-hidden>−{removed}</span>
        <span className="sr-only">{lines(removed)} removed</span>
      </span>
    )}
  </span>
);

const lines = (count: number) => (count === 1 ? "1 line" : `${count} lines`);
