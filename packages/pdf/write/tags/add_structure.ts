import type { PdfFile, Ref } from "../pdf_file.ts";
import { idOf, pageOf, type PageTags, type Structure, StructureElement } from "./structure.ts";

/** An annotation and the element that it is in. */
export interface TaggedAnnotation {
  readonly ref: Ref;
  readonly element: StructureElement;
}

/** The pages of a document: their objects and their marked content. */
export interface TaggedPages {
  readonly refs: ReadonlyArray<Ref>;
  readonly tags: ReadonlyArray<PageTags>;
  /** Their keys in the parent tree follow those of the pages. */
  readonly annotations: ReadonlyArray<TaggedAnnotation>;
}

/** Writes the structure of a document. Returns the entries of its catalog. */
export function addStructure(file: PdfFile, structure: Structure, pages: TaggedPages): string {
  const [root, document] = [file.reserve(), file.reserve()];
  const refs = new Map<StructureElement, Ref>();
  let lastLevel = 0;
  const withoutSkip = (type: StructureElement["type"]) => {
    const level = /^H(\d)$/.exec(type ?? "")?.[1];
    if (level === undefined) return type;
    lastLevel = Math.min(Number(level), lastLevel + 1);
    return `H${lastLevel}`;
  };
  const objects: Array<readonly [Ref, string]> = [];
  const add = (element: StructureElement, parent: Ref): Ref => {
    const ref = file.reserve();
    refs.set(element, ref);
    const { entries, kids } = element;
    const type = structure.hasStrictHeadings ? withoutSkip(element.type) : element.type;
    const slot = objects.push([ref, ""]) - 1;
    objects[slot] = [ref, `<</S/${type}/P ${parent}${entries}${kidsOf(kids, ref)}>>`];
    return ref;
  };
  const kidsOf = (kids: StructureElement["kids"], ref: Ref): string => {
    const first = kids.find((kid) => typeof kid === "number");
    const page = first === undefined ? undefined : pageOf(first);
    const parts = kids.map((kid) => {
      if (kid instanceof StructureElement) return add(kid, ref);
      if (typeof kid !== "number") {
        const other = kid.page === page ? "" : `/Pg ${pages.refs[kid.page]}`;
        return `<</Type/OBJR${other}/Obj ${kid.ref}>>`;
      }
      return pageOf(kid) === page
        ? String(idOf(kid))
        : `<</Type/MCR/Pg ${pages.refs[pageOf(kid)]}/MCID ${idOf(kid)}>>`;
    });
    const own = page === undefined ? "" : `/Pg ${pages.refs[page]}`;
    if (parts.length === 0) return own;
    return parts.length === 1 ? `${own}/K ${parts[0]}` : `${own}/K[${parts.join(" ")}]`;
  };
  const elements = structure.fields.flatMap(({ kids }) =>
    kids.flatMap((kid) => (kid instanceof StructureElement ? [add(kid, document)] : [])),
  );
  const numbers = [
    ...pages.tags.map((tags) => `[${tags.elements.map((each) => refs.get(each)).join(" ")}]`),
    ...pages.annotations.map(({ element }) => refs.get(element)),
  ];
  const parents = file.reserve();
  objects.unshift(
    [
      root,
      `<</Type/StructTreeRoot/K ${document}/ParentTree ${parents}/ParentTreeNextKey ${numbers.length}>>`,
    ],
    [document, `<</S/Document/P ${root}/K[${elements.join(" ")}]>>`],
  );
  objects.push([parents, `<</Nums[${numbers.map((value, key) => `${key} ${value}`).join(" ")}]>>`]);
  file.addPacked(objects);
  return `/MarkInfo<</Marked true>>/StructTreeRoot ${root}`;
}
