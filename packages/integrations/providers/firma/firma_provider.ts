import {
  AlreadyEnded,
  CallbackRefused,
  NotReady,
  type SignatureProvider,
} from "@paraph/core/signatures";
import { Clock, DateTime, type Duration, Effect, Option, type Redacted } from "effect";

import { isSuccess } from "../api/api_response.ts";
import { decodeResponse, providerApi, unavailable } from "../api/provider_api.ts";
import { downloadPdf } from "../api/provider_files.ts";
import { isFirmaSignature, readFirmaCallback } from "./firma_callback.ts";
import { firmaFind } from "./firma_find.ts";
import { firmaReports } from "./firma_reports.ts";
import { FirmaDownload, FirmaRequest, FirmaUsers } from "./firma_schemas.ts";
import { firmaSend } from "./firma_send.ts";

/** How to reach Firma.dev, and how to authenticate. */
export interface FirmaOptions {
  readonly apiKey: Redacted.Redacted;
  /** The secrets that callbacks are signed with. Without any, all callbacks are rejected. */
  readonly webhookSecrets: ReadonlyArray<Redacted.Redacted>;
  /** The base URL of the API; Firma's by default. */
  readonly url?: string | undefined;
  /** Whether its file store may have loopback and private addresses. */
  readonly allowPrivateNetwork: boolean;
  /** Time limit of any call. Default: 30 seconds, 60 with a document. */
  readonly timeout?: Duration.Input;
}

const DEFAULT_URL = "https://api.firma.dev/functions/v1/signing-request-api";

/** Statuses of a download that is not ready. */
const NOT_YET: ReadonlySet<number> = new Set([409, 425, 503]);

/** Sends documents for signature through Firma.dev. */
export const firmaProvider = (options: FirmaOptions): Effect.Effect<SignatureProvider> =>
  Effect.sync(() => {
    const { apiKey, webhookSecrets, url = DEFAULT_URL, allowPrivateNetwork, timeout } = options;
    const api = providerApi({
      name: "Firma",
      url,
      authorization: apiKey,
      allowPrivateNetwork,
      ...(timeout === undefined ? {} : { timeout }),
    });
    const requestOf = (id: string) =>
      api.read(`/signing-requests/${encodeURIComponent(id)}`, FirmaRequest);

    const cancel = Effect.fn("FirmaProvider.cancel")(function* (id: string, reason: string | null) {
      const body = { ...(reason === null ? {} : { reason }), notify_signers: true };
      const response = yield* api
        .post(`/signing-requests/${encodeURIComponent(id)}/cancel`, body)
        .pipe(Effect.mapError(unavailable));
      if (response.status === 409)
        return yield* new AlreadyEnded({ message: api.explain(response) });
      return isSuccess(response)
        ? undefined
        : yield* unavailable({ message: api.explain(response) });
    });

    const snapshot = Effect.fn("FirmaProvider.snapshot")(function* (id: string) {
      const request = yield* requestOf(id);
      const path = `/signing-requests/${encodeURIComponent(id)}/users`;
      const { results } = yield* api.read(path, FirmaUsers);
      return firmaReports(request, results, yield* DateTime.now);
    });

    const signedDocument = Effect.fn("FirmaProvider.signed")(function* (id: string) {
      const path = `/signing-requests/${encodeURIComponent(id)}/download`;
      const response = yield* api.call({ method: "GET", path }).pipe(Effect.mapError(unavailable));
      if (NOT_YET.has(response.status)) return yield* notReady;
      if (!isSuccess(response)) return yield* unavailable({ message: api.explain(response) });
      const download = decodeResponse(response, FirmaDownload);
      if (Option.isNone(download)) return yield* unavailable({ message: api.invalidResponse });
      const { status, is_partial, download_url } = download.value;
      // Downloads with some of the signatures are marked as partial.
      if (is_partial || status !== "finished" || download_url === null) return yield* notReady;
      return yield* downloadPdf(api, download_url);
    });

    const certificate = Effect.fn("FirmaProvider.certificate")(function* (id: string) {
      const request = yield* requestOf(id);
      if (request.certificate?.has_error === true) {
        return yield* unavailable({ message: "Firma could not create the certificate" });
      }
      const downloadUrl = request.certificate_only_download_url;
      if (request.certificate?.generated === false || !downloadUrl) return yield* notReady;
      return yield* downloadPdf(api, downloadUrl);
    });

    return {
      name: "firma",
      audit: null,
      isLocal: false,
      operations: null,
      createAndSend: Effect.fn("FirmaProvider.createAndSend")((envelope) =>
        firmaSend(api, envelope),
      ),
      find: Effect.fn("FirmaProvider.find")((lookup) => firmaFind(api, lookup)),
      cancel,
      // Firma also expires requests, but less precisely.
      expire: (id) => cancel(id, "The signing deadline has passed"),
      onArchived: () => Effect.void,
      snapshot,
      documents: Effect.fn("FirmaProvider.documents")(function* (id) {
        return {
          signed: yield* signedDocument(id),
          // A missing certificate does not delay the document.
          certificate: yield* certificate(id).pipe(Effect.orElseSucceed(() => null)),
        };
      }),
      certificate,
      readCallback: Effect.fn("FirmaProvider.readCallback")(function* (headers, body) {
        const nowSeconds = Math.floor((yield* Clock.currentTimeMillis) / 1000);
        if (!isFirmaSignature(headers, body, { secrets: webhookSecrets, nowSeconds })) {
          return yield* notAuthentic;
        }
        return yield* Effect.fromResult(readFirmaCallback(body));
      }),
    };
  });

const notReady = new NotReady({ message: "Firma has not finished the document" });

const notAuthentic = new CallbackRefused({
  authentic: false,
  message: "The callback does not come from Firma",
});
