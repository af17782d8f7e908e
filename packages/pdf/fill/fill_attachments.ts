import type { InputData } from "@paraph/core/manifests";

import type { CompiledAttachment } from "../compile/compiled_template.ts";
import { type AttachedFile, uniqueName } from "../write/attachments.ts";
import { oneLine, printDocumentText } from "./fill_information.ts";

/** The maximum length of the text of a file. */
const MAX_LENGTH = 1_000_000;
const MAX_NAME = 200;

/**
 * Fills the files in a document. Files without text are omitted.
 *
 * @param taken The names of other files in the document.
 */
export function fillAttachments(
  attachments: ReadonlyArray<CompiledAttachment>,
  data: InputData,
  taken: ReadonlyArray<string>,
): ReadonlyArray<AttachedFile> {
  const names = new Set(taken);
  return attachments.flatMap(
    (
      { name, content, mediaType, description, relationship },
      index,
    ): ReadonlyArray<AttachedFile> => {
      const path = `layout.attachments.${index}`;
      const text = printDocumentText(`${path}.content`, content, data, MAX_LENGTH).toWellFormed();
      if (text === "") return [];
      const print = (setting: string, source: typeof name) =>
        oneLine(printDocumentText(`${path}.${setting}`, source, data, MAX_LENGTH));
      const unique = uniqueName(fileName(print("name", name)), names);
      names.add(unique);
      const about = print("description", description).slice(0, 2_000).toWellFormed();
      return [{ name: unique, mediaType, description: about, relationship, text }];
    },
  );
}

/** Characters that file systems reject, and direction controls, which can disguise an extension. */
const UNSAFE = /[\\/:*?"<>|\u202a-\u202e\u2066-\u2069]/g;

/** A name for any file system. */
function fileName(text: string): string {
  const name = text
    .replaceAll(UNSAFE, "-")
    .replace(/^[.\s]+/, "")
    .slice(0, MAX_NAME)
    .toWellFormed()
    .trim();
  return name === "" ? "attachment" : name;
}
