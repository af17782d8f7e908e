import { Context, type Effect, type Option } from "effect";

import type { StoredFile } from "../renders/mod.ts";
import type {
  PageRequest,
  ProjectId,
  RenderId,
  SignatureRequestId,
  Timestamp,
} from "../values/mod.ts";
import type { ProviderReport } from "./provider/provider_inbox.ts";
import type { ProviderName, EnvelopeIds } from "./provider/signature_provider.ts";
import type { Addressee, EmailDelivery } from "./request/recipient.ts";
import type { Progress } from "./request/signature_progress.ts";

/** A request that is about to be handed to its provider. */
export interface NewSignatureRequest {
  readonly id: SignatureRequestId;
  readonly projectId: ProjectId;
  readonly renderId: RenderId;
  readonly name: string;
  readonly provider: ProviderName;
  readonly addressees: ReadonlyArray<Addressee>;
  readonly expirationHours: number;
  readonly expiresAt: Timestamp;
  readonly createdAt: Timestamp;
}

/** A request that its provider may or may not have: partners do not see it. */
export interface UnsentSignatureRequest extends NewSignatureRequest {
  readonly sent: false;
}

/** A request as it is kept. */
export interface StoredSignatureRequest extends Omit<NewSignatureRequest, "addressees">, Progress {
  readonly sent: true;
  /** The provider's id of it. */
  readonly providerId: string;
  /** What became of our emails, by id of the recipient; none where the provider sends its own. */
  readonly deliveries: Readonly<Record<string, EmailDelivery>>;
  readonly completedAt: Timestamp | null;
  readonly signedFile: StoredFile | null;
  readonly certificateFile: StoredFile | null;
}

/** What is kept with the completion of a request. */
export interface Completion {
  readonly completedAt: Timestamp;
  readonly signedFile: StoredFile;
  readonly certificateFile: StoredFile | null;
}

/** A report that waits, and where it stands in the inbox. */
export interface PendingReport {
  readonly id: string;
  /** `null` when the provider is to be asked. */
  readonly report: ProviderReport | null;
}

/** Keeps signature requests, and the reports of providers that wait for them. */
export class SignatureStore extends Context.Service<
  SignatureStore,
  {
    readonly add: (signature: NewSignatureRequest) => Effect.Effect<void>;
    /** Notes that a provider has a request; `false` when it is not unsent (any more). */
    readonly markSent: (id: SignatureRequestId, sent: EnvelopeIds) => Effect.Effect<boolean>;
    /** Forgets a request that no provider has; `false` when it is not unsent (any more). */
    readonly discard: (id: SignatureRequestId) => Effect.Effect<boolean>;
    /** A request of a project that was sent. */
    readonly find: (
      project: ProjectId,
      id: SignatureRequestId,
    ) => Effect.Effect<Option.Option<StoredSignatureRequest>>;
    readonly load: (
      id: SignatureRequestId,
    ) => Effect.Effect<Option.Option<StoredSignatureRequest | UnsentSignatureRequest>>;
    /** A request that was sent, held for the transaction this is called in. */
    readonly lock: (id: SignatureRequestId) => Effect.Effect<Option.Option<StoredSignatureRequest>>;
    /** One row more than the page holds, newest first. */
    readonly list: (
      project: ProjectId,
      filter: { readonly renderId: string | undefined },
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<StoredSignatureRequest>>;
    /** Writes down how far a held request has got. */
    readonly save: (id: SignatureRequestId, progress: Progress) => Effect.Effect<void>;
    /**
     * Fails a request that was sent and of which not all can be read; as much of it as can, without its
     * recipients. None when it has ended.
     */
    readonly failUnreadable: (
      id: SignatureRequestId,
      reason: string,
    ) => Effect.Effect<Option.Option<StoredSignatureRequest>>;
    /**
     * Numbers an attempt to archive a request's documents: the latest alone may complete it. None once it
     * has ended, for what is kept by then is kept for good.
     */
    readonly beginArchiving: (id: SignatureRequestId) => Effect.Effect<Option.Option<number>>;
    /** Numbers an attempt to keep the certificate of a completed request; none once it has one. */
    readonly beginCertifying: (id: SignatureRequestId) => Effect.Effect<Option.Option<number>>;
    /** Completes a held request; `false` when a later attempt has begun. */
    readonly complete: (
      id: SignatureRequestId,
      attempt: number,
      completion: Completion,
    ) => Effect.Effect<boolean>;
    /** Keeps the certificate of a completed request; `false` when it has one. */
    readonly storeCertificate: (id: SignatureRequestId, file: StoredFile) => Effect.Effect<boolean>;
    /** The reports on a request that have not been applied, in the order they came. */
    readonly pendingReports: (
      provider: ProviderName,
      providerId: string,
    ) => Effect.Effect<ReadonlyArray<PendingReport>>;
    readonly markApplied: (reports: ReadonlyArray<PendingReport>) => Effect.Effect<void>;
  }
>()("@paraph/core/signatures/SignatureStore") {}
