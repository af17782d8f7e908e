import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { fromPng, toPng } from "./grey_png.ts";
import type { Raster } from "./raster.ts";

const FOLDER = path.join(import.meta.dirname, "goldens");

/** Whether to write goldens instead of comparing with them. */
export const IS_RENEWING = process.env["RENEW_GOLDENS"] !== undefined;

/** The picture and the text of a document that a person last approved. */
export interface Golden {
  readonly picture: Raster;
  readonly text: string;
}

/** The file that an approved picture and text were made from. */
export interface GoldenFile {
  readonly sha256: string;
  readonly pageCount: number;
}

const FILES = path.join(FOLDER, "files.json");

/** Returns the files of all goldens by name. */
export function readGoldenFiles(): Readonly<Record<string, GoldenFile>> {
  return fs.existsSync(FILES) ? JSON.parse(fs.readFileSync(FILES, "utf8")) : {};
}

/** Adds or replaces the file of a golden. */
export function writeGoldenFile(name: string, file: GoldenFile): void {
  const files = Object.entries({ ...readGoldenFiles(), [name]: file });
  const entries = files.toSorted(([a], [b]) => (a < b ? -1 : 1));
  fs.writeFileSync(FILES, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

/** The golden of a case; undefined when there is none. */
export function readGolden(name: string): Golden | undefined {
  const [picture, text] = [fileOf(name, "png"), fileOf(name, "txt")];
  if (!fs.existsSync(picture) || !fs.existsSync(text)) return undefined;
  return { picture: fromPng(fs.readFileSync(picture)), text: fs.readFileSync(text, "utf8") };
}

/** Writes the golden of a case. */
export function writeGolden(name: string, { picture, text }: Golden): void {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(fileOf(name, "png"), toPng(picture));
  fs.writeFileSync(fileOf(name, "txt"), text);
}

/** Stores a picture that differs from its golden and returns the path. */
export function saveForInspection(name: string, picture: Raster): string {
  const folder = path.join(os.tmpdir(), "paraph-goldens");
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.png`);
  fs.writeFileSync(file, toPng(picture));
  return file;
}

/** The characters of a text that a golden stores. */
const MOST_TEXT = 3_000;

/** Returns the text of all pages; of a long document the beginning and a hash of the whole. */
export function goldenText(pages: ReadonlyArray<string>): string {
  const text = `${pages.join("\n\f\n")}\n`;
  if (text.length <= MOST_TEXT) return text;
  const hash = createHash("sha256").update(text).digest("hex");
  return `${text.slice(0, MOST_TEXT)}\n… ${pages.length} pages, ${text.length} characters, SHA-256 ${hash}\n`;
}

/** Writes a page with the picture and name of each golden, for review. */
export function writeContactSheet(names: ReadonlyArray<string>): void {
  const figures = names.map(
    (name) => `<figure><img src="${name}.png"><figcaption>${name}</figcaption></figure>`,
  );
  const style =
    "body{font:12px sans-serif;background:#888;display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{display:block}figcaption{background:#fff}";
  const html = `<!doctype html>\n<meta charset="utf-8">\n<title>Goldens</title>\n<style>${style}</style>\n${figures.join("\n")}\n`;
  fs.writeFileSync(path.join(FOLDER, "contact_sheet.html"), html);
}

function fileOf(name: string, extension: string): string {
  return path.join(FOLDER, `${name}.${extension}`);
}
