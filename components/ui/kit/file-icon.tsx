import { FileArchive, FileImage, FileSpreadsheet, FileText, File as Plain } from "lucide-react";

export function FileIcon({ mediaType, className }: { mediaType: string; className?: string }) {
  const Icon = iconOf(mediaType);
  return <Icon aria-hidden className={className} />;
}

function iconOf(mediaType: string) {
  if (mediaType.startsWith("image/")) return FileImage;
  if (/csv|tab-separated|spreadsheet|excel/.test(mediaType)) return FileSpreadsheet;
  if (mediaType.startsWith("text/") || /pdf|json|xml|yaml|word|rtf/.test(mediaType)) return FileText;
  return /zip|tar|compressed/.test(mediaType) ? FileArchive : Plain;
}
