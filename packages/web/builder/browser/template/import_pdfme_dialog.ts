import { importPdfme, type PdfmeImport, suggestedFontMap } from "@paraph/core/layouts";
import type { Issue } from "@paraph/core/values";
import { Result, type Schema } from "effect";

import { button, h } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { Dialog } from "../widgets/dialog.ts";

/**
 * Lets the user choose a pdfme template, and shows what its import changes, or why it is refused.
 *
 * @returns The import that the user has confirmed.
 */
export async function importPdfmeDialog(): Promise<PdfmeImport | undefined> {
  const file = await chooseFile();
  if (file === undefined) return undefined;
  const result = importText(await file.text());
  const dialog = new Dialog(TEXTS.importPdfme.title, { kind: "is-form is-wide" });
  const choice = { isConfirmed: false };
  const issues = Result.isSuccess(result) ? result.success.changes : result.failure;
  const { text, changes, refused } = TEXTS.importPdfme;
  const list = Result.isSuccess(result) ? "change-list" : "problem-list";
  dialog.body.append(
    ...(Result.isSuccess(result) ? [h("p", { class: "hint" }, text)] : []),
    h("p", {}, Result.isSuccess(result) ? changes : refused),
    h("ul", { class: list }, ...issues.map((issue) => h("li", {}, lineOf(issue)))),
  );
  dialog.actions.append(button(TEXTS.importPdfme.cancel, () => dialog.close()));
  if (Result.isSuccess(result)) {
    const confirm = () => {
      choice.isConfirmed = true;
      dialog.close();
    };
    dialog.actions.append(button(TEXTS.importPdfme.open, confirm, { class: "is-first" }));
  }
  await dialog.open().closed;
  return choice.isConfirmed && Result.isSuccess(result) ? result.success : undefined;
}

/** Converts a file; unknown fonts are replaced by the nearest bundled ones, which is a change. */
export function importText(text: string): Result.Result<PdfmeImport, ReadonlyArray<Issue>> {
  const json = Result.try((): Schema.Json => JSON.parse(text));
  if (Result.isFailure(json)) {
    return Result.fail([{ path: "", message: TEXTS.importPdfme.notJson }]);
  }
  const fonts = [...text.matchAll(/"fontName"\s*:\s*"([^"\\]+)"/g)].map((match) => match[1] ?? "");
  const fontMap = suggestedFontMap([...new Set(fonts)], []);
  return importPdfme(json.success, { fontMap });
}

function lineOf({ path, message }: Issue): string {
  return path === "" ? message : `${path}: ${message}`;
}

/** The file that the user chooses; `undefined` if the user cancels. */
function chooseFile(): Promise<File | undefined> {
  const input = h("input", { type: "file", accept: ".json,application/json", id: "pdfme-file" });
  input.hidden = true;
  document.body.append(input);
  return new Promise((resolve) => {
    const finish = () => {
      input.remove();
      resolve(input.files?.[0]);
    };
    input.addEventListener("change", finish);
    input.addEventListener("cancel", finish);
    input.click();
  });
}
