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

/** A bookmark, and its place as a PDF object; undefined for one without a target. */
export interface PlacedBookmark extends Bookmark {
  readonly place: string | undefined;
}

/** The bookmarks in front of those of the drawn pages, and behind them. */
export interface OtherBookmarks {
  readonly before: ReadonlyArray<PlacedBookmark>;
  readonly after: ReadonlyArray<PlacedBookmark>;
}

const NO_BOOKMARKS: OtherBookmarks = { before: [], after: [] };

interface OutlineItem extends PlacedBookmark {
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
  { before, after }: OtherBookmarks = NO_BOOKMARKS,
): string {
  const places = new Map<string, string>();
  const items: Array<PlacedBookmark> = [...before];
  for (const { ref, targets } of pages) {
    for (const { name, left, top, bookmark } of targets) {
      if (!places.has(name)) places.set(name, `[${ref}/XYZ ${decimal(left)} ${decimal(top)} null]`);
      if (bookmark !== undefined) items.push({ ...bookmark, place: `/${name}` });
    }
  }
  items.push(...after);
  const names = [...places].map(([name, place]) => `/${name}${place}`).join("");
  const entries = names === "" ? "" : `/Dests ${file.add(`<<${names}>>`)}`;
  return items.length === 0
    ? entries
    : `${entries}/Outlines ${addOutline(file, items, textString)}`;
}

function addOutline(
  file: PdfFile,
  bookmarks: ReadonlyArray<PlacedBookmark>,
  textString: (text: string) => string,
): Ref {
  const ref = file.reserve();
  const root: OutlineItem = { title: "", level: 0, place: undefined, ref, children: [] };
  const path = [root];
  for (const bookmark of bookmarks) {
    while ((path.at(-1)?.level ?? 0) >= bookmark.level) path.pop();
    const item = { ...bookmark, ref: file.reserve(), children: [] };
    path.at(-1)?.children.push(item);
    path.push(item);
  }
  const write = ({ ref, title, level, place, children }: OutlineItem, links: string): number => {
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
    const target = place === undefined ? "" : `/Dest${place}`;
    const own = level === 0 ? "/Type/Outlines" : `/Title ${textString(title)}${target}`;
    file.add(`<<${own}${links}${inside}>>`, ref);
    return count;
  };
  write(root, "");
  return root.ref;
}
