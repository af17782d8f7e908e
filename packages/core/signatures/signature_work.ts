import { Context, DateTime, Duration, Effect, Layer, Option } from "effect";

import type { StorageUnavailable } from "../renders/mod.ts";
import { asJob, METRICS, record } from "../telemetry/mod.ts";
import { catchPermanentFault, type NotFound, onBehalfOf, type Timestamp } from "../values/mod.ts";
import { archiving } from "./archiving.ts";
import type { ProviderReport } from "./provider_report.ts";
import { reportReading } from "./report_reading.ts";
import { ARCHIVE_WITHIN, sealingFailures } from "./sealing_failures.ts";
import { sending } from "./sending.ts";
import {
  IntegrityFault,
  type NotReady,
  ProviderUnavailable,
  type SignatureProvider,
  SignatureProviders,
} from "./signature_provider.ts";
import type { NextLook, SignatureClaim } from "./signature_queue.ts";
import { isTerminal } from "./signature_status.ts";
import { SignatureStore, type StoredSignature, type UnsentSignature } from "./signature_store.ts";

/** How often a provider is asked about a request of which nothing is heard. */
const POLL_EVERY = Duration.minutes(5);

/** How long a provider out of reach keeps a request from expiring: all may have signed in time. */
const EXPIRE_WITHIN = Duration.hours(1);

/** So far a provider's clock may be behind ours. */
const SKEW = Duration.minutes(1);

const AT_ONCE: NextLook = { kind: "in", delay: Duration.zero };
const NEVER: NextLook = { kind: "never" };

/** What a look came to, as figures tell it. */
const OUTCOMES = { in: "waits", retry: "retry", never: "ended" } as const;

const UNEXPECTED = new ProviderUnavailable({
  message: "An unexpected error occurred; the server's log has more",
});

/** The log says more; it is the operator's business. */
const UNREADABLE = new IntegrityFault({
  message: "The stored data of the request cannot be read or changed",
});

type Trouble = NotReady | ProviderUnavailable | StorageUnavailable;

/**
 * Looks after requests: what their providers say or fail to say, their time, their documents. All of it
 * can be done again, or twice at once: what has happened is written down once.
 */
export class SignatureWork extends Context.Service<
  SignatureWork,
  {
    /** Does what is due for a request, and says when to look at it again. */
    readonly run: (claim: Omit<SignatureClaim, "projectId">) => Effect.Effect<NextLook>;
  }
>()("@paraph/core/signatures/SignatureWork") {
  static readonly layer = Layer.effect(
    SignatureWork,
    Effect.gen(function* () {
      const store = yield* SignatureStore;
      const providers = yield* SignatureProviders;
      const reports = yield* reportReading;
      const { recover, abandon } = yield* sending;
      const { archive, certify } = yield* archiving;
      const sealingFailed = yield* sealingFailures;

      const end = Effect.fnUntraced(function* ({ id }: StoredSignature) {
        yield* reports.apply(id, [{ kind: "expired", at: yield* DateTime.now }]);
        return NEVER;
      });

      const ask = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        { id, providerId, expiresAt }: StoredSignature,
      ) {
        const told = yield* provider.snapshot(providerId);
        const isOver = DateTime.isLessThanOrEqualTo(expiresAt, yield* DateTime.now);
        return yield* reports.apply(id, isOver ? expiredRather(told, expiresAt) : told);
      });

      const archiveDocuments = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        signature: StoredSignature,
      ) {
        const { isLocal } = provider;
        const asked =
          isLocal || allHaveSigned(signature) ? signature : yield* ask(provider, signature);
        yield* archive(provider, asked);
        return AT_ONCE;
      });

      /** Keeps the documents of a request that all have signed, or fails it. */
      const complete = (
        provider: SignatureProvider,
        signature: StoredSignature,
        since: Timestamp,
      ) =>
        archiveDocuments(provider, signature).pipe(
          catchPermanentFault("A document can never be archived", () => Effect.fail(UNREADABLE)),
          Effect.catchDefect((defect) =>
            Effect.andThen(Effect.logError("A document is not archived", defect), UNEXPECTED),
          ),
          Effect.catch((trouble) =>
            trouble._tag === "not_found"
              ? Effect.fail(trouble)
              : Effect.as(sealingFailed(signature, since, trouble), NEVER),
          ),
        );

      /** Fetches the certificate of a completed request that came without one. */
      const complement = (
        provider: SignatureProvider,
        signature: StoredSignature,
        since: Timestamp,
      ) =>
        certify(provider, signature).pipe(
          Effect.as(NEVER),
          catchPermanentFault("A certificate can never be archived", () => Effect.succeed(NEVER)),
          Effect.catch((trouble: Trouble) =>
            givingUp(since, ARCHIVE_WITHIN, trouble, () => Effect.succeed(NEVER)),
          ),
        );

      /** Ends a request whose time is over, unless all have signed just in time. */
      const expire = (provider: SignatureProvider, signature: StoredSignature) =>
        provider.expire(signature.providerId).pipe(
          Effect.andThen(end(signature)),
          Effect.catchTags({
            already_ended: Effect.fnUntraced(function* ({ message }) {
              const asked = yield* ask(provider, signature);
              if (!isUnderway(asked)) return AT_ONCE;
              yield* Effect.logWarning(`A request was ended by its provider: ${message}`);
              return yield* end(signature);
            }),
            provider_unavailable: (trouble) =>
              givingUp(signature.expiresAt, EXPIRE_WITHIN, trouble, () => end(signature)),
          }),
        );

      const lookAfter = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        { id }: StoredSignature,
      ): Effect.fn.Return<NextLook, Trouble | NotFound> {
        const { signature: told, count, mustAsk } = yield* reports.readInbox(id);
        const left = DateTime.distance(yield* DateTime.now, told.expiresAt);
        const isOver = !Duration.isGreaterThan(left, Duration.zero);
        const isSilent = count === 0 && !provider.isLocal && !isOver;
        const mayAsk = (mustAsk || isSilent) && isUnderway(told);
        const signature = mayAsk ? yield* ask(provider, told) : told;
        const { status, completingSince, completedAt, certificateFile } = signature;
        if (completedAt !== null && certificateFile === null)
          return yield* complement(provider, signature, completedAt);
        if (isTerminal(status)) return NEVER;
        if (completingSince !== null) return yield* complete(provider, signature, completingSince);
        if (isOver) return yield* expire(provider, signature);
        return { kind: "in", delay: provider.isLocal ? left : Duration.min(left, POLL_EVERY) };
      });

      /** What is left to do for a request whose provider this deployment does not know any more. */
      const wait = Effect.fnUntraced(function* (signature: StoredSignature | UnsentSignature) {
        yield* Effect.logWarning(`Nothing is configured for ${signature.provider} any more`);
        const isOver = DateTime.isLessThanOrEqualTo(signature.expiresAt, yield* DateTime.now);
        if (!signature.sent || !isOver) return { kind: "in", delay: POLL_EVERY } satisfies NextLook;
        return yield* end(signature);
      });

      const lookWith = Effect.fnUntraced(function* (
        provider: SignatureProvider | undefined,
        signature: StoredSignature | UnsentSignature,
      ): Effect.fn.Return<NextLook, Trouble | NotFound> {
        if (provider === undefined) return yield* wait(signature);
        if (signature.sent) return yield* lookAfter(provider, signature);
        return Option.isSome(yield* recover(provider, signature)) ? AT_ONCE : NEVER;
      });

      const look = Effect.fnUntraced(function* ({
        id,
        failures,
      }: Omit<SignatureClaim, "projectId">) {
        const found = yield* store.load(id);
        if (Option.isNone(found)) return NEVER;
        const signature = found.value;
        const provider = Option.getOrUndefined(providers.named(signature.provider));
        return yield* lookWith(provider, signature).pipe(
          onBehalfOf(signature.projectId),
          // It was erased meanwhile.
          Effect.catchTag("not_found", () => Effect.succeed(NEVER)),
          Effect.catch((trouble: Trouble) =>
            Effect.as(
              Effect.logWarning(`A signature request is looked at again later: ${trouble.message}`),
              { kind: "retry", delay: pauseAfter(failures) } satisfies NextLook,
            ),
          ),
        );
      });

      /** Ends a request that can never be looked after. */
      const giveUp = Effect.fnUntraced(function* (id: SignatureClaim["id"]) {
        const signature = Option.getOrUndefined(yield* store.load(id));
        if (signature === undefined) return;
        const provider = Option.getOrUndefined(providers.named(signature.provider));
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

      const lookOrGiveUp = (claim: Omit<SignatureClaim, "projectId">) =>
        look(claim).pipe(
          catchPermanentFault("A signature request can never be looked after", () =>
            giveUp(claim.id).pipe(
              // It was erased meanwhile.
              Effect.catchTag("not_found", () => Effect.void),
              catchPermanentFault("Not all of a signature request can be read", () =>
                reports.failUnreadable(claim.id, UNREADABLE.message),
              ),
              Effect.as(NEVER),
            ),
          ),
        );

      const run = (claim: Omit<SignatureClaim, "projectId">) => {
        const { id, failures, traceParent } = claim;
        return lookOrGiveUp(claim).pipe(
          Effect.tap(({ kind }) => record(METRICS.signatureSteps, 1, { outcome: OUTCOMES[kind] })),
          asJob({ queue: "signatures", id, attempt: failures + 1, traceParent }),
        );
      };

      return SignatureWork.of({ run });
    }),
  );
}

/** Passes trouble on until it has lasted too long, and then does without what was troublesome. */
const givingUp = Effect.fnUntraced(function* <E>(
  since: Timestamp,
  within: Duration.Duration,
  trouble: Trouble,
  otherwise: (message: string) => Effect.Effect<NextLook, E>,
): Effect.fn.Return<NextLook, Trouble | E> {
  const last = DateTime.addDuration(since, within);
  if (DateTime.isLessThan(yield* DateTime.now, last)) return yield* trouble;
  return yield* otherwise(trouble.message);
});

/**
 * What was cancelled at its provider once its time was over has expired: it was us, and the answer
 * may not have come.
 */
function expiredRather(
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

/** Whether recipients may still do something about a request. */
function isUnderway({ status, completingSince }: StoredSignature): boolean {
  return !isTerminal(status) && completingSince === null;
}

function allHaveSigned({ recipients }: StoredSignature): boolean {
  return recipients.every(
    ({ designation, signedAt }) => designation === "CC" || signedAt !== undefined,
  );
}

/** From a second on, twice as long each time, a quarter of an hour at most. */
function pauseAfter(failures: number): Duration.Duration {
  return Duration.seconds(Math.min(2 ** failures, 900));
}
