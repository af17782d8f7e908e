/**
 * Creates the form that the overlay example fills in, and inserts it into its template.
 *
 * Run it after a change: `node examples/overlay/make_base.ts`.
 */
import { readFile, writeFile } from "node:fs/promises";

import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib";

const INK = rgb(0.13, 0.16, 0.22);
const MUTED = rgb(0.42, 0.45, 0.5);
const ACCENT = rgb(0.09, 0.27, 0.47);
const TINT = rgb(0.93, 0.95, 0.98);
const POINTS = 72 / 25.4;
const HEIGHT = 297;

/** A sheet of the form, measured in millimetres from its top left corner. */
class Sheet {
  readonly #page: PDFPage;
  readonly #regular: PDFFont;
  readonly #bold: PDFFont;

  constructor(page: PDFPage, regular: PDFFont, bold: PDFFont) {
    this.#page = page;
    this.#regular = regular;
    this.#bold = bold;
  }

  text(
    text: string,
    x: number,
    y: number,
    size: number,
    options: { bold?: boolean; muted?: boolean } = {},
  ): void {
    this.#page.drawText(text, {
      x: x * POINTS,
      y: (HEIGHT - y) * POINTS,
      size,
      font: options.bold === true ? this.#bold : this.#regular,
      color: options.muted === true ? MUTED : INK,
    });
  }

  band(title: string, y: number): void {
    this.#page.drawRectangle({
      x: 18 * POINTS,
      y: (HEIGHT - y - 7) * POINTS,
      width: 174 * POINTS,
      height: 7 * POINTS,
      color: ACCENT,
    });
    this.#page.drawText(title, {
      x: 21 * POINTS,
      y: (HEIGHT - y - 4.9) * POINTS,
      size: 10,
      font: this.#bold,
      color: rgb(1, 1, 1),
    });
  }

  /** A box to write in, with its label above the writing. */
  field(label: string, x: number, y: number, width: number, height = 11): void {
    this.#page.drawRectangle({
      x: x * POINTS,
      y: (HEIGHT - y - height) * POINTS,
      width: width * POINTS,
      height: height * POINTS,
      color: TINT,
      borderColor: ACCENT,
      borderWidth: 0.5,
    });
    this.text(label, x + 1.5, y + 3, 6.5, { muted: true });
  }

  tick(label: string, x: number, y: number): void {
    this.#page.drawRectangle({
      x: x * POINTS,
      y: (HEIGHT - y - 4.5) * POINTS,
      width: 4.5 * POINTS,
      height: 4.5 * POINTS,
      borderColor: ACCENT,
      borderWidth: 0.8,
    });
    this.text(label, x + 6.5, y + 3.5, 9);
  }

  line(label: string, x: number, y: number, width: number): void {
    this.#page.drawLine({
      start: { x: x * POINTS, y: (HEIGHT - y) * POINTS },
      end: { x: (x + width) * POINTS, y: (HEIGHT - y) * POINTS },
      thickness: 0.7,
      color: INK,
    });
    this.text(label, x, y + 4, 7, { muted: true });
  }
}

function drawHead(sheet: Sheet, page: string): void {
  sheet.text("Harbour Cooperative Bank", 18, 22, 15, { bold: true });
  sheet.text("Application for a business account", 18, 29, 11);
  sheet.text("Form HCB-204 (02/26)", 163, 22, 8, { muted: true });
  sheet.text(page, 177.5, 26.5, 8, { muted: true });
}

function drawFirst(sheet: Sheet): void {
  drawHead(sheet, "Page 1 of 2");
  sheet.band("1   The business", 38);
  sheet.field("Registered name", 18, 48, 174);
  sheet.field("Legal form", 18, 61, 55);
  sheet.field("Register number", 75, 61, 57);
  sheet.field("Founded on", 134, 61, 58);
  sheet.field("Street and number", 18, 74, 114);
  sheet.field("Postcode", 134, 74, 24);
  sheet.field("Country", 160, 74, 32);
  sheet.field("City", 18, 87, 55);
  sheet.field("E-mail", 75, 87, 57);
  sheet.field("Telephone", 134, 87, 58);
  sheet.band("2   The person who opens the account", 105);
  sheet.field("Given names", 18, 115, 86);
  sheet.field("Surname", 106, 115, 86);
  sheet.field("Date of birth", 18, 128, 40);
  sheet.field("Nationality", 60, 128, 44);
  sheet.field("Position in the business", 106, 128, 86);
  sheet.band("3   The account", 146);
  sheet.tick("Current account in euros", 20, 157);
  sheet.tick("Savings account", 85, 157);
  sheet.tick("Foreign currency account", 135, 157);
  sheet.tick("Company card", 20, 166);
  sheet.tick("Online banking", 85, 166);
  sheet.tick("Overdraft facility", 135, 166);
  sheet.field("Expected turnover a year", 18, 176, 86);
  sheet.field("Overdraft limit wished", 106, 176, 86);
  sheet.band("4   What the business does", 194);
  sheet.field("Please describe it in a few sentences", 18, 204, 174, 46);
  sheet.text(
    "Please write in block letters or fill the form in by computer. Continue on page 2.",
    18,
    284,
    8,
    { muted: true },
  );
}

function drawSecond(sheet: Sheet): void {
  drawHead(sheet, "Page 2 of 2");
  sheet.band("5   Declarations", 38);
  sheet.tick("I act on the business’s own account and not for a third party.", 20, 49);
  sheet.tick(
    "The business is subject to tax in the country of its registered office only.",
    20,
    58,
  );
  sheet.tick("I have received and read the general terms and the list of charges.", 20, 67);
  sheet.tick(
    "I would like information on new services by e-mail. I can withdraw this at any time.",
    20,
    76,
  );
  sheet.band("6   Signature", 92);
  sheet.line("Place and date", 18, 124, 70);
  sheet.line("Signature", 106, 124, 86);
  sheet.line("Name in block letters", 106, 142, 86);
  sheet.band("For the bank", 158);
  sheet.field("Received on", 18, 168, 55, 14);
  sheet.field("Identity checked by", 75, 168, 57, 14);
  sheet.field("Account number", 134, 168, 58, 14);
}

const EPOCH = new Date(0);

const doc = await PDFDocument.create();
const regular = await doc.embedFont(StandardFonts.Helvetica);
const bold = await doc.embedFont(StandardFonts.HelveticaBold);
const sheets = [0, 1].map(
  () => new Sheet(doc.addPage([210 * POINTS, HEIGHT * POINTS]), regular, bold),
);
if (sheets[0] !== undefined) drawFirst(sheets[0]);
if (sheets[1] !== undefined) drawSecond(sheets[1]);
doc.setTitle("Application for a business account");
doc.setCreationDate(EPOCH);
doc.setModificationDate(EPOCH);
const bytes = await doc.save();

const folder = new URL("./", import.meta.url);
const template = JSON.parse(await readFile(new URL("template.json", folder), "utf8"));
template.layout.basePdf = `data:application/pdf;base64,${Buffer.from(bytes).toString("base64")}`;
await writeFile(new URL("base.pdf", folder), bytes);
await writeFile(new URL("template.json", folder), `${JSON.stringify(template, null, 2)}\n`);
