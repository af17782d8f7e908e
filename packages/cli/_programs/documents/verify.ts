import {
  type FileVerification,
  pairProblems,
  type VerificationPolicy,
  verifyFile,
} from "@paraph/pdf/verify";
import { Console, Data, Effect, FileSystem, Option } from "effect";
import { Digest } from "effect/crypto";

import { plainText } from "../../terminal/plain_text.ts";
import { printJson, printRecord } from "../../terminal/print.ts";
import { type TrustFlags, trustPolicy } from "./verify_trust.ts";

type IntactFile = Extract<FileVerification, { readonly intact: true }>;

/** What to verify, and which certificates to trust. */
export interface VerifyOrder extends TrustFlags {
  readonly file: string;
  readonly certificate: Option.Option<string>;
}

/** A file failed verification; each problem is listed under it. */
class NotVerified extends Data.TaggedError("not_verified")<{
  readonly message: string;
  readonly issues: { readonly formErrors: ReadonlyArray<string> };
  readonly hint?: string;
}> {}

const TRUST_HINT =
  "ask the operator of the service for the SHA-256 of its certificate, or for its root certificate, " +
  "and run again with --certificate SHA256 or --root FILE; --untrusted accepts any signer";

/**
 * Prints what a sealed PDF, and optionally its certificate of completion, contain. Fails unless one trusted
 * seal covers each of them and they belong together.
 */
export const verifyPdf = Effect.fnUntraced(function* (order: VerifyOrder, asJson: boolean) {
  const { policy, nothing } = yield* trustPolicy(order);
  const files = [order.file, ...Option.toArray(order.certificate)];
  const results = yield* Effect.forEach(files, (file) => verifyOne(file, policy));
  const problems = pairOf(results.map(({ verification }) => verification));
  if (asJson) {
    const [first, second] = results.map(({ verification }) => jsonOf(verification));
    yield* printJson(
      second === undefined ? first : { signed: first, certificate: second, problems },
    );
  }
  yield* Effect.forEach(results, (each) => refuse(each, nothing, policy));
  if (problems.length > 0)
    return yield* new NotVerified({
      message: `${files.join(" and ")} do not belong together`,
      issues: { formErrors: problems },
    });
  return yield* asJson ? Effect.void : printAll(results);
});

const printAll = Effect.fnUntraced(function* (results: ReadonlyArray<VerifiedFile>) {
  for (const { file, verification } of results) {
    if (verification.intact) yield* print(file, verification);
  }
  if (results.length > 1)
    yield* Console.log("The certificate is of this signed document, and of the same request");
});

interface VerifiedFile {
  readonly file: string;
  readonly verification: FileVerification;
}

const verifyOne = Effect.fnUntraced(function* (file: string, policy: VerificationPolicy) {
  const fs = yield* FileSystem.FileSystem;
  const bytes = yield* fs.readFile(file);
  const verification = yield* verifyFile(bytes, policy).pipe(Effect.provide(Digest.layerWebCrypto));
  return { file, verification };
});

/** Whether a document and its certificate belong together; `undefined` unless both were read. */
function pairOf([signed, certificate]: ReadonlyArray<FileVerification>) {
  const isRead = signed?.intact === true && certificate?.intact === true;
  return isRead ? pairProblems(signed, certificate) : [];
}

function refuse(
  { file, verification }: VerifiedFile,
  nothing: string | undefined,
  { untrusted }: VerificationPolicy,
): Effect.Effect<void, NotVerified> {
  if (!verification.intact)
    return Effect.fail(
      new NotVerified({
        message: `${file} is not an unchanged sealed document`,
        issues: { formErrors: verification.problems },
      }),
    );
  const { trust, seal } = verification;
  if (trust.trusted || untrusted === true) return Effect.void;
  return Effect.fail(
    new NotVerified({
      message: `${file} is unchanged since it was sealed, but its seal is not trusted`,
      issues: {
        formErrors: [
          nothing ?? trust.reason,
          `It claims to be sealed by ${seal.subject}`,
          `The SHA-256 of that certificate is ${seal.fingerprint}`,
        ],
      },
      hint: TRUST_HINT,
    }),
  );
}

/** The verification for JSON output: certificates appear as their fingerprints. */
function jsonOf(verification: FileVerification) {
  if (!verification.intact) return verification;
  const { chain: _, ...seal } = verification.seal;
  return { ...verification, seal };
}

const print = Effect.fnUntraced(function* (file: string, verification: IntactFile) {
  const { sha256, attachments, audit, requestId } = verification;
  yield* Console.log(plainText(`${file} is unchanged since it was sealed\n`));
  yield* printRecord(recordOf(verification), false);
  yield* Console.log("");
  const events = audit === undefined ? undefined : `${audit.events} events, none changed`;
  yield* printRecord(
    {
      "SHA-256": sha256,
      ...(requestId === null ? {} : { request: printableText(requestId) }),
      ...(attachments.length === 0 ? {} : { attached: printableText(attachments.join(", ")) }),
      ...(audit === undefined
        ? {}
        : {
            "audit trail": events,
            "as sent": audit.originalSha256,
            ...(audit.sealedSha256 === null ? {} : { "as sealed": audit.sealedSha256 }),
            "last event": audit.head,
          }),
    },
    false,
  );
  yield* Console.log("");
});

function recordOf({ seal, trust }: IntactFile): Readonly<Record<string, string>> {
  const { subject, issuer, selfSigned, timeStamp, claimedAt, level, certified, fingerprint } = seal;
  return {
    "sealed by": printableText(subject),
    "issued by": selfSigned ? "itself (self-signed)" : printableText(issuer),
    trusted: trust.trusted
      ? `yes: ${printableText(trust.anchor.subject)} (${trust.anchor.fingerprint})`
      : `NO: ${trust.reason.toLowerCase()}. Anyone can make a certificate with this name`,
    at: claimedAt === null ? "not stated" : `${claimedAt.toISOString()}, by the signer's clock`,
    ...(timeStamp === null
      ? {}
      : {
          "time stamp": `${timeStamp.at.toISOString()}, by ${printableText(timeStamp.authority)}, whose certificate is not checked`,
        }),
    level,
    certified: certified
      ? "yes: no changes are permitted (DocMDP P=1)"
      : "no: the file itself does not forbid later changes",
    certificate: fingerprint,
  };
}

/** Names come from the file, so control characters are escaped. */
function printableText(name: string): string {
  return plainText(name);
}
