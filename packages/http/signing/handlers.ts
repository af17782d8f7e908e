import {
  type Ceremony,
  CombinedDocuments,
  EmbeddedSigning,
  InPersonSessions,
  type InPersonEntry,
  RecipientAuthentication,
  Signing,
} from "@paraph/core/builtin_provider";
import type { Branding } from "@paraph/core/projects";
import { attachmentAs, type Document, inlineAs } from "@paraph/core/renders";
import { PublicUrls } from "@paraph/core/values";
import { SignPages, type SignPageView } from "@paraph/web/sign";
import { DateTime, Effect, Option } from "effect";
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http";

import { handlersOf, payloadOf } from "../_wire/body/payload.ts";
import { requireSameOrigin } from "../_wire/request/same_origin.ts";
import { visitorLanguage } from "../_wire/request/visitor_language.ts";
import { Visitors } from "../_wire/request/visitors.ts";
import { sendCombinedPdf, sendPdf } from "../_wire/response/pdf_response.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode SigningApi}. */
export const signingHandlers = handlersOf(
  Api,
  "signing",
  Effect.fnUntraced(function* (handlers) {
    const signing = yield* Signing;
    const { base } = yield* PublicUrls;
    const { gate, sendCode, enterCode } = yield* RecipientAuthentication;
    const visitors = yield* Visitors;
    const pages = yield* SignPages;
    const embedded = yield* EmbeddedSigning;
    const combined = yield* CombinedDocuments;
    const inPerson = yield* InPersonSessions;

    /** A URL opens once, and is not opened by a HEAD request. */
    const show = Effect.fnUntraced(function* (token: string) {
      const { method } = yield* HttpServerRequest.HttpServerRequest;
      const session = yield* method === "HEAD" ? inPerson.entry(token) : inPerson.open(token);
      if (Option.isSome(session)) return yield* showSession(token, session.value);
      const found = yield* method === "HEAD" ? embedded.entry(token) : embedded.open(token);
      if (found.kind === "opened") return redirect(`/sign/${addressOf(found.token)}`);
      const { branding } = found;
      if (found.kind === "over") {
        return pages.over({ framedBy: found.origins, branding }, yield* visitorLanguage);
      }
      if (found.kind === "unopened")
        return HttpServerResponse.empty({ status: 200, headers: PRIVATE });
      if (found.kind === "inPerson") {
        const { question, origins } = found;
        const view = { ...question, address: addressOf(token), branding, framedBy: origins };
        return pages.inPerson(view, yield* visitorLanguage);
      }
      if (found.kind === "ended") return pages.closed("session", yield* visitorLanguage);
      if (found.kind === "replaced")
        return pages.replaced({ sender: found.sender, branding }, yield* visitorLanguage);
      const frame = found.kind === "framed" ? { framedBy: found.origins } : {};
      return yield* showDocument(token, { branding, ...frame });
    });

    /** Names who signs next on the device of a host. */
    const showSession = Effect.fnUntraced(function* (token: string, found: InPersonEntry) {
      const { branding } = found;
      const language = yield* visitorLanguage;
      switch (found.kind) {
        case "opened":
          return redirect(`/sign/${addressOf(found.token)}`);
        case "unopened":
          return HttpServerResponse.empty({ status: 200, headers: PRIVATE });
        case "over":
          return pages.over({ framedBy: found.origins, branding }, language);
        case "ended":
          return pages.closed(found.state, language);
        default: {
          const { signer, origins, returnUrl } = found;
          if (signer.next.length === 0 && returnUrl !== null) return redirect(returnUrl);
          const view = { ...signer, address: addressOf(token), branding, framedBy: origins };
          return pages.handOn(view, language);
        }
      }
    });

    const showDocument = Effect.fnUntraced(function* (
      token: string,
      frame: { readonly branding: Branding; readonly framedBy?: ReadonlyArray<string> },
    ) {
      const language = yield* visitorLanguage;
      const entry = yield* Effect.option(gate(token)).pipe(Effect.map(Option.flatten));
      if (Option.isSome(entry))
        return pages.gate({ ...entry.value, address: addressOf(token), ...frame }, language);
      const ceremony = yield* Effect.option(signing.ceremony(token)).pipe(
        Effect.map(Option.getOrUndefined),
      );
      if (ceremony === undefined) return pages.closed("unknown", language);
      switch (ceremony.state) {
        case "declined":
        case "cancelled":
        case "expired":
          return pages.closed(ceremony.state, language, { ...viewOf(token, ceremony), ...frame });
        default:
          return pages.show({ ...viewOf(token, ceremony), ...frame }, ceremony.state, language);
      }
    });

    const original = (token: string) =>
      withPrivateHeaders(sendPdf((range) => signing.document(token, range), inlineHeaders));
    const signedCopy = (token: string) =>
      withPrivateHeaders(sendPdf((range) => signing.copy(token, range), attachmentHeaders));

    const combinedCopy = (token: string) =>
      withPrivateHeaders(
        Effect.map(combined.ofRecipient(token), (document) =>
          sendCombinedPdf(document, attachmentHeaders),
        ),
      );

    const certificate = (token: string) =>
      withPrivateHeaders(sendPdf((range) => signing.certificate(token, range), attachmentHeaders));
    const audit = (token: string) =>
      withPrivateHeaders(Effect.andThen(asAttachment("audit.json"), signing.audit(token)));

    /** A missing ceremony takes precedence over errors in the body. */
    const requireCeremony = Effect.fnUntraced(function* (token: string) {
      yield* requireSameOrigin(base);
      yield* signing.require(token);
    });

    return handlers
      .handleAll({
        show: ({ params }) => show(params.token),
        ceremony: ({ params }) => withPrivateHeaders(signing.ceremony(params.token)),
        document: ({ params }) => original(params.token),
        signed: ({ params, query }) =>
          query.include === "certificate" ? combinedCopy(params.token) : signedCopy(params.token),
        certificate: ({ params }) => certificate(params.token),
        audit: ({ params }) => audit(params.token),
        code: Effect.fnUntraced(function* ({ params }) {
          yield* requireSameOrigin(base);
          return yield* sendCode(params.token, yield* visitors.current);
        }, withPrivateHeaders),
        confirm: Effect.fnUntraced(function* ({ params }) {
          yield* requireSameOrigin(base);
          return yield* embedded.confirm(params.token, yield* visitors.current);
        }, withPrivateHeaders),
        open: Effect.fnUntraced(function* ({ params }) {
          yield* requireSameOrigin(base);
          return yield* signing.open(params.token, yield* visitors.current);
        }),
      })
      .handleRaw(
        "handOn",
        Effect.fnUntraced(function* (request) {
          const { token } = request.params;
          yield* requireSameOrigin(base);
          yield* inPerson.require(token);
          return yield* inPerson.handOn(token, yield* payloadOf(request), yield* visitors.current);
        }, withPrivateHeaders),
      )
      .handleRaw(
        "fonts",
        Effect.fnUntraced(function* (request) {
          const { token } = request.params;
          yield* requireCeremony(token);
          return yield* signing.fonts(token, yield* payloadOf(request));
        }, withPrivateHeaders),
      )
      .handleRaw(
        "verify",
        Effect.fnUntraced(function* (request) {
          const { token } = request.params;
          yield* requireCeremony(token);
          const entered = yield* payloadOf(request);
          return yield* enterCode(token, entered, yield* visitors.current);
        }, withPrivateHeaders),
      )
      .handleRaw(
        "finish",
        Effect.fnUntraced(function* (request) {
          const { token } = request.params;
          yield* requireCeremony(token);
          const submission = yield* payloadOf(request);
          return yield* signing.finish(token, submission, yield* visitors.current);
        }),
      )
      .handleRaw(
        "decline",
        Effect.fnUntraced(function* (request) {
          const { token } = request.params;
          yield* requireCeremony(token);
          const payload = yield* payloadOf(request);
          return yield* signing.decline(token, payload, yield* visitors.current);
        }),
      )
      .handleRaw(
        "delegate",
        Effect.fnUntraced(function* (request) {
          const { token } = request.params;
          yield* requireCeremony(token);
          const payload = yield* payloadOf(request);
          return yield* signing.delegate(token, payload, yield* visitors.current);
        }, withPrivateHeaders),
      );
  }),
);

function redirect(location: string): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.redirect(location, { status: 303, headers: PRIVATE });
}

/** The URL of a link's page, relative to the page. */
function addressOf(token: string): string {
  return encodeURIComponent(token);
}

/** The content of the signing page. Its URLs are relative, so that it works below any path. */
function viewOf(token: string, ceremony: Ceremony): Omit<SignPageView, "branding"> {
  const { name, sender, message, recipient, consent, pageCount, expiresAt } = ceremony;
  return {
    name,
    sender,
    message,
    recipientName: recipient.name,
    isApproval: recipient.designation === "Approver",
    hasMark: ceremony.fields.some(({ type }) => type === "signature" || type === "initial"),
    consent,
    pageCount,
    expiresAt: DateTime.formatIso(expiresAt),
    address: addressOf(token),
    recipients: ceremony.recipients,
    host: ceremony.host,
    mayDelegate: ceremony.mayDelegate,
    hasCertificate: ceremony.hasCertificate,
    redirectUrl: ceremony.redirectUrl,
  };
}

/** Headers of responses behind a personal link: no caching, no indexing, no referrer. */
const PRIVATE = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** Has browsers save a response as a file. */
function asAttachment(filename: string) {
  return HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(
      HttpServerResponse.setHeader(response, "content-disposition", attachmentAs(filename)),
    ),
  );
}

/** Adds the headers of a personal link to a response, also to errors. */
function withPrivateHeaders<A, E, R>(response: Effect.Effect<A, E, R>) {
  const addHeaders = HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, PRIVATE)),
  );
  return Effect.andThen(addHeaders, response);
}

const inlineHeaders = ({ filename }: Document) => ({
  ...PRIVATE,
  "content-disposition": inlineAs(filename),
});

const attachmentHeaders = ({ filename }: Pick<Document, "filename">) => ({
  ...PRIVATE,
  "content-disposition": attachmentAs(filename),
});
