/**
 * Creates a small PDF. `pages` has the lines of each page; null is a page that shows an image of 8 × 8 pixels. `trailer` is inserted into the PDF's trailer, for
 * example `/Encrypt …`.
 */
export function makePdf(pages: readonly (string | null)[], trailer = ""): Buffer {
  const objects: string[] = [];
  const add = (object: string) => objects.push(object);
  const font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  const image = add(
    `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length 192 >>\nstream\n${"\x80".repeat(192)}\nendstream`,
  );
  const tree = 3 + 2 * pages.length;
  const kids = pages.map((page) => {
    const lines = (page ?? "").split("\n").map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`);
    const drawn =
      page === null
        ? "q 500 0 0 700 50 50 cm /I1 Do Q"
        : `BT /F1 12 Tf 50 750 Td 14 TL ${lines.join(" ")} ET`;
    const contents = add(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`);
    const resources = `<< /Font << /F1 ${font} 0 R >> /XObject << /I1 ${image} 0 R >> >>`;
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${contents} 0 R /Resources ${resources} >>`,
    );
  });
  add(`<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] /Count ${kids.length} >>`);
  const catalog = add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  let text = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}${table}${end}`, "latin1");
}
