import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";

import { AuditLog } from "../audit/mod.ts";
import { keyedRequest } from "../idempotency/mod.ts";
import type { AssetRange, Document, StorageUnavailable } from "../renders/mod.ts";
import {
  Conflict,
  InvalidRequest,
  NotFound,
  pageOf,
  pageRequest,
  type ProjectId,
  PublicUrls,
  SignatureRequestId,
  ReadReplica,
} from "../values/mod.ts";
import {
  type DocumentTooLarge,
  type SignatureCreditsExhausted,
  SignatureProviderError,
  type SignaturesUnavailable,
  UpstreamError,
} from "./errors.ts";
import { SignatureProviders } from "./provider/signature_provider.ts";
import type { SignatureAudit } from "./request/signature_audit.ts";
import type {
  CancelSignature,
  CreateSignature,
  SignaturePage,
  SignatureQuery,
  SignatureRequest,
} from "./request/signature_request.ts";
import { isTerminal } from "./request/signature_status.ts";
import { signatureView } from "./request/signature_view.ts";
import { SignatureArchive } from "./signature_archive.ts";
import { SignatureChanges } from "./signature_changes.ts";
import { SignatureCreation } from "./signature_creation.ts";
import { SignatureQueue } from "./signature_queue.ts";
import { SignatureReports } from "./signature_reports.ts";
import { SignatureStore } from "./signature_store.ts";

/** The result of `Signatures.create`. */
export interface CreatedSignature {
  readonly signature: SignatureRequest;
  /** Whether an earlier request with the same idempotency key created it. */
  readonly replayed: boolean;
}

const isSignatureId = Schema.is(SignatureRequestId);

/** Sends renders for signature, and manages their requests (interface, Signatures). */
export class Signatures extends Context.Service<
  Signatures,
  {
    /**
     * Sends a render for signature. After a success the provider has the request; after a failure nothing
     * was sent. Repeated and concurrent requests with one idempotency key are sent once.
     */
    readonly create: (
      project: ProjectId,
      input: CreateSignature,
      idempotencyKey?: string,
    ) => Effect.Effect<
      CreatedSignature,
      | InvalidRequest
      | NotFound
      | Conflict
      | DocumentTooLarge
      | SignaturesUnavailable
      | SignatureCreditsExhausted
      | SignatureProviderError
      | StorageUnavailable
    >;
    readonly get: (project: ProjectId, id: string) => Effect.Effect<SignatureRequest, NotFound>;
    /** A project's requests, newest first. */
    readonly list: (project: ProjectId, query: SignatureQuery) => Effect.Effect<SignaturePage>;
    /** Ends a request before all have signed. */
    readonly cancel: (
      project: ProjectId,
      id: string,
      input: CancelSignature,
    ) => Effect.Effect<SignatureRequest, NotFound | Conflict | SignatureProviderError>;
    /** The audit trail so far; an invalid request if the provider has none to export. */
    readonly audit: (
      project: ProjectId,
      id: string,
    ) => Effect.Effect<SignatureAudit, NotFound | InvalidRequest | Conflict | UpstreamError>;
    /** The signed document; a conflict until it is archived. */
    readonly openSigned: (
      project: ProjectId,
      id: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | Conflict | StorageUnavailable>;
    /** The certificate; a conflict until the provider has created it. */
    readonly openCertificate: (
      project: ProjectId,
      id: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | Conflict | UpstreamError | StorageUnavailable>;
  } & SignatureChanges["Service"]
>()("@paraph/core/signatures/Signatures") {
  static readonly layer = Layer.effect(
    Signatures,
    Effect.gen(function* () {
      const store = yield* SignatureStore;
      const replica = yield* ReadReplica;
      const audit = yield* AuditLog;
      const queue = yield* SignatureQueue;
      const providers = yield* SignatureProviders;
      const reports = yield* SignatureReports;
      const creation = yield* SignatureCreation;
      const archive = yield* SignatureArchive;
      const changes = yield* SignatureChanges;
      const { base } = yield* PublicUrls;

      const load = Effect.fnUntraced(function* (project: ProjectId, id: string) {
        const request = isSignatureId(id) ? yield* store.find(project, id) : Option.none();
        return yield* Effect.fromOption(request, () => NotFound.of("signature request"));
      });

      const cancel = Effect.fn("Signatures.cancel")(function* (
        project: ProjectId,
        id: string,
        input: CancelSignature,
      ) {
        const reason = input.reason?.trim() || null;
        const { provider: name, providerId, ...signature } = yield* load(project, id);
        if (isTerminal(signature.status)) return yield* alreadyEnded(signature.status);
        if (signature.completingSince !== null) return yield* ALL_HAVE_SIGNED;
        const provider = yield* Effect.fromOption(providers.byName(name), () =>
          SignatureProviderError.of(`The provider ${name} is no longer configured on this server`),
        );
        yield* provider.cancel(providerId, reason).pipe(
          Effect.catchTags({
            // The worker fetches the end from the provider.
            already_ended: () =>
              Effect.andThen(queue.wake(signature.id), Effect.fail(ENDED_AT_PROVIDER)),
            provider_unavailable: ({ message, cause }) =>
              Effect.fail(SignatureProviderError.of(message, cause)),
          }),
        );
        const now = yield* DateTime.now;
        const request = yield* audit.recording(
          reports.apply(signature.id, [{ kind: "cancelled", at: now, reason }]),
          ({ id: target, status }) =>
            status === "cancelled"
              ? {
                  action: "signature.cancelled",
                  projectId: project,
                  target: { kind: "signature", id: target },
                }
              : undefined,
        );
        if (request.status !== "cancelled") return yield* alreadyEnded(request.status);
        return signatureView(request, base);
      });

      const list = Effect.fn("Signatures.list")(function* (
        project: ProjectId,
        query: SignatureQuery,
      ) {
        const page = pageRequest(query);
        const stored = yield* replica.read(store.list(project, query, page));
        const { rows, ...rest } = pageOf(stored, page.limit);
        return { signatures: rows.map((request) => signatureView(request, base)), ...rest };
      });

      const auditTrail = Effect.fn("Signatures.audit")(function* (project: ProjectId, id: string) {
        const signature = yield* load(project, id);
        const provider = Option.getOrUndefined(providers.byName(signature.provider));
        if (provider === undefined) return yield* UpstreamError.audit;
        if (provider.audit === null) return yield* NO_AUDIT;
        const { events, head } = yield* provider
          .audit(signature.providerId)
          .pipe(
            Effect.catchTags({
              integrity_fault: ({ message }) => Effect.fail(Conflict.of(message)),
              provider_unavailable: () => Effect.fail(UpstreamError.audit),
            }),
          );
        const request = signatureView(signature, base);
        return { format: "paraph-audit/1", request, events, head } satisfies SignatureAudit;
      });

      return Signatures.of({
        ...changes,
        create: (project, input, idempotencyKey) =>
          creation.create(
            project,
            input,
            keyedRequest({ operation: "signatures.create", within: project }, idempotencyKey),
          ),
        audit: auditTrail,
        list,
        cancel,
        get: Effect.fn("Signatures.get")(function* (project: ProjectId, id: string) {
          return signatureView(yield* load(project, id), base);
        }),
        openSigned: Effect.fn("Signatures.openSigned")(function* (
          project: ProjectId,
          id: string,
          range?: AssetRange,
        ) {
          return yield* archive.openSigned(yield* load(project, id), range);
        }),
        openCertificate: Effect.fn("Signatures.openCertificate")(function* (
          project: ProjectId,
          id: string,
          range?: AssetRange,
        ) {
          return yield* archive.openCertificate(yield* load(project, id), range);
        }),
      });
    }),
  ).pipe(
    Layer.provide([
      SignatureReports.layer,
      SignatureCreation.layer,
      SignatureArchive.layer,
      SignatureChanges.layer,
    ]),
  );
}

const ALL_HAVE_SIGNED = Conflict.of(
  "All recipients have signed: the request can no longer be cancelled",
);
const NO_AUDIT = InvalidRequest.of([
  {
    path: "",
    message:
      "The provider of this request has no audit trail to export: its certificate has the events",
  },
]);
const ENDED_AT_PROVIDER = Conflict.of("The request has already ended");

function alreadyEnded(status: string): Conflict {
  return Conflict.of(`The request has already ended: it is ${status}`);
}
