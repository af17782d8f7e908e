import { decimal } from "./content.ts";
import type { PdfFile } from "./pdf_file.ts";
import type { TaggedAnnotation } from "./tags/add_structure.ts";
import type { StructureElement } from "./tags/structure.ts";
import { textString } from "./text_string.ts";

/** A part of a page that links to a URL, or to `#` and the name of a place in the document: left, bottom, right and top, in points from the lower left. */
export interface LinkArea {
  /** In ASCII. */
  readonly target: string;
  /** What the link leads to, for screen readers; by default its target. */
  readonly title?: string;
  readonly box: readonly [number, number, number, number];
  /** Its element in the structure of the document. */
  readonly element?: StructureElement | undefined;
}

/** The numbers of `cm`. */
export type Matrix = readonly [number, number, number, number, number, number];

/** Moves a link with its content; the area is the smallest upright box around it. */
export function movedLink(link: LinkArea, [a, b, c, d, e, f]: Matrix): LinkArea {
  const [left, bottom, right, top] = link.box;
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return { ...link, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
}

/** The annotations of links, without borders. */
export function linkAnnotations(links: ReadonlyArray<LinkArea>): string {
  return links.map((link) => annotationOf(link, "")).join("");
}

/**
 * Writes the annotations of links on a page with tags. Returns them for the page, and those with an element.
 *
 * @param nextKey The next key of the parent tree.
 * @param page The index of the page.
 */
export function addLinkAnnotations(
  file: PdfFile,
  links: ReadonlyArray<LinkArea>,
  nextKey: number,
  page: number,
): { readonly annotations: string; readonly tagged: ReadonlyArray<TaggedAnnotation> } {
  const tagged: Array<TaggedAnnotation> = [];
  const annotations = links.map((link) => {
    const { element, target, title } = link;
    const contents = `/Contents ${title === undefined ? `(${escaped(target)})` : textString(title)}`;
    if (element === undefined) return annotationOf(link, contents);
    const ref = file.add(annotationOf(link, `${contents}/StructParent ${nextKey + tagged.length}`));
    element.addKid({ ref, page });
    tagged.push({ ref, element });
    return `${ref} `;
  });
  return { annotations: annotations.join(""), tagged };
}

function annotationOf({ target, box }: LinkArea, entries: string): string {
  const area = box.map(decimal).join(" ");
  const link = `<</Type/Annot/Subtype/Link/F 4/Rect[${area}]/Border[0 0 0]${entries}`;
  return target.startsWith("#")
    ? `${link}/Dest/${target.slice(1)}>>`
    : `${link}/A<</Type/Action/S/URI/URI(${escaped(target)})>>>>`;
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, String.raw`\$&`);
}
