import { Clock, Context, DateTime, Duration, Effect, Layer, Option, Random, Result } from "effect";
import { Mac } from "effect/crypto";

import { asJob, METRICS, record } from "../telemetry/mod.ts";
import { catchPermanentFailure, Transaction } from "../values/mod.ts";
import { type AttemptRecord, type Claim, DeliveryQueue, type Verdict } from "./delivery_queue.ts";
import { RETRY_DELAYS, retryDelay } from "./retry.ts";
import { signingSecrets } from "./secret.ts";
import { signedHeaders } from "./signed_headers.ts";
import { type WebhookResponse, type NoResponse, WebhookSender } from "./webhook_sender.ts";
import { WebhookStore } from "./webhook_store.ts";

/** A webhook without a successful delivery for this long is disabled. */
export const GIVE_UP_AFTER = Duration.days(5);

/** Allowed attempts per counted failure: limits attempts that end with a crash of the worker. */
const SPARE_ATTEMPTS = 3;

/** The status of a receiver that is permanently gone. */
const GONE = 410;

export interface AttemptOptions {
  /** The delays between attempts, by default those of the contract. */
  readonly delays?: ReadonlyArray<Duration.Duration>;
}

/** Runs delivery attempts. */
export class DeliveryAttempt extends Context.Service<
  DeliveryAttempt,
  {
    /** Sends a claimed delivery and settles it. */
    readonly run: (claim: Claim) => Effect.Effect<void>;
  }
>()("@paraph/core/webhooks/DeliveryAttempt") {
  static readonly layer = ({ delays = RETRY_DELAYS }: AttemptOptions = {}) =>
    Layer.effect(
      DeliveryAttempt,
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue;
        const store = yield* WebhookStore;
        const sender = yield* WebhookSender;
        const maxAttempts = SPARE_ATTEMPTS * (delays.length + 1);
        const transaction = yield* Transaction;
        const mac = yield* Mac.Mac;

        const send = Effect.fnUntraced(function* (claim: Claim, text: string) {
          const { url, eventId } = claim;
          const now = yield* DateTime.now;
          const secrets = signingSecrets(claim, now);
          const headers = yield* signedHeaders({ id: eventId, text, secrets }, now).pipe(
            Effect.provideService(Mac.Mac, mac),
          );
          return yield* sender.send({
            url,
            headers: { ...headers, "content-type": "application/json" },
            text,
          });
        });

        const decide = Effect.fnUntraced(function* (
          { attempts, failures }: Claim,
          result: Result.Result<WebhookResponse, NoResponse>,
        ): Effect.fn.Return<Verdict> {
          if (Result.isSuccess(result) && isSuccess(result.success)) return { kind: "succeeded" };
          const retryAfter = Result.isSuccess(result) ? result.success.retryAfter : undefined;
          const chance = yield* Random.next;
          const after = retryDelay(failures + 1, { chance, retryAfter, delays });
          return after === undefined || attempts >= maxAttempts || isGone(result)
            ? { kind: "failed" }
            : { kind: "retry", after };
        });

        const settle = Effect.fnUntraced(function* (
          claim: Claim,
          result: Result.Result<WebhookResponse, NoResponse>,
          attemptRecord: AttemptRecord,
          verdict: Verdict,
        ) {
          const settlement = queue.settle(claim, attemptRecord, verdict);
          if (verdict.kind === "succeeded") return yield* settlement;
          const disable = isGone(result)
            ? store.disableGone(claim.webhookId, claim.url)
            : store.disableFailing(claim.webhookId, GIVE_UP_AFTER);
          return yield* transaction.run(Effect.andThen(settlement, disable));
        });

        const sendAndSettle = Effect.fnUntraced(function* (claim: Claim, text: string) {
          const startedAt = yield* Clock.currentTimeMillis;
          const result = yield* Effect.result(send(claim, text));
          const durationMs = (yield* Clock.currentTimeMillis) - startedAt;
          const verdict = yield* decide(claim, result);
          const attemptRecord = recordOf(result, durationMs);
          yield* settle(claim, result, attemptRecord, verdict).pipe(
            catchPermanentFailure("The response to a delivery cannot be stored", () =>
              settle(claim, result, ...withoutResponse(attemptRecord, verdict)),
            ),
          );
          yield* record(METRICS.deliveries, 1, { outcome: verdict.kind });
          yield* record(METRICS.deliverySeconds, durationMs / 1000);
        });

        const fail = (claim: Claim) =>
          Effect.andThen(
            queue.fail(claim, UNREADABLE),
            record(METRICS.deliveries, 1, { outcome: "failed" }),
          );

        const attempt = Effect.fnUntraced(
          function* (claim: Claim) {
            const { body, eventId } = claim;
            const text = body === null ? yield* queue.readBody(eventId) : Option.some(body);
            if (Option.isSome(text)) yield* sendAndSettle(claim, text.value);
          },
          (effect, claim) =>
            effect.pipe(catchPermanentFailure("An event can never be sent", () => fail(claim))),
        );

        const run = (claim: Claim) => {
          const { id, attempts, traceParent } = claim;
          return asJob({ queue: "deliveries", id, attempt: attempts, traceParent })(attempt(claim));
        };

        return DeliveryAttempt.of({ run });
      }),
    );
}

/** Integrators see this text; details are only in the log, for the operator. */
const UNREADABLE = "The stored event or webhook cannot be read";

/** The record of an attempt whose response cannot be stored. Its outcome is final. */
function withoutResponse(
  attemptRecord: AttemptRecord,
  { kind }: Verdict,
): readonly [AttemptRecord, Verdict] {
  const withoutBody = {
    ...attemptRecord,
    responseBody: null,
    error: "The response cannot be stored",
  };
  return [withoutBody, { kind: kind === "succeeded" ? "succeeded" : "failed" }];
}

function isGone(result: Result.Result<WebhookResponse, NoResponse>): boolean {
  return Result.isSuccess(result) && result.success.status === GONE;
}

function isSuccess({ status }: WebhookResponse): boolean {
  return status >= 200 && status < 300;
}

function recordOf(
  result: Result.Result<WebhookResponse, NoResponse>,
  durationMs: number,
): AttemptRecord {
  return Result.match(result, {
    onSuccess: ({ status, body }) => ({
      responseStatus: status,
      responseBody: body,
      error: null,
      durationMs,
    }),
    onFailure: ({ message }) => ({
      responseStatus: null,
      responseBody: null,
      error: message,
      durationMs,
    }),
  });
}
