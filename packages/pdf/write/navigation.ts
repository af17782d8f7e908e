import { decimal } from "./content.ts";
import type { PdfFile, Ref } from "./pdf_file.ts";

/** A place on a page that links and bookmarks lead to, in points from the lower left. */
export interface PageTarget {
  /** Of letters, digits and `_-.`. */
  readonly name: string;
  readonly left: number;
  readonly top: number;
  /** For a heading in the outline of the document; its level is from 1. */
  readonly bookmark?: { readonly title: string; readonly level: number } | undefined;
}

type Bookmark = NonNullable<PageTarget["bookmark"]>;

interface OutlineItem extends Bookmark {
  readonly name: string;
  readonly ref: Ref;
  readonly children: Array<OutlineItem>;
}

/**
 * Writes the named destinations and the outline of a document; returns the entries of its catalog.
 *
 * @param pages The pages with the places on them.
 * @param textString Writes text as a string object.
 */
export function addNavigation(
  file: PdfFile,
  pages: ReadonlyArray<{ readonly ref: Ref; readonly targets: ReadonlyArray<PageTarget> }>,
  textString: (text: string) => string,
): string {
  const places = new Map<string, string>();
  const items: Array<Bookmark & { readonly name: string }> = [];
  for (const { ref, targets } of pages) {
    for (const { name, left, top, bookmark } of targets) {
      if (!places.has(name)) places.set(name, `[${ref}/XYZ ${decimal(left)} ${decimal(top)} null]`);
      if (bookmark !== undefined) items.push({ ...bookmark, name });
    }
  }
  if (places.size === 0) return "";
  const names = [...places].map(([name, place]) => `/${name}${place}`).join("");
  const entries = `/Dests ${file.add(`<<${names}>>`)}`;
  return items.length === 0
    ? entries
    : `${entries}/Outlines ${addOutline(file, items, textString)}`;
}

function addOutline(
  file: PdfFile,
  bookmarks: ReadonlyArray<Bookmark & { readonly name: string }>,
  textString: (text: string) => string,
): Ref {
  const root: OutlineItem = { title: "", level: 0, name: "", ref: file.reserve(), children: [] };
  const path = [root];
  for (const bookmark of bookmarks) {
    while ((path.at(-1)?.level ?? 0) >= bookmark.level) path.pop();
    const item = { ...bookmark, ref: file.reserve(), children: [] };
    path.at(-1)?.children.push(item);
    path.push(item);
  }
  const write = ({ ref, title, name, children }: OutlineItem, links: string): number => {
    let count = children.length;
    children.forEach((child, index) => {
      const [before, after] = [children[index - 1], children[index + 1]];
      count += write(
        child,
        `/Parent ${ref}${before ? `/Prev ${before.ref}` : ""}${after ? `/Next ${after.ref}` : ""}`,
      );
    });
    const [first, last] = [children[0], children.at(-1)];
    const inside = first && last ? `/First ${first.ref}/Last ${last.ref}/Count ${count}` : "";
    const own = name === "" ? "/Type/Outlines" : `/Title ${textString(title)}/Dest/${name}`;
    file.add(`<<${own}${links}${inside}>>`, ref);
    return count;
  };
  write(root, "");
  return root.ref;
}
