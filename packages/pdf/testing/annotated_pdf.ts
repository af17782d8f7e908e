import {
  degrees,
  PDFBool,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFString,
} from "pdf-lib";

/** The options of {@linkcode annotatedPdf}. */
export interface AnnotatedOptions {
  /** The rotation of its pages, in degrees. */
  readonly rotation?: number;
  /** Whether its fields have no appearances. */
  readonly bare?: boolean;
}

/** A document of two pages with form fields of every type on the first and annotations on the second. */
export async function annotatedPdf({ rotation = 0, bare = false }: AnnotatedOptions = {}) {
  const doc = await PDFDocument.create({ updateMetadata: false });
  const [fields, marks] = [doc.addPage([420, 320]), doc.addPage([420, 320])];
  for (const page of [fields, marks]) {
    page.setRotation(degrees(rotation));
    page.drawText("Words of the page", { x: 20, y: 295, size: 12 });
  }
  addFields(doc, fields);
  addMarks(marks);
  if (bare) {
    doc.getForm().acroForm.dict.set(PDFName.of("NeedAppearances"), PDFBool.True);
    for (const field of doc.getForm().getFields())
      for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of("AP"));
  }
  return doc.save({ updateFieldAppearances: !bare });
}

function addFields(doc: PDFDocument, page: PDFPage): void {
  const form = doc.getForm();
  const name = form.createTextField("name");
  name.setText("Ada Lovelace");
  name.addToPage(page, { x: 20, y: 250, width: 180, height: 22 });
  const notes = form.createTextField("notes");
  notes.enableMultiline();
  notes.setText("First line\nSecond line that is rather long and has to be broken");
  notes.addToPage(page, { x: 20, y: 160, width: 180, height: 70 });
  const cells = form.createTextField("cells");
  cells.setMaxLength(6);
  cells.enableCombing();
  cells.setText("123456");
  cells.addToPage(page, { x: 220, y: 250, width: 120, height: 22 });
  const [yes, no] = [form.createCheckBox("yes"), form.createCheckBox("no")];
  yes.addToPage(page, { x: 220, y: 210, width: 18, height: 18 });
  no.addToPage(page, { x: 250, y: 210, width: 18, height: 18 });
  yes.check();
  const choice = form.createRadioGroup("choice");
  choice.addOptionToPage("a", page, { x: 290, y: 210, width: 18, height: 18 });
  choice.addOptionToPage("b", page, { x: 320, y: 210, width: 18, height: 18 });
  choice.select("b");
  const country = form.createDropdown("country");
  country.setOptions(["France", "Poland"]);
  country.select("Poland");
  country.addToPage(page, { x: 220, y: 170, width: 120, height: 22 });
  const list = form.createOptionList("list");
  list.setOptions(["One", "Two", "Three"]);
  list.select("Two");
  list.addToPage(page, { x: 220, y: 100, width: 120, height: 55 });
  const button = form.createButton("button");
  button.addToPage("Press", page, { x: 20, y: 110, width: 80, height: 24 });
  const hiddenField = form.createTextField("hidden");
  hiddenField.setText("Unseen");
  hiddenField.addToPage(page, { x: 20, y: 60, width: 100, height: 20, hidden: true });
}

/** Entries of a dictionary in the form that pdf-lib accepts. */
interface Entries {
  [name: string]: Value;
}
type Value = string | number | boolean | PDFObject | Array<Value> | Entries;

function addMarks(page: PDFPage): void {
  const { context } = page.doc;
  const add = (entries: Entries) => {
    page.node.addAnnot(context.register(context.obj({ Type: "Annot", ...entries })));
  };
  const form = (content: string, box: ReadonlyArray<number>) =>
    context.register(
      context.stream(content, { BBox: [...box], Matrix: [1, 0, 0, 1, 0, 0], Subtype: "Form" }),
    );
  const quad = (x: number, y: number, width: number) => [
    x,
    y + 14,
    x + width,
    y + 14,
    x,
    y,
    x + width,
    y,
  ];
  add({
    Subtype: "Highlight",
    Rect: [20, 290, 120, 306],
    QuadPoints: quad(20, 291, 60),
    C: [1, 1, 0],
  });
  add({
    Subtype: "Underline",
    Rect: [80, 288, 140, 306],
    QuadPoints: quad(85, 291, 40),
    C: [1, 0, 0],
  });
  add({
    Subtype: "StrikeOut",
    Rect: [20, 288, 140, 306],
    QuadPoints: quad(20, 291, 30),
    C: [0, 0, 1],
  });
  add({
    Subtype: "Ink",
    Rect: [20, 200, 120, 260],
    InkList: [[20, 210, 60, 255, 110, 205]],
    C: [0, 0.5, 0],
    BS: { W: 3 },
  });
  add({
    Subtype: "Square",
    Rect: [140, 200, 220, 260],
    C: [1, 0, 0],
    IC: [1, 0.9, 0.9],
    BS: { W: 2 },
  });
  add({ Subtype: "Circle", Rect: [240, 200, 320, 260], C: [0, 0, 1], BS: { W: 2 } });
  add({ Subtype: "Line", Rect: [330, 200, 400, 260], L: [335, 205, 395, 255], C: [0, 0, 0] });
  add({
    Subtype: "Stamp",
    Rect: [20, 120, 140, 180],
    AP: { N: form("1 0 0 RG 4 w 2 2 96 46 re S 0.8 g 20 15 60 20 re f", [0, 0, 100, 50]) },
  });
  add({
    Subtype: "FreeText",
    Rect: [160, 120, 300, 180],
    Contents: PDFString.of("A free text over lines that are broken"),
    DA: PDFString.of("/Helv 11 Tf 0 0.4 0 rg"),
  });
  add({ Subtype: "Text", Rect: [380, 290, 400, 310], Contents: PDFString.of("A note") });
  add({ Subtype: "Popup", Rect: [300, 20, 400, 90], Open: true });
  add({
    Subtype: "Stamp",
    F: 2,
    Rect: [20, 20, 80, 60],
    AP: { N: form("0 0 100 50 re f", [0, 0, 100, 50]) },
  });
  add({
    Subtype: "Link",
    Rect: [320, 120, 400, 180],
    Border: [0, 0, 0],
    A: { S: "URI", URI: PDFString.of("https://example.com") },
  });
}
