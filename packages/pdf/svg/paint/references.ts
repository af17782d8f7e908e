import type { Painter } from "../painter.ts";
import { hrefOf, type SvgElement } from "../svg_element.ts";

/** The limit of references from one element to the next. */
const MAX_CHAIN = 20;

/** An element and those of the same kind that it refers to, nearest first. */
export function referenceChain(
  element: SvgElement,
  { find }: Pick<Painter, "find">,
  isSameKind: (element: SvgElement) => boolean,
): ReadonlyArray<SvgElement> {
  const chain: Array<SvgElement> = [];
  let next: SvgElement | undefined = element;
  while (next !== undefined && chain.length < MAX_CHAIN && !chain.includes(next)) {
    chain.push(next);
    const href = hrefOf(next);
    const target: SvgElement | undefined = href?.startsWith("#") ? find(href.slice(1)) : undefined;
    next = target !== undefined && isSameKind(target) ? target : undefined;
  }
  return chain;
}

/** Looks up the attributes of an element, or of the nearest one that it refers to. */
export function inheritedAttributes(
  element: SvgElement,
  painter: Pick<Painter, "find" | "declaredOf">,
  isSameKind: (element: SvgElement) => boolean,
): (name: string) => string | undefined {
  const lookups = referenceChain(element, painter, isSameKind).map(painter.declaredOf);
  return (name) => {
    for (const declared of lookups) {
      const value = declared(name);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}
