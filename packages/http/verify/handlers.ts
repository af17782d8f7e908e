import {
  DocumentVerifier,
  Verifications,
  type VerifiedRequest,
} from "@paraph/core/builtin_provider";
import { CurrentTenant } from "@paraph/core/values";
import { type CheckResult, VerifyPages } from "@paraph/web/verify";
import { Effect, Option } from "effect";

import { WorkShares } from "../_limits/work_share.ts";
import { handlerGroup } from "../_wire/request/handler_group.ts";
import { visitorLanguage } from "../_wire/request/visitor_language.ts";
import { Api } from "../api.ts";
import { uploadedFile } from "./uploaded_file.ts";

/** All visitors together have the share of one project, so that they never delay projects. */
const VISITORS = "visitors";

/** Handlers of {@linkcode VerifyApi}. */
export const verifyHandlers = handlerGroup(
  Api,
  "verify",
  Effect.fnUntraced(function* (handlers) {
    const pages = yield* VerifyPages;
    const verifier = yield* DocumentVerifier;
    const verifications = yield* Verifications;
    const shares = yield* WorkShares;

    const checkedFile: Effect.Effect<
      CheckResult,
      never,
      Effect.Services<typeof uploadedFile>
    > = uploadedFile.pipe(
      Effect.flatMap((file) =>
        Option.isSome(file)
          ? shares.limit(verifier.verify(file.value))
          : Effect.succeed<CheckResult>({ kind: "missing" }),
      ),
      Effect.catchTags({
        payload_too_large: () => Effect.succeed<CheckResult>({ kind: "tooLarge" }),
        rate_limited: () => Effect.succeed<CheckResult>({ kind: "busy" }),
        queue_unavailable: () => Effect.succeed<CheckResult>({ kind: "busy" }),
      }),
      Effect.provideService(CurrentTenant, VISITORS),
    );

    /** The page of a request, or the one of an unknown address. */
    const ofRequest = <R>(
      { id, code }: { readonly id: string; readonly code: string },
      show: (
        request: VerifiedRequest,
      ) => Effect.Effect<
        { readonly request: VerifiedRequest; readonly result?: CheckResult },
        never,
        R
      >,
    ) =>
      Effect.gen(function* () {
        const request = yield* Effect.option(verifications.requestOf(id, code));
        const language = yield* visitorLanguage;
        return Option.isNone(request)
          ? pages.unknown(language)
          : pages.show(yield* show(request.value), language);
      });

    return handlers.handleAll({
      show: () => Effect.map(visitorLanguage, (language) => pages.show({}, language)),
      check: Effect.fnUntraced(function* () {
        return pages.show({ result: yield* checkedFile }, yield* visitorLanguage);
      }),
      request: ({ params }) => ofRequest(params, (request) => Effect.succeed({ request })),
      checkOfRequest: ({ params }) =>
        ofRequest(params, (request) => Effect.map(checkedFile, (result) => ({ request, result }))),
    });
  }),
);
