import type { FileVerification, VerifiedSeal } from "@paraph/worker/verify";
import { verifyFile } from "@paraph/worker/verify";
import { Console, Data, Effect, FileSystem } from "effect";
import { Digest } from "effect/crypto";

import { plainText } from "../plain_text.ts";
import { printJson, printRecord } from "../print.ts";

/** A file is not what was sealed, or was never sealed: every problem under it. */
class NotUntouched extends Data.TaggedError("not_untouched")<{
  readonly message: string;
  readonly issues: { readonly formErrors: ReadonlyArray<string> };
}> {}

/** Prints what became of a sealed PDF; fails unless it is untouched. */
export const verifyPdf = Effect.fnUntraced(function* (file: string, asJson: boolean) {
  const fs = yield* FileSystem.FileSystem;
  const bytes = yield* fs.readFile(file);
  const verification = yield* verifyFile(bytes).pipe(Effect.provide(Digest.layerWebCrypto));
  if (asJson) yield* printJson(verification);
  if (verification.intact) return yield* asJson ? Effect.void : print(file, verification);
  return yield* new NotUntouched({
    message: `${file} is not a sealed document that is untouched`,
    issues: { formErrors: verification.problems },
  });
});

const print = Effect.fnUntraced(function* (
  file: string,
  { seals, sha256, attachments, audit }: Extract<FileVerification, { readonly intact: true }>,
) {
  yield* Console.log(plainText(`${file} is untouched since it was sealed\n`));
  for (const seal of seals) {
    yield* printRecord(recordOf(seal, seal === seals.at(-1)), false);
    yield* Console.log("");
  }
  const events = audit === undefined ? undefined : `${audit.events} events, none changed`;
  yield* printRecord(
    {
      "SHA-256": sha256,
      ...(attachments.length === 0 ? {} : { attached: attachments.join(", ") }),
      ...(audit === undefined
        ? {}
        : {
            "audit trail": events,
            request: audit.requestId,
            "as sent": audit.originalSha256,
            "last event": audit.head,
          }),
    },
    false,
  );
});

function recordOf(seal: VerifiedSeal, isLast: boolean): Readonly<Record<string, string>> {
  const { subject, issuer, selfSigned, timeStamp, claimedAt, level, fingerprint, covers } = seal;
  const claimed = claimedAt === null ? "not told" : `${claimedAt.toISOString()}, as it claims`;
  return {
    "sealed by": printed(subject),
    "vouched for": selfSigned ? "by nobody else" : `by ${printed(issuer)}, which is not checked`,
    at:
      timeStamp === null
        ? claimed
        : `${timeStamp.at.toISOString()}, as ${printed(timeStamp.authority)} says`,
    level,
    certificate: fingerprint,
    ...(isLast ? {} : { covers: `the first ${covers} bytes: the rest was added later` }),
  };
}

/** Names come from the file: they may not steer the terminal. */
function printed(name: string): string {
  return plainText(name);
}
