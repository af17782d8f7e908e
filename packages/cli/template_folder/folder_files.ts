import type { Layout } from "@paraph/core/layouts";
import { type Issue, slugFromName } from "@paraph/core/values";
import { Result } from "effect";

import { fileOfText, referencedPath, SCHEME, textOfFile } from "./file_reference.ts";
import { mapSlots, type Slot, slotsOf } from "./layout_slots.ts";

/** Files by their path in a folder. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** A layout with references to files in its folder. */
export interface ExtractedLayout {
  readonly layout: Layout;
  readonly files: Files;
}

/** A reference of a layout to a file. */
export interface FileReference {
  readonly slot: Slot;
  readonly path: string;
}

/** The name of a file for a field without a usable name. */
const DEFAULT_FILE_NAME = { maxLength: 60, fallback: "image" };

/**
 * Moves the files of a layout out of it: `base.pdf`, `prepend.pdf`, `append.pdf`, and pictures in `images` that are named like their
 * fields. Equal files share a path; different ones with one name are numbered. A text that could not be
 * restored exactly stays in the layout. {@linkcode inlineFiles} reverses this.
 */
export function extractFiles(layout: Layout): Result.Result<ExtractedLayout, ReadonlyArray<Issue>> {
  const files = new Map<string, Uint8Array>();
  const paths = new Map<string, string>();
  const issues: Array<Issue> = [];
  const newLayout = mapSlots(layout, ({ path, kind, name, text }) => {
    if (text.startsWith(SCHEME)) {
      issues.push({
        path,
        message: `Begins with ${SCHEME}, which template folders reserve for files`,
      });
      return text;
    }
    const file = fileOfText(text, kind);
    if (file === undefined) return text;
    const existingPath = paths.get(text);
    const place =
      existingPath ??
      (kind === "pdf"
        ? freePath(name, file.ending, files)
        : freePath(`images/${slugFromName(name, DEFAULT_FILE_NAME)}`, file.ending, files));
    files.set(place, file.bytes);
    paths.set(text, place);
    return SCHEME + place;
  });
  return issues.length === 0 ? Result.succeed({ layout: newLayout, files }) : Result.fail(issues);
}

function freePath(stem: string, ending: string, files: Files): string {
  let path = `${stem}.${ending}`;
  for (let number = 2; files.has(path); number += 1) path = `${stem}-${number}.${ending}`;
  return path;
}

/** Returns the files that a layout refers to, or the problems of its references. */
export function referencesOf(
  layout: Layout,
): Result.Result<ReadonlyArray<FileReference>, ReadonlyArray<Issue>> {
  const issues: Array<Issue> = [];
  const references = slotsOf(layout).flatMap((slot): ReadonlyArray<FileReference> => {
    if (!slot.text.startsWith(SCHEME)) return [];
    const path = referencedPath(slot.text, slot.kind);
    if (Result.isSuccess(path)) return [{ slot, path: path.success }];
    issues.push({ path: slot.path, message: path.failure });
    return [];
  });
  return issues.length === 0 ? Result.succeed(references) : Result.fail(issues);
}

/** Puts files back into a layout that refers to them; references to other files stay. */
export function inlineFiles(layout: Layout, files: Files): Layout {
  return mapSlots(layout, ({ kind, text }) => {
    const path = text.startsWith(SCHEME) ? text.slice(SCHEME.length) : "";
    const bytes = files.get(path);
    return bytes === undefined ? text : (textOfFile(path, bytes, kind) ?? text);
  });
}
