import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";
import { type PreparedImage, UnreadableImage } from "./prepared_image.ts";

/**
 * Reads a PNG or JPEG without trusting it: sizes are checked before anything is unpacked, and what is
 * cut short or damaged is refused.
 */
export function readImage(bytes: Uint8Array): PreparedImage {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes);
  throw new UnreadableImage("It is neither PNG nor JPEG");
}
