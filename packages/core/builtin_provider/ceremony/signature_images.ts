import { Context, Effect, type Option } from "effect";

import type { Issue } from "../../values/mod.ts";
import type { AdoptedSignature } from "./adopted_signature.ts";
import type { FinishSigning } from "./ceremony.ts";
import { SUBMISSION_PROBLEMS } from "./submission_problems.ts";

/** Reads uploaded pictures of signatures, which are not trusted. */
export class SignatureImages extends Context.Service<
  SignatureImages,
  {
    /**
     * A new PNG file in base64 with the pixels of a PNG file in base64, and nothing else of it. None for a file
     * that is not readable, too large, or without visible pixels.
     */
    readonly clean: (data: string) => Effect.Effect<Option.Option<string>>;
  }
>()("@paraph/core/builtin_provider/SignatureImages") {}

/** A submission whose pictures are new files, and the problems of those that are not readable. */
export const cleanPictures = Effect.fnUntraced(function* (
  images: SignatureImages["Service"],
  submission: FinishSigning,
) {
  const problems: Array<Issue> = [];
  const clean = Effect.fnUntraced(function* (
    path: "signature" | "initials",
    mark: AdoptedSignature | undefined,
  ) {
    if (mark?.kind !== "image") return {};
    const data = yield* images.clean(mark.data);
    if (data._tag === "Some") return { [path]: { ...mark, data: data.value } };
    problems.push({ path, message: SUBMISSION_PROBLEMS.notAnImage });
    return {};
  });
  const cleanSubmission: FinishSigning = {
    ...submission,
    ...(yield* clean("signature", submission.signature)),
    ...(yield* clean("initials", submission.initials)),
  };
  return { submission: cleanSubmission, problems };
});
