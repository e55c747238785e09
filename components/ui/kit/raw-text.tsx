export function RawText({ text, className = "" }: { text: string; className?: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={`max-h-60 overflow-auto font-mono text-[12px] leading-[18px] whitespace-pre-wrap wrap-anywhere ${className}`}
    >
      {text}
    </pre>
  );
}
