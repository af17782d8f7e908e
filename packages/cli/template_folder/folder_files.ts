import type { Layout } from "@paraph/core/layouts";
import { type Issue, slugFromName } from "@paraph/core/values";
import { Result } from "effect";

import { fileOfText, referencedPath, SCHEME, textOfFile } from "./file_reference.ts";
import { mapSlots, type Slot, slotsOf } from "./layout_slots.ts";

/** Files by their path inside of a folder. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** A layout with references to files in its folder. */
export interface OutsourcedLayout {
  readonly layout: Layout;
  readonly files: Files;
}

/** Where a layout refers to a file. */
export interface FileReference {
  readonly slot: Slot;
  readonly path: string;
}

/** What a file is called whose field has no name that a file could have. */
const NAMELESS = { maxLength: 60, fallback: "image" };

/**
 * Takes the files out of a layout: `base.pdf`, and pictures in `images` that are called like their
 * fields. The same picture is one file; different ones of one name are numbered. What would not come
 * back the very same stays where it is. {@linkcode insourced} undoes it.
 */
export function outsourced(layout: Layout): Result.Result<OutsourcedLayout, ReadonlyArray<Issue>> {
  const files = new Map<string, Uint8Array>();
  const paths = new Map<string, string>();
  const issues: Array<Issue> = [];
  const moved = mapSlots(layout, ({ path, kind, name, text }) => {
    if (text.startsWith(SCHEME)) {
      issues.push({ path, message: `Begins with ${SCHEME}, which leads to a file in a folder` });
      return text;
    }
    const file = fileOfText(text, kind);
    if (file === undefined) return text;
    const known = paths.get(text);
    const place =
      known ??
      (kind === "pdf"
        ? "base.pdf"
        : freePath(`images/${slugFromName(name, NAMELESS)}`, file.ending, files));
    files.set(place, file.bytes);
    paths.set(text, place);
    return SCHEME + place;
  });
  return issues.length === 0 ? Result.succeed({ layout: moved, files }) : Result.fail(issues);
}

function freePath(stem: string, ending: string, taken: Files): string {
  let path = `${stem}.${ending}`;
  for (let number = 2; taken.has(path); number += 1) path = `${stem}-${number}.${ending}`;
  return path;
}

/** The files that a layout names, or what is wrong with how it names them. */
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

/** Puts the files back into a layout that names them; files that are not given stay named. */
export function insourced(layout: Layout, files: Files): Layout {
  return mapSlots(layout, ({ kind, text }) => {
    const path = text.startsWith(SCHEME) ? text.slice(SCHEME.length) : "";
    const bytes = files.get(path);
    return bytes === undefined ? text : (textOfFile(path, bytes, kind) ?? text);
  });
}
