/** How large an image may be, in bytes: 5 MiB. */
export const LARGEST_IMAGE = 5 * 1024 * 1024;

/** What is wrong with a file that somebody has picked. */
export type ImageProblem = "tooLarge" | "notAnImage" | "unreadable";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** The type of an image by its first bytes, whatever its name says; nothing when it is no PNG or JPEG. */
export function imageType(bytes: Uint8Array): "image/png" | "image/jpeg" | undefined {
  const startsWith = (start: ReadonlyArray<number>) =>
    start.every((byte, at) => bytes[at] === byte);
  if (startsWith(PNG)) return "image/png";
  return startsWith(JPEG) ? "image/jpeg" : undefined;
}

/** A file as a `data:` URI, or what is wrong with it. */
export async function imageFrom(
  file: Blob,
): Promise<{ readonly uri: string } | { readonly problem: ImageProblem }> {
  if (file.size > LARGEST_IMAGE) return { problem: "tooLarge" };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = imageType(bytes);
    if (type === undefined) return { problem: "notAnImage" };
    return { uri: `data:${type};base64,${base64(bytes)}` };
  } catch {
    return { problem: "unreadable" }; // It was moved or changed since it was picked.
  }
}

/** In pieces: all bytes of a large file are too many arguments for one call. */
function base64(bytes: Uint8Array): string {
  const size = 0x80_00;
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * size, (at + 1) * size)),
  );
  return btoa(pieces.join(""));
}
