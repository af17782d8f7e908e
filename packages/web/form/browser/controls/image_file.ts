/** The maximum size of an image in bytes: 5 MiB. */
export const MAX_IMAGE_SIZE = 5 * 1024 * 1024;

/** Why a file cannot be used. */
export type ImageProblem = "tooLarge" | "notAnImage" | "unreadable";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** Returns the type of an image by its first bytes; `undefined` when it is not a PNG or JPEG. */
export function detectImageType(bytes: Uint8Array): "image/png" | "image/jpeg" | undefined {
  const startsWith = (start: ReadonlyArray<number>) =>
    start.every((byte, index) => bytes[index] === byte);
  if (startsWith(PNG)) return "image/png";
  return startsWith(JPEG) ? "image/jpeg" : undefined;
}

/** Reads a file as a `data:` URI. */
export async function readImage(
  file: Blob,
): Promise<{ readonly uri: string } | { readonly problem: ImageProblem }> {
  if (file.size > MAX_IMAGE_SIZE) return { problem: "tooLarge" };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = detectImageType(bytes);
    if (type === undefined) return { problem: "notAnImage" };
    return { uri: `data:${type};base64,${toBase64(bytes)}` };
  } catch {
    return { problem: "unreadable" }; // The file was moved or changed after it was chosen.
  }
}

/** Encodes in pieces: a call cannot take the bytes of a large file as arguments. */
function toBase64(bytes: Uint8Array): string {
  const size = 0x80_00;
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * size, (index + 1) * size)),
  );
  return btoa(pieces.join(""));
}
