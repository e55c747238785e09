export function Swatch({ colour }: { colour: string | undefined }) {
  return <span aria-hidden className="size-2 shrink-0 rounded-[2px]" style={{ background: colour }} />;
}
