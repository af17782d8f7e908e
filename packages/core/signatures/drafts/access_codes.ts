import { Option, Predicate, Result, Schema } from "effect";

import { characters, type Issue } from "../../values/mod.ts";
import type { SignatureDraft } from "./signature_draft.ts";

/** The access code of a recipient of a draft. */
const DraftAccessCode = Schema.Struct({
  recipientIndex: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotateKey({
    description: "Index of a recipient of the draft with the method `access_code`, from 0.",
  }),
  code: Schema.String.check(characters(4, 32)).annotateKey({
    description: "Access code, 4 to 32 characters. Only a hash is stored.",
  }),
}).annotate({
  identifier: "DraftAccessCode",
  description: "The access code of a recipient of a draft.",
});

/** Access codes that are sent with a draft. */
export const accessCodes = Schema.optionalKey(
  Schema.Array(DraftAccessCode).check(Schema.isMaxLength(20)),
).annotateKey({
  description: "Access codes of recipients, which drafts do not store. Default: none.",
});

/** What sending a draft needs that drafts do not store. */
export const SendSignatureDraft = Schema.Struct({ accessCodes }).annotate({
  identifier: "SendSignatureDraft",
  description: "What sending a draft needs that drafts do not store.",
});
export type SendSignatureDraft = typeof SendSignatureDraft.Type;

/**
 * Adds access codes to the request of a draft.
 *
 * @returns The request, or the problems of codes for recipients that have another method.
 */
export function withAccessCodes(
  draftRequest: SignatureDraft["request"],
  codes: NonNullable<SendSignatureDraft["accessCodes"]>,
): Result.Result<SignatureDraft["request"], ReadonlyArray<Issue>> {
  if (codes.length === 0) return Result.succeed(draftRequest);
  const recipients = Option.getOrElse(toRecipients(draftRequest["recipients"]), () => []);
  const hasMethod = (index: number) => {
    const authentication: unknown = recipients[index]?.["authentication"];
    return Predicate.isObject(authentication) && authentication["method"] === METHOD;
  };
  const problems = codes.flatMap(({ recipientIndex }, position): ReadonlyArray<Issue> =>
    hasMethod(recipientIndex)
      ? []
      : [{ path: `accessCodes.${position}.recipientIndex`, message: OTHER_METHOD }],
  );
  if (problems.length > 0) return Result.fail(problems);
  const codeOf = new Map(codes.map(({ recipientIndex, code }) => [recipientIndex, code]));
  return Result.succeed({
    ...draftRequest,
    recipients: recipients.map((recipient, index) => {
      const code = codeOf.get(index);
      return code === undefined
        ? recipient
        : { ...recipient, authentication: { method: METHOD, code } };
    }),
  });
}

const METHOD = "access_code";

/** The recipients of a draft, which may have any content. */
const toRecipients = Schema.decodeUnknownOption(
  Schema.Array(Schema.Record(Schema.String, Schema.Json)),
);

const OTHER_METHOD = "Expected the index of a recipient with the method access_code";
