import { Result } from "effect";

import type { SlotKind } from "./layout_slots.ts";

/** How a layout refers to a file in its folder: `file:images/logo.png`. */
export const SCHEME = "file:";

/** What a file may end in, by what it is for; the first is what a new file gets. */
const MEDIA_TYPES: Readonly<Record<SlotKind, Readonly<Record<string, string>>>> = {
  pdf: { pdf: "application/pdf" },
  image: { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg" },
  drawing: { svg: "image/svg+xml" },
};

const EXPECTED: Readonly<Record<SlotKind, string>> = {
  pdf: "a .pdf file",
  image: "a .png, .jpg or .jpeg file",
  drawing: "an .svg file",
};

/** A file that stands for the text of a slot. */
export interface SlotFile {
  readonly ending: string;
  readonly bytes: Uint8Array;
}

/**
 * Whether a path stays inside of a folder: names that are joined by strokes, none of which leads up,
 * away or to another drive.
 */
export function isInnerPath(path: string): boolean {
  return path
    .split("/")
    .every((name) => name !== "" && name !== "." && name !== ".." && !/[\\:\p{Cc}]/u.test(name));
}

/**
 * The path that a reference names, for a slot of a kind; what is wrong with it otherwise.
 *
 * @param reference Text that begins with `file:`.
 */
export function referencedPath(reference: string, kind: SlotKind): Result.Result<string, string> {
  const path = reference.slice(SCHEME.length);
  if (!isInnerPath(path)) return Result.fail("Expected the path of a file inside of the folder");
  return mediaTypeOf(path, kind) === undefined
    ? Result.fail(`Expected ${EXPECTED[kind]}`)
    : Result.succeed(path);
}

/** The text that a file stands for in a slot; none when it is no text though it has to be. */
export function textOfFile(path: string, bytes: Uint8Array, kind: SlotKind): string | undefined {
  if (kind === "drawing") return decoded(bytes);
  return dataUri(mediaTypeOf(path, kind) ?? "", bytes);
}

/**
 * The file that stands for the text of a slot: none when the text would not be the very same, byte for
 * byte, once it is read from the file again.
 */
export function fileOfText(text: string, kind: SlotKind): SlotFile | undefined {
  if (kind === "drawing") {
    const bytes = new TextEncoder().encode(text);
    return /^\s*</.test(text) && decoded(bytes) === text ? { ending: "svg", bytes } : undefined;
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

function decoded(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return Result.getOrUndefined(Result.try(() => decoder.decode(bytes)));
}
