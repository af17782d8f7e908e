import { attachmentAs, type Document, inlineAs } from "@paraph/core/renders";
import { type Ceremony, Signing } from "@paraph/core/signing";
import { PublicUrls } from "@paraph/core/values";
import { SignPages, type SignPageView } from "@paraph/web/sign";
import { DateTime, Effect, Option } from "effect";
import { HttpEffect, HttpServerResponse } from "effect/http";

import { handlersOf, payloadOf } from "../_wire/body/payload.ts";
import { fromOwnPage } from "../_wire/request/same_origin.ts";
import { Visitors } from "../_wire/request/visitors.ts";
import { sendPdf } from "../_wire/response/pdf_response.ts";
import { Api } from "../api.ts";

/** Shows recipients what they are asked to sign and takes what they do. */
export const signingHandlers = handlersOf(
  Api,
  "signing",
  Effect.fnUntraced(function* (handlers) {
    const signing = yield* Signing;
    const { base } = yield* PublicUrls;
    const visitors = yield* Visitors;
    const pages = yield* SignPages;

    const show = Effect.fnUntraced(function* (token: string) {
      const ceremony = yield* Effect.option(signing.ceremony(token)).pipe(
        Effect.map(Option.getOrUndefined),
      );
      if (ceremony === undefined) return pages.closed("unknown");
      switch (ceremony.state) {
        case "declined":
        case "cancelled":
        case "expired":
          return pages.closed(ceremony.state);
        default:
          return pages.show(viewOf(token, ceremony), ceremony.state);
      }
    });

    const original = (token: string) =>
      privately(sendPdf((range) => signing.document(token, range), shownHeaders));
    const sealed = (token: string) =>
      privately(sendPdf((range) => signing.copy(token, range), savedHeaders));

    /** What is not there is not found, whatever the body says. */
    const asked = Effect.fnUntraced(function* (token: string) {
      yield* fromOwnPage(base);
      yield* signing.ceremony(token);
    });

    return handlers
      .handleAll({
        show: ({ params }) => show(params.token),
        ceremony: ({ params }) => privately(signing.ceremony(params.token)),
        document: ({ params }) => original(params.token),
        signed: ({ params }) => sealed(params.token),
        open: Effect.fnUntraced(function* ({ params }) {
          yield* fromOwnPage(base);
          return yield* signing.open(params.token, yield* visitors.current);
        }),
      })
      .handleRaw(
        "fonts",
        Effect.fnUntraced(function* (request) {
          const { token } = request.params;
          yield* asked(token);
          return yield* signing.fonts(token, yield* payloadOf(request));
        }, privately),
      )
      .handleRaw(
        "finish",
        Effect.fnUntraced(function* (request) {
          const { token } = request.params;
          yield* asked(token);
          const submission = yield* payloadOf(request);
          return yield* signing.finish(token, submission, yield* visitors.current);
        }),
      )
      .handleRaw(
        "decline",
        Effect.fnUntraced(function* (request) {
          const { token } = request.params;
          yield* asked(token);
          const declined = yield* payloadOf(request);
          return yield* signing.decline(token, declined, yield* visitors.current);
        }),
      );
  }),
);

/** What the page shows; its addresses are relative, so that it stands below any path. */
function viewOf(token: string, ceremony: Ceremony): SignPageView {
  const { name, sender, recipient, consent, pageCount, expiresAt } = ceremony;
  return {
    name,
    sender,
    recipientName: recipient.name,
    isApproval: recipient.designation === "Approver",
    consent: consent.text,
    pageCount,
    expiresAt: DateTime.formatIso(expiresAt),
    address: encodeURIComponent(token),
  };
}

/** What is behind a link that only its recipient has is for nobody else to keep, find or trace. */
const PRIVATE = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** Puts the headers of what is private on an answer, on a refusal too. */
function privately<A, E, R>(answer: Effect.Effect<A, E, R>) {
  const tell = HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, PRIVATE)),
  );
  return Effect.andThen(tell, answer);
}

const shownHeaders = ({ filename }: Document) => ({
  ...PRIVATE,
  "content-disposition": inlineAs(filename),
});

const savedHeaders = ({ filename }: Document) => ({
  ...PRIVATE,
  "content-disposition": attachmentAs(filename),
});
