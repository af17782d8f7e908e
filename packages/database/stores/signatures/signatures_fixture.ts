import { NodeServices } from "@effect/platform-node";
import { AssetStore, documentName, Renders, RenderStore } from "@paraph/core/renders";
import {
  DocumentReader,
  type IncomingReport,
  ProviderInbox,
  type ProviderReport,
  SignatureBulkJob,
  Signatures,
  SignatureWork,
  SmsSender,
  SmsSendFailed,
} from "@paraph/core/signatures";
import { Templates, Publication } from "@paraph/core/templates";
import { type ProjectId, PublicUrls, type SignatureRequestId, Slug } from "@paraph/core/values";
import { assetStoreFiles } from "@paraph/storage";
import { DateTime, Effect, FileSystem, Layer } from "effect";
import { Digest } from "effect/crypto";
import { SqlClient } from "effect/sql";

import {
  createProject,
  createVersion,
  migratedStores,
  newRender,
  noAssetReader,
  script,
  type Script,
  scriptedProviders,
} from "../../testing/mod.ts";
import { emailQueueSql } from "../emails/email_queue.ts";

/** The script of the provider in these suites, reset with each render. */
export const providerScript: Script = script();

/** The document of every render; its content does not matter here. */
export const PDF = new TextEncoder().encode("%PDF-1.7 any content");

/** The time of a provider's report. */
export const NOW = DateTime.makeUnsafe("2026-01-01T00:00:00Z");
export const viewedReport: ProviderReport = { kind: "viewed", at: NOW, recipientId: "recipient-0" };
export const completedReport: ProviderReport = { kind: "completed", at: NOW };

/** What happens while a document is read, before its request is stored; reset with each render. */
export const reading = { meanwhile: Effect.void };

/** Every page is A4, and only the text "here" is found. */
const reader = Layer.succeed(DocumentReader, {
  read: (_, texts) =>
    Effect.suspend(() => reading.meanwhile).pipe(
      Effect.as({
        pages: [{ width: 595, height: 842 }],
        matches: texts.map((text) =>
          text === "here" ? [{ page: 1, x: 10, y: 10, width: 5, height: 2 }] : [],
        ),
      }),
    ),
});

const files = Layer.unwrap(
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem;
    return assetStoreFiles(yield* fs.makeTempDirectoryScoped());
  }),
);

/** No recipient has a phone here. */
const noSms = Layer.succeed(SmsSender, {
  isConfigured: false,
  send: () => Effect.fail(SmsSendFailed.now),
});

/** The services of signature requests, with a scripted provider. */
export const services = Layer.mergeAll(
  Signatures.layer,
  SignatureWork.layer,
  SignatureBulkJob.layer,
).pipe(
  Layer.provideMerge(scriptedProviders(providerScript)),
  Layer.provideMerge(Renders.layer),
  Layer.provide(Templates.layer),
  Layer.provide(Publication.layer),
  Layer.provide(noAssetReader),
  Layer.provide([reader, noSms]),
  Layer.provideMerge(files),
  Layer.provide(emailQueueSql),
  Layer.provideMerge(
    Layer.succeed(PublicUrls, {
      base: "https://p.test",
      share: "https://p.test",
      embed: "https://p.test/embed",
    }),
  ),
  Layer.provideMerge(migratedStores),
  Layer.provideMerge(NodeServices.layer),
  Layer.orDie,
);

/** A succeeded render with its document. */
export const prepareRequest = Effect.gen(function* () {
  const project = yield* createProject;
  const render = yield* newRender(project, yield* createVersion(project, Slug.make("contract")));
  const store = yield* RenderStore;
  yield* store.add([render]);
  const now = yield* DateTime.now;
  yield* (yield* AssetStore).put(documentName(render.id), PDF);
  const sha256 = yield* (yield* Digest.Digest).digestHex(Digest.sha256, PDF);
  const output = { startedAt: now, at: now, pageCount: 1, byteSize: PDF.length, sha256 };
  yield* store.settle([{ id: render.id, move: "succeed", ...output }]);
  Object.assign(providerScript, script(), { envelopes: [], cancelled: [] });
  reading.meanwhile = Effect.void;
  const wanted = {
    renderId: render.id,
    recipients: [
      { firstName: "Ada", email: "ada@example.com" },
      { firstName: "Bob", email: "bob@example.com", designation: "Approver" as const },
    ],
    anchorTags: [{ anchorString: "here", type: "signature" as const, recipientIndex: 0 }],
  };
  return { project, wanted };
});

/** A request that was sent to its provider. */
export const sentRequest = Effect.gen(function* () {
  const { project, wanted } = yield* prepareRequest;
  const { signature } = yield* (yield* Signatures).create(project, wanted);
  return { project, id: signature.id, providerId: `envelope-${signature.id}` };
});

/** A request as the API returns it. */
export const get = (project: ProjectId, id: string) =>
  Effect.flatMap(Signatures, (signatures) => signatures.get(project, id));

/** Processes a request, like a worker. */
export const processRequest = (id: SignatureRequestId) =>
  Effect.flatMap(SignatureWork, ({ run }) =>
    run({ id, claim: "none", failures: 0, traceParent: null }),
  );

/** The events of a project's signatures for integrators, in order. */
export const eventTypesOf = Effect.fnUntraced(function* (project: ProjectId) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly type: string }>`
    SELECT type
    FROM events
    WHERE project_id = ${project}
      AND type LIKE 'signature.%'
    ORDER BY id`;
  return rows.map(({ type }) => type);
});

/** Stores reports in the inbox, each under a key derived from its content. */
export const deliver = Effect.fnUntraced(function* (
  providerId: string,
  reports: ReadonlyArray<ProviderReport | null>,
) {
  const inbox = yield* ProviderInbox;
  const incoming = reports.map((report): IncomingReport => ({
    key: `${providerId} ${JSON.stringify(report)}`,
    providerId,
    report,
    received: {},
  }));
  yield* inbox.deliver("firma", incoming);
});
