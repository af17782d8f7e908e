import { createHash } from "node:crypto";

import { NodeServices } from "@effect/platform-node";
import {
  BuiltinProvider,
  type Certificate,
  type FinishSigning,
  emailAuditSigning,
  EmbeddedSigning,
  RecipientAuthentication,
  PdfSealer,
  type SealedDocument,
  type SealInput,
  SignatureFonts,
  SignatureImages,
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
  type Sms,
  SmsSender,
  SmsSendFailed,
} from "@paraph/core/signatures";
import { Publication, Templates } from "@paraph/core/templates";
import { EmailId, PublicUrls, type SignatureRequestId, Slug } from "@paraph/core/values";
import { assetStoreFiles } from "@paraph/storage";
import { DateTime, Effect, FileSystem, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import {
  createProject,
  createVersion,
  migratedStores,
  newRender,
  noAssetReader,
} from "../../testing/mod.ts";
import { emailQueueSql } from "../emails/email_queue.ts";

/** The document to sign; its content does not matter here. */
export const PDF = new TextEncoder().encode("%PDF-1.7 a contract");

const PDF_SHA256 = createHash("sha256").update(PDF).digest("hex");
const A4 = { width: 595, height: 842 };

/** The orders of the sealer, in order. */
export const sealOrders: Array<SealInput> = [];
/** The certificates to render. */
export const certificates: Array<Certificate> = [];

const SEAL_RESULT: Omit<SealedDocument, "bytes"> = {
  sha256: "5".repeat(64),
  pageCount: 2,
  seal: {
    subject: "CN=Paraph",
    fingerprint: "f".repeat(64),
    rootFingerprint: null,
    selfSigned: true,
    level: "PAdES B-B",
    at: DateTime.makeUnsafe(0),
    timestamp: null,
  },
};

/** Records its input; sealing itself is not under test here. */
const sealer = Layer.succeed(PdfSealer, {
  seal: (order) =>
    Effect.sync(() => {
      sealOrders.push(order);
      return { ...SEAL_RESULT, bytes: new TextEncoder().encode("sealed") };
    }),
  certify: (certificate) =>
    Effect.sync(() => {
      certificates.push(certificate);
      return { ...SEAL_RESULT, bytes: new TextEncoder().encode("certificate") };
    }),
});

/** No page shows text here. */
const fonts = Layer.succeed(SignatureFonts, { subsets: () => Effect.succeed([]) });

/** No recipient uploads a picture here. */
const images = Layer.succeed(SignatureImages, { clean: () => Effect.succeedNone });

/** The result of flattening while a test runs; absent: documents need no flattening. */
export const flattening: { to?: Uint8Array } = {};

/** Two pages of A4 without texts. */
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

/** How the mail server treats the next emails: it accepts them by default. */
export const mailServer: { accept: Mailer["Service"]["send"] } = {
  accept: (_, handOver) => Effect.asVoid(handOver),
};

const mailer = Layer.succeed(Mailer, {
  send: (email, handOver) => Effect.suspend(() => mailServer.accept(email, handOver)),
});

/** The SMS that were sent, and whether the gateway accepts them: it does by default. */
export const smsGateway: { readonly sent: Array<Sms>; accepts: boolean } = {
  sent: [],
  accepts: true,
};

const sms = Layer.succeed(SmsSender, {
  isConfigured: true,
  send: (message) =>
    Effect.suspend(() => {
      if (!smsGateway.accepts) return Effect.fail(SmsSendFailed.now);
      smsGateway.sent.push(message);
      return Effect.void;
    }),
});

const providers = Layer.effect(
  SignatureProviders,
  Effect.map(BuiltinProvider, (provider) => ({
    current: Option.some(provider),
    byName: (name) => Option.liftPredicate(provider, () => name === "builtin"),
  })),
).pipe(Layer.provide(BuiltinProvider.layer));

/** Signature requests and the built-in provider, on a suite's database. */
export const signingServices = Layer.mergeAll(
  Signatures.layer,
  SignatureWork.layer,
  Signing.layer,
  RecipientAuthentication.layer,
  EmbeddedSigning.layer,
  EmailJob.layer.pipe(Layer.provide(mailer)),
).pipe(
  Layer.provideMerge(providers),
  Layer.provide(Layer.mergeAll(sealer, fonts, images)),
  Layer.provide([reader, sms]),
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
  Layer.provideMerge(Layer.merge(assets, emailQueueSql)),
  Layer.provideMerge(migratedStores),
  Layer.provideMerge(NodeServices.layer),
  Layer.orDie,
);

/** A succeeded render. */
const storedRender = Effect.gen(function* () {
  const projectId = yield* createProject;
  const render = yield* newRender(
    projectId,
    yield* createVersion(projectId, Slug.make("contract")),
  );
  const store = yield* RenderStore;
  yield* store.add([render]);
  yield* (yield* AssetStore).put(documentName(render.id), PDF);
  const now = yield* DateTime.now;
  yield* store.settle([
    {
      id: render.id,
      move: "succeed",
      startedAt: now,
      at: now,
      pageCount: 2,
      byteSize: PDF.length,
      sha256: PDF_SHA256,
    },
  ]);
  return { projectId, renderId: render.id };
});

/** A recipient. */
export const person = (
  firstName: string,
  designation: "Signer" | "Approver" | "CC" = "Signer",
) => ({ firstName, lastName: "Lovelace", email: `${firstName}@example.com`, designation });

/** The signature field of a recipient. */
export const signatureOf = (recipientIndex: number) => ({
  ...({ recipientIndex, type: "signature", page: 1, x: 10, y: 20, width: 30, height: 5 } as const),
  required: true,
});

/** Sends a document to these people; returns the request and its id at the provider. */
export const requestSignature = Effect.fnUntraced(function* (
  content: Omit<CreateSignature, "renderId">,
) {
  const { projectId, renderId } = yield* storedRender;
  const { create } = yield* Signatures;
  const { signature } = yield* create(projectId, { renderId, ...content });
  return { projectId, ...signature };
});

/** A stored email about a request. */
export interface StoredEmail {
  readonly to: string;
  readonly subject: string;
  readonly url: string;
  readonly token: string;
  readonly status: string;
}

/** The emails about the document of a request, in the order of the queue. */
export const emailsOf = Effect.fnUntraced(function* (request: { readonly renderId: string }) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ recipientEmail: string; letter: Letter; status: string }>`
    SELECT recipient_email, letter, status
    FROM mails
    WHERE render_id = ${request.renderId}
    ORDER BY id`;
  return rows.map(({ recipientEmail: to, letter: { subject, action }, status }): StoredEmail => ({
    to,
    subject,
    url: action.url,
    status,
    token: action.url.split("/").at(-1)!,
  }));
});

/** Runs the job of every queued email about a request, or of those to one address. */
export const sendEmails = Effect.fnUntraced(function* (
  { renderId }: { readonly renderId: string },
  accept: Mailer["Service"]["send"] = (_, handOver) => Effect.asVoid(handOver),
  to: string | null = null,
) {
  const sql = yield* SqlClient.SqlClient;
  const job = yield* EmailJob;
  const rows = yield* sql<{ id: string }>`
    SELECT id
    FROM mails
    WHERE render_id = ${renderId}
      AND status = 'queued'
      AND (${to}::text IS NULL OR recipient_email = ${to})
    ORDER BY id`;
  mailServer.accept = accept;
  yield* Effect.forEach(rows, ({ id }) => Effect.ignore(job.run(EmailId.make(id), 1)));
});

/** Marks every email about a request as sent. */
export const deliver = Effect.fnUntraced(function* ({ renderId }: { readonly renderId: string }) {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    UPDATE mails
    SET status = 'sent', sent_at = now(), handed_over_at = now()
    WHERE render_id = ${renderId}
      AND status = 'queued'`;
});

/** The token in the last email to a recipient. */
export const tokenOf = Effect.fnUntraced(function* (
  request: { readonly renderId: string },
  firstName: string,
) {
  const emails = yield* emailsOf(request);
  return emails.findLast(({ to }) => to === `${firstName}@example.com`)!.token;
});

/** Does the due work of a request until no work is due. */
export const runSignatureWork = Effect.fnUntraced(function* (id: SignatureRequestId) {
  const { run } = yield* SignatureWork;
  for (let turns = 0; turns < 10; turns += 1) {
    const next = yield* run({ id, claim: "", failures: 0, traceParent: null });
    if (next.kind !== "in") return next;
  }
  return { kind: "in" } as const;
});

/** The visitor of the signing page. */
export const VISITOR = { sourceIp: "192.0.2.1", userAgent: "Reader/1.0" };

/** A submission that agrees to everything and signs every field. */
export const submissionOf = Effect.fnUntraced(function* (token: string) {
  const { fields, consent } = yield* (yield* Signing).ceremony(token);
  const submission: FinishSigning = {
    consent: consent.sha256,
    signature: { kind: "typed", text: "Ada Lovelace" },
    date: DateTime.formatIsoDateUtc(yield* DateTime.now),
    values: Object.fromEntries(fields.map(({ id, type }) => [id, type === "text" ? "Yes" : true])),
  };
  return submission;
});

/** Completes all fields of the recipient. */
export const finish = Effect.fnUntraced(function* (token: string) {
  return yield* (yield* Signing).finish(token, yield* submissionOf(token), VISITOR);
});

/** The status of a request after its due work. */
export const status = Effect.fnUntraced(function* (
  request: Effect.Success<ReturnType<typeof requestSignature>>,
) {
  yield* runSignatureWork(request.id);
  return yield* (yield* Signatures).get(request.projectId, request.id);
});

/** The audit trail of a request's envelope, in order. */
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
export const requestOneSignature = (more: object = {}) =>
  requestSignature({
    name: "Contract",
    recipients: [person("ada")],
    fields: [signatureOf(0)],
    ...more,
  });
