import { Result } from "effect";
import { Base64 } from "effect/encoding";

/**
 * The bytes of a file in base64, which may have line ends. Fails with a message if the text is not base64 or the
 * file is too large.
 *
 * @param maxBytes A whole number of MiB, for the message.
 */
export function decodeBase64File(
  data: string,
  maxBytes: number,
): Result.Result<Uint8Array, string> {
  const tooLarge = Result.fail(`Expected a file of at most ${maxBytes / 1024 / 1024} MiB`);
  const text = /\s/.test(data) ? data.replaceAll(/\s+/g, "") : data;
  // Four characters are three bytes.
  if (Math.floor((text.length * 3) / 4) > maxBytes + 2) return tooLarge;
  const bytes = Base64.decode(text);
  if (Result.isFailure(bytes)) return Result.fail("Expected base64");
  return bytes.success.length > maxBytes ? tooLarge : Result.succeed(bytes.success);
}
