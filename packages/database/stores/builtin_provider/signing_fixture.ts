import { createHash } from "node:crypto";

import { NodeServices } from "@effect/platform-node";
import {
  BuiltinProvider,
  type Certificate,
  type FinishSigning,
  emailAuditSigning,
  PdfSealer,
  type SealedDocument,
  type SealInput,
  SignatureFonts,
  Signing,
} from "@paraph/core/builtin_provider";
import { type Letter, Mailer, EmailJob, Emails } from "@paraph/core/emails";
import { Engagement, emailAuditEngagement } from "@paraph/core/engagement";
import { AssetStore, documentName, Renders, RenderStore } from "@paraph/core/renders";
import {
  type CreateSignature,
  DocumentReader,
  SignatureProviders,
  SignatureWork,
  Signatures,
} from "@paraph/core/signatures";
import { Publication, Templates } from "@paraph/core/templates";
import { EmailId, PublicUrls, type SignatureRequestId, Slug } from "@paraph/core/values";
import { assetStoreFiles } from "@paraph/storage";
import { DateTime, Effect, FileSystem, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import {
  keptProject,
  keptVersion,
  migratedStores,
  newRender,
  noAssetReader,
} from "../../testing/mod.ts";
import { emailQueueSql } from "../emails/email_queue.ts";

/** The document that is sent out; nothing here looks into it. */
export const PDF = new TextEncoder().encode("%PDF-1.7 a contract");

const PDF_SHA256 = createHash("sha256").update(PDF).digest("hex");
const A4 = { width: 595, height: 842 };

/** What the sealer was given, in order. */
export const sealOrders: Array<SealInput> = [];
/** What certificates it was to draw. */
export const certificates: Array<Certificate> = [];

const SEALED: Omit<SealedDocument, "bytes"> = {
  sha256: "5".repeat(64),
  pageCount: 2,
  seal: {
    subject: "CN=Paraph",
    fingerprint: "f".repeat(64),
    selfSigned: true,
    level: "PAdES B-B",
    at: DateTime.makeUnsafe(0),
    timestamp: null,
  },
};

/** Notes what it is given: how documents are sealed is of no interest here. */
const sealer = Layer.succeed(PdfSealer, {
  seal: (order) =>
    Effect.sync(() => {
      sealOrders.push(order);
      return { ...SEALED, bytes: new TextEncoder().encode("sealed") };
    }),
  certify: (certificate) =>
    Effect.sync(() => {
      certificates.push(certificate);
      return { ...SEALED, bytes: new TextEncoder().encode("certificate") };
    }),
});

/** No page shows anything here. */
const fonts = Layer.succeed(SignatureFonts, { subsets: () => Effect.succeed([]) });

/** What documents are flattened to while a test runs; absent: they have nothing to flatten. */
export const flattening: { to?: Uint8Array } = {};

/** Two pages of A4, on which nothing is looked for. */
const reader = Layer.succeed(DocumentReader, {
  read: () =>
    Effect.sync(() => ({
      pages: [A4, A4],
      matches: [],
      ...(flattening.to === undefined ? {} : { flattened: flattening.to }),
    })),
});

const assets = Layer.unwrap(
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem;
    return assetStoreFiles(yield* fs.makeTempDirectoryScoped());
  }),
);

/** What the mail server does with the next mails: it accepts them unless a test says otherwise. */
export const mailServer: { accept: Mailer["Service"]["send"] } = {
  accept: (_, handOver) => Effect.asVoid(handOver),
};

const mailer = Layer.succeed(Mailer, {
  send: (mail, handOver) => Effect.suspend(() => mailServer.accept(mail, handOver)),
});

const providers = Layer.effect(
  SignatureProviders,
  Effect.map(BuiltinProvider, (provider) => ({
    current: Option.some(provider),
    byName: (name) => Option.liftPredicate(provider, () => name === "builtin"),
  })),
).pipe(Layer.provide(BuiltinProvider.layer));

/** Signature requests and the provider that is built in, on a database of the suite's own. */
export const signingServices = Layer.mergeAll(
  Signatures.layer,
  SignatureWork.layer,
  Signing.layer,
  EmailJob.layer.pipe(Layer.provide(mailer)),
).pipe(
  Layer.provideMerge(providers),
  Layer.provide(Layer.merge(sealer, fonts)),
  Layer.provide(reader),
  Layer.provideMerge(Layer.merge(Renders.layer, Emails.layer)),
  Layer.provide(emailAuditSigning.pipe(Layer.provide(emailAuditEngagement))),
  Layer.provide(Engagement.layer),
  Layer.provide(Templates.layer),
  Layer.provide(Publication.layer),
  Layer.provide(noAssetReader),
  Layer.provide(
    Layer.succeed(PublicUrls, {
      base: "https://paraph.test",
      share: "https://paraph.test",
      embed: "https://paraph.test/embed",
    }),
  ),
  Layer.provideMerge(Layer.merge(assets, emailQueueSql())),
  Layer.provideMerge(migratedStores),
  Layer.provideMerge(NodeServices.layer),
  Layer.orDie,
);

/** A render that has succeeded. */
const keptRender = Effect.gen(function* () {
  const projectId = yield* keptProject;
  const render = yield* newRender(projectId, yield* keptVersion(projectId, Slug.make("contract")));
  const store = yield* RenderStore;
  yield* store.add(render);
  yield* (yield* AssetStore).put(documentName(render.id), PDF);
  const at = yield* DateTime.now;
  yield* store.move(render.id, "start", at);
  yield* store.settle(render.id, {
    move: "succeed",
    at,
    pageCount: 2,
    byteSize: PDF.length,
    sha256: PDF_SHA256,
  });
  return { projectId, renderId: render.id };
});

/** Somebody to send a document to. */
export const person = (
  firstName: string,
  designation: "Signer" | "Approver" | "CC" = "Signer",
) => ({ firstName, lastName: "Lovelace", email: `${firstName}@example.com`, designation });

/** A place for the signature of a recipient. */
export const signatureOf = (recipientIndex: number) => ({
  ...({ recipientIndex, type: "signature", page: 1, x: 10, y: 20, width: 30, height: 5 } as const),
  required: true,
});

/** Sends a document to these people; the request, and the provider's id of it. */
export const sent = Effect.fnUntraced(function* (wanted: Omit<CreateSignature, "renderId">) {
  const { projectId, renderId } = yield* keptRender;
  const { create } = yield* Signatures;
  const { signature } = yield* create(projectId, { renderId, ...wanted });
  return { projectId, ...signature };
});

/** A mail about a request, as it is kept. */
export interface KeptEmail {
  readonly to: string;
  readonly subject: string;
  readonly url: string;
  readonly token: string;
  readonly status: string;
}

/** The mails about the document of a request, in the order in which they were queued. */
export const mailsOf = Effect.fnUntraced(function* (request: { readonly renderId: string }) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ recipientEmail: string; letter: Letter; status: string }>`
    SELECT recipient_email, letter, status
    FROM mails
    WHERE render_id = ${request.renderId}
    ORDER BY id`;
  return rows.map(({ recipientEmail: to, letter: { subject, action }, status }): KeptEmail => ({
    to,
    subject,
    url: action.url,
    status,
    token: action.url.split("/").at(-1)!,
  }));
});

/** Runs the job of every queued mail about a request. */
export const emailed = Effect.fnUntraced(function* (
  { renderId }: { readonly renderId: string },
  accept: Mailer["Service"]["send"] = (_, handOver) => Effect.asVoid(handOver),
) {
  const sql = yield* SqlClient.SqlClient;
  const job = yield* EmailJob;
  const rows = yield* sql<{ id: string }>`
    SELECT id FROM mails WHERE render_id = ${renderId} AND status = 'queued' ORDER BY id`;
  mailServer.accept = accept;
  yield* Effect.forEach(rows, ({ id }) => Effect.ignore(job.run(EmailId.make(id), 1)));
});

/** Notes of every mail about a request that it has been sent. */
export const deliver = Effect.fnUntraced(function* ({ renderId }: { readonly renderId: string }) {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    UPDATE mails
    SET status = 'sent', sent_at = now(), handed_over_at = now()
    WHERE render_id = ${renderId}
      AND status = 'queued'`;
});

/** The token of the last mail to somebody. */
export const tokenOf = Effect.fnUntraced(function* (
  request: { readonly renderId: string },
  firstName: string,
) {
  const mails = yield* mailsOf(request);
  return mails.findLast(({ to }) => to === `${firstName}@example.com`)!.token;
});

/** Does whatever is due for a request, until nothing is due at once. */
export const workedOff = Effect.fnUntraced(function* (id: SignatureRequestId) {
  const { run } = yield* SignatureWork;
  for (let turns = 0; turns < 10; turns += 1) {
    const next = yield* run({ id, claim: "", failures: 0, traceParent: null });
    if (next.kind !== "in") return next;
  }
  return { kind: "in" } as const;
});

/** Who visits. */
export const VISITOR = { sourceIp: "192.0.2.1", userAgent: "Reader/1.0" };

/** What somebody hands in who signs whatever they are asked to. */
export const handIn = Effect.fnUntraced(function* (token: string) {
  const { fields, consent } = yield* (yield* Signing).ceremony(token);
  const handedIn: FinishSigning = {
    consent: consent.sha256,
    signature: { kind: "typed", text: "Ada Lovelace" },
    date: DateTime.formatIsoDateUtc(yield* DateTime.now),
    values: Object.fromEntries(fields.map(({ id, type }) => [id, type === "text" ? "Yes" : true])),
  };
  return handedIn;
});

/** Does whatever they are asked to. */
export const finish = Effect.fnUntraced(function* (token: string) {
  return yield* (yield* Signing).finish(token, yield* handIn(token), VISITOR);
});

/** A request after everything that was due for it is done. */
export const status = Effect.fnUntraced(function* (
  request: Effect.Success<ReturnType<typeof sent>>,
) {
  yield* workedOff(request.id);
  return yield* (yield* Signatures).get(request.projectId, request.id);
});

/** What happened to the envelope of a request, in order. */
export const auditOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ type: string }>`
    SELECT body::json ->> 'type' AS type
    FROM signing_audit
    JOIN signing_envelopes ON signing_envelopes.id = envelope_id
    WHERE reference = ${id}
    ORDER BY seq`;
  return rows.map(({ type }) => type);
});

/** Sends a document to one signer. */
export const alone = (more: object = {}) =>
  sent({ name: "Contract", recipients: [person("ada")], fields: [signatureOf(0)], ...more });
