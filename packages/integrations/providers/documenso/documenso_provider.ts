import { AlreadyEnded, NotReady, type SignatureProvider } from "@paraph/core/signatures";
import { DateTime, type Duration, Effect, type Redacted } from "effect";

import { isSuccess } from "../api/api_response.ts";
import { providerApi, unavailable } from "../api/provider_api.ts";
import { downloadPdf } from "../api/provider_files.ts";
import { readDocumensoCallback } from "./documenso_callback.ts";
import { documensoFind } from "./documenso_find.ts";
import { documensoReports } from "./documenso_reports.ts";
import { DocumensoEnvelope } from "./documenso_schemas.ts";
import { documensoSend } from "./documenso_send.ts";

/** How to reach a Documenso server, and how to authenticate. */
export interface DocumensoOptions {
  /** The base URL, such as `https://sign.example.com`. */
  readonly url: string;
  readonly apiKey: Redacted.Redacted;
  /** The secret that callbacks carry. Without it, all callbacks are rejected. */
  readonly webhookSecret: Redacted.Redacted | undefined;
  /** Whether its file store may have loopback and private addresses. */
  readonly allowPrivateNetwork: boolean;
  /** Time limit of any call. Default: 30 seconds, 60 with a document. */
  readonly timeout?: Duration.Input;
}

/** Sends documents for signature through version 2 of Documenso's API. */
export const documensoProvider = (options: DocumensoOptions): Effect.Effect<SignatureProvider> =>
  Effect.sync(() => {
    const { apiKey, webhookSecret, allowPrivateNetwork, timeout } = options;
    const url = `${options.url.replace(/(?:\/api\/v2)?\/*$/u, "")}/api/v2`;
    const api = providerApi({
      name: "Documenso",
      url,
      authorization: apiKey,
      allowPrivateNetwork,
      ...(timeout === undefined ? {} : { timeout }),
    });
    const envelopeOf = (id: string) =>
      api.read(`/envelope/${encodeURIComponent(id)}`, DocumensoEnvelope);

    const cancel = Effect.fn("DocumensoProvider.cancel")(function* (
      id: string,
      reason: string | null,
    ) {
      const body = { envelopeId: id, ...(reason === null ? {} : { reason }) };
      const response = yield* api.post("/envelope/cancel", body).pipe(Effect.mapError(unavailable));
      if (isSuccess(response)) return undefined;
      const message = api.explain(response);
      // Documenso rejects the cancellation of ended envelopes in the same way as other requests.
      const { status, deletedAt } = yield* envelopeOf(id);
      const isOver = status !== "PENDING" || (deletedAt !== undefined && deletedAt !== null);
      return yield* isOver ? new AlreadyEnded({ message }) : unavailable({ message });
    });

    const certificate = (id: string) =>
      downloadPdf(api, `${url}/envelope/${encodeURIComponent(id)}/certificate/download`, {
        isOurs: true,
      });

    const documents = Effect.fn("DocumensoProvider.documents")(function* (id: string) {
      const { status, envelopeItems = [] } = yield* envelopeOf(id);
      // Earlier, the download would be a document with some of the signatures.
      if (status !== "COMPLETED") return yield* notReady;
      const [first, second] = envelopeItems;
      if (first === undefined || second !== undefined) {
        return yield* unavailable({ message: api.invalidResponse });
      }
      const downloadUrl = `${url}/envelope/item/${first.id}/download?version=signed`;
      return {
        signed: yield* downloadPdf(api, downloadUrl, { isOurs: true }),
        // A missing certificate does not delay the document.
        certificate: yield* certificate(id).pipe(Effect.orElseSucceed(() => null)),
      };
    });

    return {
      name: "documenso",
      audit: null,
      isLocal: false,
      operations: null,
      createAndSend: Effect.fn("DocumensoProvider.createAndSend")((envelope) =>
        documensoSend(api, envelope),
      ),
      find: Effect.fn("DocumensoProvider.find")((lookup) => documensoFind(api, lookup)),
      cancel,
      // Documenso also expires envelopes, but less precisely.
      expire: (id) => cancel(id, "The signing deadline has passed"),
      onArchived: () => Effect.void,
      snapshot: Effect.fn("DocumensoProvider.snapshot")(function* (id) {
        return documensoReports(yield* envelopeOf(id), yield* DateTime.now);
      }),
      documents,
      certificate: Effect.fn("DocumensoProvider.certificate")(certificate),
      readCallback: Effect.fn("DocumensoProvider.readCallback")((headers, body) =>
        Effect.fromResult(readDocumensoCallback(headers, body, webhookSecret)),
      ),
    };
  });

const notReady = new NotReady({ message: "Documenso has not finished the document" });
