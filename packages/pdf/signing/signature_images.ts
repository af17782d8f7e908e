import {
  MAX_SIGNATURE_IMAGE,
  MAX_SIGNATURE_PIXELS,
  SignatureImages,
} from "@paraph/core/builtin_provider";
import { Effect, Layer, Option } from "effect";

import { readPngPixels } from "../images/png.ts";
import type { Pixels } from "../images/png_pixels.ts";
import { UnreadableImage } from "../images/prepared_image.ts";
import { writePng } from "../images/write_png.ts";

/** The least opacity and the lightest shade of a pixel that counts as ink, of 255. */
const [LEAST_OPACITY, LIGHTEST] = [64, 200];

/** The least number of pixels with ink. */
const MIN_INK = 30;

/** Makes new PNG files of uploaded pictures of signatures. */
export const signatureImages: Layer.Layer<SignatureImages> = Layer.succeed(SignatureImages, {
  clean: (data) => Effect.sync(() => Option.fromUndefinedOr(cleanImage(data))),
});

/** Returns a new PNG file with the pixels of another, both in base64; undefined if it is not usable. */
function cleanImage(data: string): string | undefined {
  const bytes = Buffer.from(data, "base64");
  if (bytes.length > MAX_SIGNATURE_IMAGE) return undefined;
  try {
    const { width, height, ...pixels } = readPngPixels(bytes, MAX_SIGNATURE_PIXELS);
    if (!hasInk(pixels)) return undefined;
    return writePng(pixels, { width, height }).toString("base64");
  } catch (error) {
    if (error instanceof UnreadableImage) return undefined;
    throw error;
  }
}

/** Whether a picture has enough pixels that are visible on white paper. */
function hasInk({ colours, alpha }: Pixels): boolean {
  let ink = 0;
  for (const [pixel, opacity] of alpha.entries()) {
    if (opacity < LEAST_OPACITY) continue;
    const [red = 255, green = 255, blue = 255] = colours.subarray(3 * pixel, 3 * pixel + 3);
    if (Math.min(red, green, blue) < LIGHTEST) ink += 1;
    if (ink >= MIN_INK) return true;
  }
  return false;
}
