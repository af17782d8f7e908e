import PdfKit from "pdfkit";

import { dataUri, pngOf } from "../../packages/pdf/testing/fixtures.ts";
import { makeBase } from "./corpus/base_pdfs.ts";
import { type CaseSketch, corpusCase, LINES, put, variable } from "./corpus/corpus_case.ts";
import { LOGO, LOGO_URI, PHOTO } from "./corpus/pictures.ts";
import type { Submission } from "./publish.ts";

/** Invalid input, and the code of its failure. */
export interface HostileCase {
  readonly name: string;
  readonly code: string;
  readonly submission: Submission;
}

const hostile = (name: string, code: string, sketch: CaseSketch): HostileCase => ({
  name,
  code,
  submission: corpusCase(name, sketch),
});

const text = (more: object = {}) => put(8, 20, { name: "text", ...more });
const TEXT = [variable("text")];
const withText = (name: string, code: string, value: unknown, more: object = {}) =>
  hostile(name, code, { pages: [[text(more)]], variables: TEXT, data: { text: value } });
const withField = (name: string, code: string, more: object) => withText(name, code, "x", more);
const withLogo = (name: string, code: string, logo: string) =>
  hostile(name, code, {
    pages: [[put(8, 40, { name: "logo", type: "image" })]],
    variables: [variable("logo", "image")],
    data: { logo },
  });
const withStaticContent = (name: string, type: string, content: string) =>
  hostile(name, "invalid_request", { pages: [[put(8, 40, { name: "static", type, content })]] });
const withLines = (name: string, code: string, lines: unknown) =>
  hostile(name, code, {
    pages: [[put(8, 20, { name: "lines", type: "table" })]],
    loops: [LINES],
    data: { lines },
  });
const onBase = (name: string, code: string, base: string, more: object = {}) =>
  hostile(name, code, { base, pages: [[text(more)]], variables: TEXT, data: { text: "x" } });

const pdfUri = (bytes: Uint8Array) => dataUri(bytes, "application/pdf");
const corruptLogo = LOGO.map((byte, index) => (index >= 45 && index < 60 ? byte ^ 255 : byte));
const pngOfSize = (width: number, height: number) =>
  pngOf({ width, height, colourType: 6, raw: new Uint8Array(4) });
/** 400 MB of zeros in 400 KB. */
const BOMB = pngOf({
  width: 10_000,
  height: 10_000,
  colourType: 6,
  raw: new Uint8Array(10_000 * 40_001),
});
const PLAIN = await makeBase("plain");
const WORDS = Array.from({ length: 3_000 }, (_, index) => `w${index * 7919}`).join(" ");
const REGEXP = '{/^(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")}';

function encryptedPdf(): Promise<Uint8Array> {
  const pdf = new PdfKit({ userPassword: "secret" });
  const parts: Array<Buffer> = [];
  return new Promise((resolve) => {
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(Buffer.concat(parts)));
    pdf.end();
  });
}

const SVG = { type: "svg" };

/** All input on which stock pdfme hangs, crashes, evaluates code or silently prints nothing, and more. */
export const HOSTILE: ReadonlyArray<HostileCase> = [
  withLogo("PNG cut short", "image_unreadable", dataUri(LOGO.subarray(0, LOGO.length / 2))),
  withLogo("PNG of 60,000 × 60,000", "image_unreadable", dataUri(pngOfSize(60_000, 60_000))),
  withLogo("PNG bomb of 10,000 × 10,000", "image_unreadable", dataUri(BOMB)),
  withLogo("PNG with damaged pixels", "image_unreadable", dataUri(corruptLogo)),
  withLogo("only the head of a PNG", "image_unreadable", dataUri(LOGO.subarray(0, 33))),
  withLogo("JPEG cut short", "invalid_input_data", dataUri(PHOTO.subarray(0, 10), "image/jpeg")),
  withLogo(
    "JPEG with an empty segment",
    "invalid_input_data",
    dataUri(new Uint8Array([255, 216, 255, 224, 0, 0, ...new Uint8Array(5_000)]), "image/jpeg"),
  ),
  withLogo("image that is no data: URI", "invalid_input_data", "hello"),
  withLogo("image as WebP", "invalid_input_data", "data:image/webp;base64,UklGRiQAAABXRUJQVlA4"),
  withLogo("image as a file:", "invalid_input_data", "file:///etc/passwd"),
  withLogo("PNG that says it is JPEG", "succeeded", dataUri(LOGO, "image/jpeg")),
  withLogo("image on a private address", "image_unreadable", "http://127.0.0.1:1/logo.png"),
  withStaticContent("a template's PNG cut short", "image", dataUri(LOGO.subarray(0, 80))),
  withStaticContent("a template's PNG bomb", "image", dataUri(BOMB)),
  withStaticContent("a template's image by address", "image", "https://example.com/a.png"),
  withStaticContent("a template's malformed SVG", "svg", "<svg><rect"),
  withStaticContent("a template's QR code that is too long", "qrcode", "x".repeat(4_000)),
  withStaticContent("a template's EAN of letters", "ean13", "abc"),
  withText("arithmetic in a value", "succeeded", "{6*7}"),
  withText("a regular expression that backtracks, in a value", "succeeded", REGEXP),
  withText("memory asked for in a value", "succeeded", "{Array(2e7).fill(1).map(x => x)}"),
  withText(
    "the constructor in a value",
    "succeeded",
    "{constructor.constructor('return process')()}",
  ),
  hostile("code in a template", "invalid_request", {
    pages: [[put(8, 40, { content: `{1+1} ${REGEXP}` })]],
  }),
  hostile("unknown key in a template", "invalid_request", {
    pages: [[put(8, 40, { content: "{nope.foo}" })]],
  }),
  hostile("unbalanced brace in a template", "succeeded", {
    pages: [[put(8, 40, { content: "a { b" })]],
  }),
  withField("font that is not there", "invalid_request", { fontName: "Nope" }),
  withText("marks upon marks", "succeeded", "\u02a6\u0305\u031b\u0264\u00fc\u02af"),
  withText("a thousand marks on a letter", "succeeded", `a${"\u0301".repeat(1_000)}`),
  withText("character that no font has", "succeeded", "Hello \u{10400}"),
  withText(
    "half of a character, and control characters",
    "succeeded",
    "x\ud800y\u0000\u0007z\u202e",
  ),
  withText("number as text", "succeeded", 5),
  withText("null as text", "succeeded", null),
  withText("object as text", "invalid_input_data", { b: 1 }),
  withText("text that is longer than allowed", "invalid_input_data", "x".repeat(100_001)),
  withText("100 KB of text in a small box", "succeeded", "lorem ipsum dolor ".repeat(5_500)),
  withText("100 KB of text without a space", "succeeded", "x".repeat(100_000)),
  withText("100 KB of text, expanding", "succeeded", "lorem ipsum dolor ".repeat(5_500), {
    overflow: "expand",
  }),
  withText("20 KB of words made to fit", "succeeded", WORDS, {
    dynamicFontSize: { min: 1, max: 200, fit: "vertical" },
  }),
  hostile("required value missing", "invalid_input_data", {
    pages: [[text()]],
    variables: [{ ...variable("text"), required: true }],
  }),
  withLines("row with missing cells", "succeeded", [{ name: "a" }]),
  withLines("numbers and null in cells", "succeeded", [{ name: 1, note: null, price: 2 }]),
  withLines("cells the loop lacks", "succeeded", [{ name: "a", other: "b" }]),
  withLines("row that is no object", "invalid_input_data", [["a", "b"]]),
  withLines("loop that is no list", "invalid_input_data", "abc"),
  withLines("amount that is none", "invalid_input_data", [{ price: "NaN" }]),
  withLines(
    "more rows than allowed",
    "invalid_input_data",
    Array.from({ length: 10_001 }, () => ({})),
  ),
  withLines("cell of 300 lines", "succeeded", [{ note: "l\n".repeat(300) }]),
  withLines("cell of 20 KB", "succeeded", [{ note: "lorem ipsum ".repeat(1_700) }]),
  withField("box without width", "succeeded", { width: 0 }),
  withField("box of negative width", "invalid_request", { width: -5 }),
  withField("box below the page", "invalid_request", { position: { x: 8, y: 500 } }),
  withField("font size of nothing", "invalid_request", { fontSize: 0 }),
  withField("font size that is no number", "invalid_request", { fontSize: "NaN" }),
  withField("colour by name", "invalid_request", { fontColor: "red" }),
  withField("unknown type of field", "invalid_request", { type: "hologram" }),
  withField("field without a position", "invalid_request", { position: null }),
  onBase("base PDF of garbage", "invalid_request", pdfUri(Buffer.from("hello"))),
  onBase("base PDF cut short", "invalid_request", pdfUri(PLAIN.subarray(0, PLAIN.length / 3))),
  onBase("base PDF that is empty", "invalid_request", ""),
  onBase("base PDF by address", "invalid_request", "https://example.com/a.pdf"),
  onBase("base PDF that is an image", "invalid_request", LOGO_URI),
  onBase("base PDF that is encrypted", "invalid_request", pdfUri(await encryptedPdf())),
  onBase("text that grows on an overlay", "invalid_request", pdfUri(PLAIN), { overflow: "expand" }),
  hostile("table that grows on an overlay", "invalid_request", {
    base: pdfUri(PLAIN),
    pages: [[put(8, 20, { name: "lines", type: "table" })]],
    loops: [LINES],
  }),
  hostile("more pages than the base PDF has", "invalid_request", {
    base: pdfUri(PLAIN),
    pages: [[], [], [], [text()]],
    variables: TEXT,
  }),
  withText("text of thousands of pages", "render_failed", "abc ".repeat(25_000), {
    width: 5,
    height: 5,
    fontSize: 24,
    overflow: "expand",
  }),

  withText(
    "SVG of comments without an end",
    "render_failed",
    `<svg>${"<!--".repeat(24_000)}</svg>`,
    SVG,
  ),
  withText(
    "SVG of thousands of levels",
    "render_failed",
    `<svg>${"<g>".repeat(30_000)}</svg>`,
    SVG,
  ),
  withText(
    "SVG of attributes without values",
    "render_failed",
    `<svg ${"-".repeat(99_000)}></svg>`,
    SVG,
  ),
  withText("QR code that is too long", "render_failed", "x".repeat(600), { type: "qrcode" }),
  withText("EAN of letters", "render_failed", "abc", { type: "ean13" }),
  withText("EAN with a wrong check digit", "render_failed", "4006381333930", { type: "ean13" }),
  withText("malformed SVG", "render_failed", "<svg><rect", { type: "svg" }),
  withText(
    "SVG with entities in entities",
    "render_failed",
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
    { type: "svg" },
  ),
  withText(
    "SVG that asks for a file",
    "render_failed",
    '<svg viewBox="0 0 9 9"><image href="file:///etc/passwd" width="9" height="9"/><rect width="5" height="5"/></svg>',
    { type: "svg" },
  ),
];
