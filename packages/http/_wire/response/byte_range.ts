import type { AssetRange } from "@paraph/core/renders";

/** A valid range, an unsatisfiable one, or undefined for the whole document. */
export type RequestedRange = AssetRange | "unsatisfiable" | undefined;

/**
 * Parses a `Range` header for a document of this size (RFC 9110, section 14).
 *
 * Several ranges and units other than bytes are ignored, as the standard allows.
 */
export function byteRange(header: string | undefined, size: number): RequestedRange {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "");
  if (match === null) return undefined;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return undefined;
  if (first === "") return lastBytes(Number(last), size);
  const offset = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < offset) return undefined;
  return offset >= size ? "unsatisfiable" : { offset, length: end - offset + 1 };
}

function lastBytes(count: number, size: number): RequestedRange {
  const length = Math.min(count, size);
  return length === 0 ? "unsatisfiable" : { offset: size - length, length };
}
