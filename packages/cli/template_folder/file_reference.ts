import { Result } from "effect";

import type { SlotKind } from "./layout_slots.ts";

/** How a layout refers to a file in its folder: `file:images/logo.png`. */
export const SCHEME = "file:";

/** The allowed extensions of files by their use; a new file gets the first. */
const MEDIA_TYPES: Readonly<Record<SlotKind, Readonly<Record<string, string>>>> = {
  pdf: { pdf: "application/pdf" },
  image: { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg" },
  drawing: { svg: "image/svg+xml" },
};

const EXPECTED_FILES: Readonly<Record<SlotKind, string>> = {
  pdf: "a .pdf file",
  image: "a .png, .jpg or .jpeg file",
  drawing: "an .svg file",
};

/** The file that replaces the text of a slot. */
export interface SlotFile {
  readonly ending: string;
  readonly bytes: Uint8Array;
}

/**
 * Whether a path stays inside a folder: its segments are joined by slashes, and none leads up or to another
 * drive.
 */
export function isInnerPath(path: string): boolean {
  return path
    .split("/")
    .every((name) => name !== "" && name !== "." && name !== ".." && !/[\\:\p{Cc}]/u.test(name));
}

/**
 * Returns the path of a reference in a slot of this kind, or the problem with it.
 *
 * @param reference Text that begins with `file:`.
 */
export function referencedPath(reference: string, kind: SlotKind): Result.Result<string, string> {
  const path = reference.slice(SCHEME.length);
  if (!isInnerPath(path)) return Result.fail("Expected the path of a file inside the folder");
  return mediaTypeOf(path, kind) === undefined
    ? Result.fail(`Expected ${EXPECTED_FILES[kind]}`)
    : Result.succeed(path);
}

/** The text of a slot whose content is in a file; `undefined` if the file must be text and is not. */
export function textOfFile(path: string, bytes: Uint8Array, kind: SlotKind): string | undefined {
  if (kind === "drawing") return decodeUtf8(bytes);
  return dataUri(mediaTypeOf(path, kind) ?? "", bytes);
}

/**
 * The file for the text of a slot; `undefined` if reading the file again would not give exactly the same
 * text.
 */
export function fileOfText(text: string, kind: SlotKind): SlotFile | undefined {
  if (kind === "drawing") {
    const bytes = new TextEncoder().encode(text);
    return /^\s*</.test(text) && decodeUtf8(bytes) === text ? { ending: "svg", bytes } : undefined;
  }
  for (const [ending, mediaType] of Object.entries(MEDIA_TYPES[kind])) {
    const head = `data:${mediaType};base64,`;
    if (!text.startsWith(head) || text.length === head.length) continue;
    const bytes = new Uint8Array(Buffer.from(text.slice(head.length), "base64"));
    return dataUri(mediaType, bytes) === text ? { ending, bytes } : undefined;
  }
  return undefined;
}

function mediaTypeOf(path: string, kind: SlotKind): string | undefined {
  const ending = /[^/]\.([A-Za-z]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return MEDIA_TYPES[kind][ending];
}

function dataUri(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return Result.getOrUndefined(Result.try(() => decoder.decode(bytes)));
}
