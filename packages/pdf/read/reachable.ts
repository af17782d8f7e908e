import { PDFArray, type PDFContext, PDFDict, type PDFObject, PDFRef, PDFStream } from "pdf-lib";

/** The indirect objects that a reader can reach from these; what earlier revisions left behind is not among them. */
export function reachableRefs(
  context: PDFContext,
  roots: ReadonlyArray<PDFObject>,
): ReadonlySet<PDFRef> {
  // A reference is one object for each number and generation.
  const found = new Set<PDFRef>();
  const waiting = [...roots];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (found.has(object)) continue;
      found.add(object);
      const value = context.lookup(object);
      if (value !== undefined) waiting.push(value);
    } else if (object instanceof PDFArray) for (const item of object.asArray()) waiting.push(item);
    else if (object instanceof PDFDict) for (const value of object.values()) waiting.push(value);
    else if (object instanceof PDFStream) waiting.push(object.dict);
  }
  return found;
}
