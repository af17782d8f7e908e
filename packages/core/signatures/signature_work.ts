import { Context, DateTime, Duration, Effect, Layer, Option } from "effect";

import type { StorageUnavailable } from "../renders/mod.ts";
import { METRICS, asJob, record } from "../telemetry/mod.ts";
import { type NotFound, type Timestamp, catchPermanentFailure, onBehalfOf } from "../values/mod.ts";
import { IntegrityError, type NotReady, ProviderUnavailable } from "./provider/provider_errors.ts";
import type { ProviderReport } from "./provider/provider_report.ts";
import { type SignatureProvider, SignatureProviders } from "./provider/signature_provider.ts";
import { hasCertificate, isTerminal } from "./request/signature_status.ts";
import { SignatureArchive } from "./signature_archive.ts";
import type { NextRun, SignatureClaim } from "./signature_queue.ts";
import { SignatureReminders } from "./signature_reminders.ts";
import { SignatureReports } from "./signature_reports.ts";
import { SignatureSender } from "./signature_sender.ts";
import {
  SignatureStore,
  type StoredSignatureRequest,
  type UnsentSignatureRequest,
} from "./signature_store.ts";

/** How often a provider is polled about a request without reports. */
const POLL_EVERY = Duration.minutes(5);

/** How long an unreachable provider delays the expiry of a request: all may have signed in time. */
const EXPIRE_WITHIN = Duration.hours(1);

/** How far a provider's clock may be behind. */
const SKEW = Duration.minutes(1);

const NOW: NextRun = { kind: "in", delay: Duration.zero };
const NEVER: NextRun = { kind: "never" };

/** The outcomes of a run in metrics. */
const OUTCOMES = { in: "waits", retry: "retry", never: "ended" } as const;

const UNEXPECTED_ERROR = new ProviderUnavailable({
  message: "An unexpected error occurred; the server's log has more",
});

/** Integrators see this text; details are only in the log, for the operator. */
const UNREADABLE = new IntegrityError({
  message: "The stored data of the request cannot be read or changed",
});

/** How long fetching the documents of a completed request is retried. */
const ARCHIVE_WITHIN = Duration.hours(24);

/** The reasons of failures in metrics. */
const REASONS = {
  integrity_fault: "integrity",
  not_ready: "storage",
  not_ready_yet: "not_ready",
  provider_unavailable: "provider",
} as const;

type TransientFailure = NotReady | ProviderUnavailable | StorageUnavailable;

/**
 * Runs signature requests: applies reports, polls silent providers, expires requests and archives their
 * documents. Repeated and concurrent runs are harmless.
 */
export class SignatureWork extends Context.Service<
  SignatureWork,
  {
    /** Does the due work of a request, and returns when to run it again. */
    readonly run: (claim: Omit<SignatureClaim, "projectId">) => Effect.Effect<NextRun>;
  }
>()("@paraph/core/signatures/SignatureWork") {
  static readonly layer = Layer.effect(
    SignatureWork,
    Effect.gen(function* () {
      const store = yield* SignatureStore;
      const providers = yield* SignatureProviders;
      const reports = yield* SignatureReports;
      const reminders = yield* SignatureReminders;
      const { recover, abandon } = yield* SignatureSender;
      const { archive, certify } = yield* SignatureArchive;

      /**
       * Records a failed attempt. Succeeds after it has failed the request: immediately after tampering, else
       * after a day. Before that, fails with the cause, so that the request is retried.
       */
      const recordSealingFailure = Effect.fnUntraced(function* (
        { id }: StoredSignatureRequest,
        since: Timestamp,
        failure: TransientFailure | IntegrityError,
      ): Effect.fn.Return<void, TransientFailure | NotFound> {
        const now = yield* DateTime.now;
        const isOver = DateTime.isLessThanOrEqualTo(
          DateTime.addDuration(since, ARCHIVE_WITHIN),
          now,
        );
        const reason = REASONS[failure._tag];
        if (failure._tag === "integrity_fault" || isOver) {
          const message = `The signed document could not be archived: ${failure.message}`;
          yield* Effect.logError(message);
          yield* record(METRICS.sealingFailures, 1, { reason, outcome: "failed" });
          return yield* Effect.asVoid(
            reports.apply(id, [{ kind: "failed", at: now, reason: message }]),
          );
        }
        // A provider that is not finished yet has not failed.
        if (failure._tag !== "not_ready_yet") {
          yield* record(METRICS.sealingFailures, 1, { reason, outcome: "retry" });
          yield* reports.noteSealingFailure(
            id,
            `The signed document is not archived yet and is being retried: ${failure.message}`,
          );
        }
        return yield* failure;
      });

      const end = Effect.fnUntraced(function* ({ id }: StoredSignatureRequest) {
        yield* reports.apply(id, [{ kind: "expired", at: yield* DateTime.now }]);
        return NEVER;
      });

      const applySnapshot = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        { id, providerId, expiresAt }: StoredSignatureRequest,
      ) {
        const snapshot = yield* provider.snapshot(providerId);
        const isOver = DateTime.isLessThanOrEqualTo(expiresAt, yield* DateTime.now);
        return yield* reports.apply(id, isOver ? preferExpired(snapshot, expiresAt) : snapshot);
      });

      const archiveDocuments = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        signature: StoredSignatureRequest,
      ) {
        const { isLocal } = provider;
        const request =
          isLocal || allHaveSigned(signature)
            ? signature
            : yield* applySnapshot(provider, signature);
        yield* archive(provider, request);
        return NOW;
      });

      /** Archives the documents of a fully signed request, or fails the request. */
      const complete = (
        provider: SignatureProvider,
        signature: StoredSignatureRequest,
        since: Timestamp,
      ) =>
        archiveDocuments(provider, signature).pipe(
          catchPermanentFailure("A document can never be archived", () => Effect.fail(UNREADABLE)),
          Effect.catchDefect((defect) =>
            Effect.andThen(Effect.logError("A document is not archived", defect), UNEXPECTED_ERROR),
          ),
          Effect.catch((failure) =>
            failure._tag === "not_found"
              ? Effect.fail(failure)
              : Effect.as(recordSealingFailure(signature, since, failure), NEVER),
          ),
        );

      /** Fetches the certificate of a request that has ended without one. */
      const addCertificate = (
        provider: SignatureProvider,
        signature: StoredSignatureRequest,
        since: Timestamp,
      ) =>
        certify(provider, signature).pipe(
          Effect.as(NEVER),
          catchPermanentFailure("A certificate can never be archived", () => Effect.succeed(NEVER)),
          // Nothing may certify a trail that was tampered with.
          Effect.catchTag("integrity_fault", ({ message }) =>
            Effect.as(Effect.logError(`A certificate is not issued: ${message}`), NEVER),
          ),
          Effect.catch((failure: TransientFailure) =>
            retryUntil(since, ARCHIVE_WITHIN, failure, () => Effect.succeed(NEVER)),
          ),
        );

      /** Ends an expired request, unless all have signed just in time. */
      const expire = (provider: SignatureProvider, signature: StoredSignatureRequest) =>
        provider.expire(signature.providerId).pipe(
          Effect.andThen(end(signature)),
          // The next run issues the certificate.
          Effect.as(NOW),
          Effect.catchTags({
            not_expired: () => Effect.succeed(NOW),
            already_ended: Effect.fnUntraced(function* ({ message }) {
              const request = yield* applySnapshot(provider, signature);
              if (!isInProgress(request)) return NOW;
              yield* Effect.logWarning(`A request was ended by its provider: ${message}`);
              return yield* end(signature);
            }),
            provider_unavailable: (failure) =>
              retryUntil(signature.expiresAt, EXPIRE_WITHIN, failure, () => end(signature)),
          }),
        );

      const runSent = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        { id }: StoredSignatureRequest,
      ): Effect.fn.Return<NextRun, TransientFailure | NotFound> {
        const { signature: request, count, mustAsk } = yield* reports.readInbox(id);
        const remaining = DateTime.distance(yield* DateTime.now, request.expiresAt);
        const isOver = !Duration.isGreaterThan(remaining, Duration.zero);
        const isSilent = count === 0 && !provider.isLocal && !isOver;
        const mayAsk = (mustAsk || isSilent) && isInProgress(request);
        const signature = mayAsk ? yield* applySnapshot(provider, request) : request;
        const { status, completingSince, completedAt, certificateFile, expiresAt } = signature;
        if (hasCertificate(status, provider.isLocal) && certificateFile === null)
          return yield* addCertificate(provider, signature, completedAt ?? expiresAt);
        if (isTerminal(status)) return NEVER;
        if (completingSince !== null) return yield* complete(provider, signature, completingSince);
        if (isOver) return yield* expire(provider, signature);
        const remindAt = yield* reminders.sendDue(provider, signature);
        const delays = [
          remaining,
          ...(provider.isLocal ? [] : [POLL_EVERY]),
          ...(remindAt === null ? [] : [DateTime.distance(yield* DateTime.now, remindAt)]),
        ];
        return { kind: "in", delay: delays.reduce((one, other) => Duration.min(one, other)) };
      });

      /** Waits for the expiry of a request whose provider is no longer configured. */
      const wait = Effect.fnUntraced(function* (
        signature: StoredSignatureRequest | UnsentSignatureRequest,
      ) {
        yield* Effect.logWarning(
          `The signature provider ${signature.provider} is no longer configured`,
        );
        const isOver = DateTime.isLessThanOrEqualTo(signature.expiresAt, yield* DateTime.now);
        if (!signature.sent || !isOver) return { kind: "in", delay: POLL_EVERY } satisfies NextRun;
        return yield* end(signature);
      });

      const runWith = Effect.fnUntraced(function* (
        provider: SignatureProvider | undefined,
        signature: StoredSignatureRequest | UnsentSignatureRequest,
      ): Effect.fn.Return<NextRun, TransientFailure | NotFound> {
        if (provider === undefined) return yield* wait(signature);
        if (signature.sent) return yield* runSent(provider, signature);
        return Option.isSome(yield* recover(provider, signature)) ? NOW : NEVER;
      });

      const runOnce = Effect.fnUntraced(function* ({
        id,
        failures,
      }: Omit<SignatureClaim, "projectId">) {
        const request = yield* store.load(id);
        if (Option.isNone(request)) return NEVER;
        const signature = request.value;
        const provider = Option.getOrUndefined(providers.byName(signature.provider));
        return yield* runWith(provider, signature).pipe(
          onBehalfOf(signature.projectId),
          // The request was erased meanwhile.
          Effect.catchTag("not_found", () => Effect.succeed(NEVER)),
          Effect.catch((failure: TransientFailure) =>
            Effect.as(
              Effect.logWarning(`A signature request is retried later: ${failure.message}`),
              { kind: "retry", delay: backoff(failures) } satisfies NextRun,
            ),
          ),
        );
      });

      /** Ends a request that can never be processed. */
      const giveUp = Effect.fnUntraced(function* (id: SignatureClaim["id"]) {
        const signature = Option.getOrUndefined(yield* store.load(id));
        if (signature === undefined) return;
        const provider = Option.getOrUndefined(providers.byName(signature.provider));
        if (!signature.sent) {
          if (provider !== undefined) yield* abandon(provider, signature);
          return;
        }
        if (isTerminal(signature.status)) return;
        const { message: reason } = UNREADABLE;
        yield* reports.apply(id, [{ kind: "failed", at: yield* DateTime.now, reason }]);
        // A failed request must not be signed.
        if (provider !== undefined && signature.completingSince === null) {
          yield* Effect.ignoreCause(provider.cancel(signature.providerId, null));
        }
      });

      const runOrGiveUp = (claim: Omit<SignatureClaim, "projectId">) =>
        runOnce(claim).pipe(
          catchPermanentFailure("A signature request can never be processed", () =>
            giveUp(claim.id).pipe(
              // The request was erased meanwhile.
              Effect.catchTag("not_found", () => Effect.void),
              catchPermanentFailure("A signature request is partly unreadable", () =>
                reports.failUnreadable(claim.id, UNREADABLE.message),
              ),
              Effect.as(NEVER),
            ),
          ),
        );

      const run = (claim: Omit<SignatureClaim, "projectId">) => {
        const { id, failures, traceParent } = claim;
        return runOrGiveUp(claim).pipe(
          Effect.tap(({ kind }) => record(METRICS.signatureSteps, 1, { outcome: OUTCOMES[kind] })),
          asJob({ queue: "signatures", id, attempt: failures + 1, traceParent }),
        );
      };

      return SignatureWork.of({ run });
    }),
  ).pipe(
    Layer.provide([
      SignatureReports.layer,
      SignatureReminders.layer,
      SignatureSender.layer,
      SignatureArchive.layer,
    ]),
  );
}

/** Fails with the cause until the time limit, and then runs the alternative. */
const retryUntil = Effect.fnUntraced(function* <E>(
  since: Timestamp,
  within: Duration.Duration,
  failure: TransientFailure,
  otherwise: (message: string) => Effect.Effect<NextRun, E>,
): Effect.fn.Return<NextRun, TransientFailure | E> {
  const deadline = DateTime.addDuration(since, within);
  if (DateTime.isLessThan(yield* DateTime.now, deadline)) return yield* failure;
  return yield* otherwise(failure.message);
});

/**
 * Treats a cancellation at the provider after the expiry as the expiry: Paraph has cancelled the request
 * there, but may not have received the response.
 */
function preferExpired(
  reports: ReadonlyArray<ProviderReport>,
  expiresAt: Timestamp,
): ReadonlyArray<ProviderReport> {
  const since = DateTime.subtractDuration(expiresAt, SKEW);
  return reports.map((report) =>
    report.kind === "cancelled" && DateTime.isGreaterThanOrEqualTo(report.at, since)
      ? { kind: "expired", at: report.at }
      : report,
  );
}

/** Whether recipients can still act on a request. */
function isInProgress({ status, completingSince }: StoredSignatureRequest): boolean {
  return !isTerminal(status) && completingSince === null;
}

function allHaveSigned({ recipients }: StoredSignatureRequest): boolean {
  return recipients.every(
    ({ designation, signedAt }) => designation === "CC" || signedAt !== undefined,
  );
}

/** Exponential backoff from one second to 15 minutes. */
function backoff(failures: number): Duration.Duration {
  return Duration.seconds(Math.min(2 ** failures, 900));
}
