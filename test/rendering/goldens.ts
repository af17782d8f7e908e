import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { fromPng, toPng } from "./grey_png.ts";
import type { Raster } from "./raster.ts";

const FOLDER = path.join(import.meta.dirname, "goldens");

/** Whether goldens are written rather than compared with. */
export const IS_RENEWING = process.env["RENEW_GOLDENS"] !== undefined;

/** What a document looked like and said when somebody last looked at it. */
export interface Golden {
  readonly picture: Raster;
  readonly text: string;
}

/** The golden of a case; undefined when there is none. */
export function readGolden(name: string): Golden | undefined {
  const [picture, text] = [fileOf(name, "png"), fileOf(name, "txt")];
  if (!fs.existsSync(picture) || !fs.existsSync(text)) return undefined;
  return { picture: fromPng(fs.readFileSync(picture)), text: fs.readFileSync(text, "utf8") };
}

/** Makes what a document looks like and says its golden. */
export function writeGolden(name: string, { picture, text }: Golden): void {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(fileOf(name, "png"), toPng(picture));
  fs.writeFileSync(fileOf(name, "txt"), text);
}

/** Keeps a picture that does not look like its golden, and tells where. */
export function keepForInspection(name: string, picture: Raster): string {
  const folder = path.join(os.tmpdir(), "paraph-goldens");
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.png`);
  fs.writeFileSync(file, toPng(picture));
  return file;
}

/** How much text a golden keeps as it is. */
const MOST_TEXT = 3_000;

/** The text of a golden: what the pages say, of a long document its beginning and a hash of it all. */
export function goldenText(pages: ReadonlyArray<string>): string {
  const text = `${pages.join("\n\f\n")}\n`;
  if (text.length <= MOST_TEXT) return text;
  const hash = createHash("sha256").update(text).digest("hex");
  return `${text.slice(0, MOST_TEXT)}\n… ${pages.length} pages, ${text.length} characters, SHA-256 ${hash}\n`;
}

/** Writes a page that shows every golden beside its name, for a person to look at. */
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
