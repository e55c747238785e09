import { HtmlReader } from "./html.mjs";
import { Failed, Headings } from "./output.mjs";
import { resolved } from "./zip.mjs";

/** Reads a book chapter by chapter, in its reading order. */
export async function readEpub(archive, output) {
  if (archive.has("META-INF/encryption.xml") && (await isLocked(archive))) throw new Failed("password");
  let packagePart;
  await archive.parse("META-INF/container.xml", {
    open(name, attributes) {
      if (name === "rootfile") packagePart ??= attributes["full-path"];
    },
  });
  if (packagePart === undefined || !archive.has(packagePart)) throw new Failed("broken");
  const headings = new Headings();
  for (const chapter of await chaptersOf(archive, packagePart)) {
    const reader = new HtmlReader(output, headings);
    for await (const piece of archive.pieces(chapter)) {
      await reader.write(piece);
      if (output.isFull) return;
    }
    await reader.end();
  }
}

async function chaptersOf(archive, part) {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const parts = new Map();
  const order = [];
  await archive.parse(part, {
    open(name, attributes) {
      if (name === "item" && attributes.href !== undefined)
        parts.set(attributes.id, resolved(folder, decoded(attributes.href)));
      else if (name === "itemref") order.push(attributes.idref);
    },
  });
  return order.map((id) => parts.get(id)).filter((chapter) => chapter !== undefined && archive.has(chapter));
}

/** Fonts alone may be encrypted without a password. */
async function isLocked(archive) {
  const text = await archive.whole("META-INF/encryption.xml");
  return /CipherReference[^>]+URI="[^"]+\.x?html?"/i.test(text);
}

function decoded(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
