import { Effect } from "effect";
import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** An element of the structure of a document, as PDF.js reads it. */
export interface TreeElement {
  readonly role: string;
  readonly text: string;
  readonly alt: string | undefined;
  /** The roles of the elements that it is in, from the outside. */
  readonly inside: ReadonlyArray<string>;
}

type Tree = NonNullable<Awaited<ReturnType<PDFPageProxy["getStructTree"]>>>;

/** The elements of all pages in reading order, each before those that it contains. */
export function structureOf(bytes: Uint8Array): Effect.Effect<ReadonlyArray<TreeElement>> {
  return Effect.promise(async () => {
    const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
    const document = await task.promise;
    const elements: Array<TreeElement> = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const texts = await textsOf(page);
      const tree = await page.getStructTree();
      if (tree !== null) visit(tree, texts, [], elements);
    }
    await task.destroy();
    return elements;
  });
}

function visit(
  node: Tree,
  texts: ReadonlyMap<string, string>,
  inside: ReadonlyArray<string>,
  elements: Array<TreeElement>,
): void {
  const own = node.children.flatMap((child) => ("id" in child ? (texts.get(child.id) ?? "") : []));
  const { role } = node;
  elements.push({ role, text: own.join(""), alt: altOf(node), inside });
  for (const child of node.children)
    if ("children" in child) visit(child, texts, [...inside, role], elements);
}

/** The types of PDF.js lack the alternative text. */
function altOf(node: object): string | undefined {
  return "alt" in node && typeof node.alt === "string" ? node.alt : undefined;
}

/** The text of each piece of marked content of a page. */
async function textsOf(page: PDFPageProxy): Promise<ReadonlyMap<string, string>> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const texts = new Map<string, string>();
  const open: Array<string> = [];
  for (const item of items) {
    if ("str" in item) {
      const id = open.at(-1) ?? "";
      texts.set(id, (texts.get(id) ?? "") + item.str + (item.hasEOL ? " " : ""));
    } else if (item.type === "endMarkedContent") open.pop();
    else open.push(item.id ?? "");
  }
  return texts;
}
