import { decimal } from "./content.ts";

/** A part of a page that links to a URL, or to `#` and the name of a place in the document: left, bottom, right and top, in points from the lower left. */
export interface LinkArea {
  /** In ASCII. */
  readonly target: string;
  readonly box: readonly [number, number, number, number];
}

/** The numbers of `cm`. */
export type Matrix = readonly [number, number, number, number, number, number];

/** Moves a link with its content; the area is the smallest upright box around it. */
export function movedLink({ target, box }: LinkArea, [a, b, c, d, e, f]: Matrix): LinkArea {
  const [left, bottom, right, top] = box;
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return { target, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
}

/** The annotations of links, without borders. */
export function linkAnnotations(links: ReadonlyArray<LinkArea>): string {
  return links
    .map(({ target, box }) => {
      const place = box.map(decimal).join(" ");
      const link = `<</Type/Annot/Subtype/Link/F 4/Rect[${place}]/Border[0 0 0]`;
      if (target.startsWith("#")) return `${link}/Dest/${target.slice(1)}>>`;
      const uri = target.replace(/[\\()]/g, String.raw`\$&`);
      return `${link}/A<</Type/Action/S/URI/URI(${uri})>>>>`;
    })
    .join("");
}
