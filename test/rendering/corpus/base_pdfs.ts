import {
  degrees,
  PDFDocument,
  type PDFPage,
  PDFName,
  PDFString,
  rgb,
  StandardFonts,
} from "pdf-lib";

/** PDFs for overlays, each with a feature that an overlay must preserve. */
export type BaseKind = "plain" | "rotated" | "cropped" | "links" | "form" | "empty" | "outlined";

const A6: [number, number] = [297.64, 419.53];

/** Makes a base PDF. */
export async function makeBase(kind: BaseKind): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const font = await document.embedFont(StandardFonts.Helvetica);
  const addPage = (label: string): PDFPage => {
    const page = document.addPage(A6);
    page.drawRectangle({
      x: 10,
      y: 10,
      width: 277,
      height: 399,
      borderColor: rgb(0.6, 0.6, 0.6),
      borderWidth: 1,
    });
    page.drawText(label, { x: 20, y: 385, size: 14, font });
    return page;
  };
  switch (kind) {
    case "rotated":
      for (const angle of [0, 90, 180, 270])
        addPage(`Rotated ${angle}`).setRotation(degrees(angle));
      break;
    case "cropped":
      addPage("Cropped").setCropBox(40, 60, 220, 300);
      break;
    case "links":
      addLink(document, addPage("With a link"));
      break;
    case "form":
      addForm(document, addPage("With a form"));
      break;
    case "empty":
      document.addPage(A6);
      break;
    case "outlined":
      addOutline(document, addPage("With an outline"));
      break;
    default:
      addPage("Page one");
      addPage("Page two");
  }
  return document.save({ useObjectStreams: kind !== "plain" });
}

function addLink({ context }: PDFDocument, page: PDFPage): void {
  const link = context.obj({
    Type: "Annot",
    Subtype: "Link",
    Rect: [20, 300, 120, 320],
    Border: [0, 0, 1],
    A: { Type: "Action", S: "URI", URI: PDFString.of("https://example.com/") },
  });
  page.node.set(PDFName.of("Annots"), context.obj([context.register(link)]));
}

function addForm(document: PDFDocument, page: PDFPage): void {
  const form = document.getForm();
  const field = form.createTextField("client.name");
  field.setText("Filled in");
  field.addToPage(page, { x: 20, y: 300, width: 150, height: 20 });
  form.createCheckBox("agreed").addToPage(page, { x: 20, y: 270, width: 15, height: 15 });
}

function addOutline({ context, catalog }: PDFDocument, page: PDFPage): void {
  const [root, item] = [context.nextRef(), context.nextRef()];
  const title = PDFString.of("Chapter");
  context.assign(item, context.obj({ Title: title, Parent: root, Dest: [page.ref, "Fit"] }));
  context.assign(root, context.obj({ Type: "Outlines", First: item, Last: item, Count: 1 }));
  catalog.set(PDFName.of("Outlines"), root);
}
