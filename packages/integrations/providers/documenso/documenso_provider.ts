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

/** How a Documenso is reached, and known. */
export interface DocumensoOptions {
  /** Where it is, such as `https://sign.example.com`. */
  readonly url: string;
  readonly apiKey: Redacted.Redacted;
  /** What its callbacks carry; without one, none is believed. */
  readonly webhookSecret: Redacted.Redacted | undefined;
  /** Whether its file store may be at loopback and private addresses. */
  readonly allowPrivateNetwork: boolean;
  /** How long any call may take: 30 seconds, 60 with a document, unless told otherwise. */
  readonly patience?: Duration.Input;
}

/** Sends documents out through Documenso, by version 2 of its API. */
export const documensoProvider = (options: DocumensoOptions): Effect.Effect<SignatureProvider> =>
  Effect.sync(() => {
    const { apiKey, webhookSecret, allowPrivateNetwork, patience } = options;
    const url = `${options.url.replace(/(?:\/api\/v2)?\/*$/u, "")}/api/v2`;
    const api = providerApi({
      name: "Documenso",
      url,
      authorization: apiKey,
      allowPrivateNetwork,
      ...(patience === undefined ? {} : { patience }),
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
      // It is refused for being over, and for other reasons, in the same way.
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
      // Before that there is a document, too, with what others have not signed yet.
      if (status !== "COMPLETED") return yield* notReady;
      const [item, another] = envelopeItems;
      if (item === undefined || another !== undefined) {
        return yield* unavailable({ message: api.misunderstood });
      }
      const place = `${url}/envelope/item/${item.id}/download?version=signed`;
      return {
        signed: yield* downloadPdf(api, place, { isOurs: true }),
        // A certificate that cannot be had now does not hold up the document.
        certificate: yield* certificate(id).pipe(Effect.orElseSucceed(() => null)),
      };
    });

    return {
      name: "documenso",
      isLocal: false,
      createAndSend: Effect.fn("DocumensoProvider.createAndSend")((envelope) =>
        documensoSend(api, envelope),
      ),
      find: Effect.fn("DocumensoProvider.find")((sought) => documensoFind(api, sought)),
      cancel,
      // It counts by itself, but not to our minute.
      expire: (id) => cancel(id, "The time to sign is over"),
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

const notReady = new NotReady({ message: "Documenso is not done with the document" });
