import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { pathToFileURL } from "node:url";

import { Effect } from "effect";

import { Chromium } from "../support/browser.ts";
import { TYPESET_FONTS } from "./typeset_fonts.ts";

/** The fonts of Paraph under the names of their families. */
const fontFaces = TYPESET_FONTS.map(
  ({ family, weight, style, file }) =>
    `@font-face { font-family: "${family}"; font-weight: ${weight}; font-style: ${style}; src: url("${pathToFileURL(file).href}"); }`,
).join("\n");

/** Text in a script of HTML: it cannot end the script. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll("<", String.raw`\u003c`);

/**
 * Returns a function that prints `document.html` of a folder in Chromium. The page has the fonts of Paraph, and
 * `globalThis.data`.
 */
export const printedOf = Effect.fnUntraced(function* (folder: string, data: unknown) {
  const browser = yield* Chromium;
  const source = fs.readFileSync(path.join(folder, "document.html"), "utf8");
  const head = `<head>\n<style>\n${fontFaces}\n</style>\n<script>globalThis.data = ${inScript(data)};</script>`;
  const temporary = yield* Effect.acquireRelease(
    Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-typesetting-"))),
    (made) => Effect.sync(() => fs.rmSync(made, { recursive: true })),
  );
  const file = path.join(temporary, "document.html");
  fs.writeFileSync(
    file,
    source.replace("<head>", () => head),
  );
  return async (): Promise<Uint8Array> => {
    const page = await browser.newPage();
    try {
      await page.goto(pathToFileURL(file).href);
      await page.evaluate("document.fonts.ready");
      return await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
    } finally {
      await page.close();
    }
  };
});
