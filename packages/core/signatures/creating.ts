import { DateTime, Duration, Effect, Fiber, Option, Result, Schedule, Stream } from "effect";
import { Digest } from "effect/crypto";

import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { Renders } from "../renders/mod.ts";
import {
  Conflict,
  InvalidRequest,
  newRow,
  type ProjectId,
  PublicUrls,
  RenderId,
  SignatureRequestId,
  withRandom,
} from "../values/mod.ts";
import { DocumentReader } from "./document_reader.ts";
import { DocumentTooLarge, SignatureProviderError, SignaturesUnavailable } from "./errors.ts";
import { addresseesOf, requestProblems, unsignableRecipients } from "./request_rules.ts";
import { resolveFields } from "./resolved_fields.ts";
import { sending, UNKNOWN } from "./sending.ts";
import { type Envelope, type SignatureProvider, SignatureProviders } from "./signature_provider.ts";
import { SignatureQueue } from "./signature_queue.ts";
import {
  type CreateSignature,
  DEFAULT_EXPIRATION_HOURS,
  MAX_DOCUMENT_BYTES,
} from "./signature_request.ts";
import { type NewSignature, SignatureStore, type StoredSignature } from "./signature_store.ts";
import { signatureView } from "./signature_view.ts";

/** A request with everything decided, before anybody has heard of it. */
interface Prepared {
  readonly provider: SignatureProvider;
  readonly signature: NewSignature;
  readonly envelope: Envelope;
}

/** A request that is kept: one that is to be sent now, or what an earlier one has become. */
interface Kept {
  readonly id: string;
  readonly prepared: Prepared | undefined;
  readonly found: Option.Option<StoredSignature>;
}

/** How long a request waits for its provider. The request is sent in the background either way. */
const LONGEST_SENDING = "18 seconds";

/** How long a replay waits for the first request to be sent, in all. */
const LONGEST_REPLAY = 10_000;

/** How often the request that is repeated may come to nothing before this one does, too. */
const MOST_TRIES = 3;

const NOT_SENT_YET = SignatureProviderError.of(
  "The signature provider has not confirmed the first request with this Idempotency-Key yet. It is looked up " +
    "and never sent twice; repeat the request in a minute",
);

/** How long a sender is waited for before its request is looked after: longer than it can take. */
function comesBackWithin({ isLocal }: SignatureProvider): Duration.Duration {
  return isLocal ? Duration.seconds(20) : Duration.minutes(5);
}

/** Creates signature requests. */
export const creating = Effect.gen(function* () {
  const store = yield* SignatureStore;
  const queue = yield* SignatureQueue;
  const providers = yield* SignatureProviders;
  const renders = yield* Renders;
  const reader = yield* DocumentReader;
  const repeat = yield* idempotent;
  const { send } = yield* sending;
  const digest = yield* Digest.Digest;
  const row = yield* withRandom(newRow);
  const { base } = yield* PublicUrls;

  /** The document that is to be signed: flattened, and looked into. */
  const read = Effect.fnUntraced(function* (projectId: ProjectId, wanted: CreateSignature) {
    const { status, byteSize } = yield* renders.get(projectId, wanted.renderId);
    if (status !== "succeeded") return yield* Conflict.renderNotReady;
    if ((byteSize ?? 0) > MAX_DOCUMENT_BYTES) return yield* DocumentTooLarge.over20Mb;
    const document = yield* renders
      .open(projectId, wanted.renderId)
      .pipe(
        Effect.catchTag("not_found", () =>
          Effect.fail(Conflict.of("The document of this render is not there")),
        ),
      );
    const pdf = yield* Stream.mkUint8Array(document.bytes);
    const anchors = (wanted.anchorTags ?? []).map(({ anchorString }) => anchorString);
    const content = yield* reader
      .read(pdf, anchors)
      .pipe(
        Effect.mapError(({ message }) => Conflict.of(`The document of this render: ${message}`)),
      );
    const { flattened } = content;
    if (flattened === undefined) return { pdf, sha256: document.sha256, content };
    if (flattened.length > MAX_DOCUMENT_BYTES) return yield* DocumentTooLarge.over20Mb;
    const sha256 = yield* digest.digestHex(Digest.sha256, flattened);
    return { pdf: flattened, sha256, content };
  });

  const prepare = Effect.fnUntraced(function* (projectId: ProjectId, wanted: CreateSignature) {
    const provider = yield* Effect.fromOption(providers.current, () => SignaturesUnavailable.here);
    const problems = requestProblems(wanted);
    if (problems.length > 0) return yield* InvalidRequest.of(problems);
    const { pdf, sha256, content } = yield* read(projectId, wanted);
    const fields = yield* Effect.fromResult(
      Result.mapError(resolveFields(wanted, content), (issues) => InvalidRequest.of(issues)),
    );
    const recipients = addresseesOf(wanted.recipients);
    const unsignable = unsignableRecipients(recipients, fields);
    if (unsignable.length > 0) return yield* InvalidRequest.of(unsignable);
    const { id: newId, createdAt } = yield* row;
    const id = SignatureRequestId.make(newId);
    const renderId = RenderId.make(wanted.renderId.toLowerCase());
    const { name = `Signature request ${renderId.slice(0, 8)}` } = wanted;
    const { expirationHours = DEFAULT_EXPIRATION_HOURS } = wanted;
    const expiresAt = DateTime.addDuration(createdAt, Duration.hours(expirationHours));
    const common = { projectId, renderId, name, expirationHours, expiresAt };
    return {
      provider,
      signature: { ...common, id, provider: provider.name, addressees: recipients, createdAt },
      envelope: { ...common, reference: id, pdf, sha256, recipients, fields },
    } satisfies Prepared;
  });

  /** Waits until the request that is repeated is sent, or has come to nothing. */
  const sent = (id: string, atMost: number) =>
    store
      .load(SignatureRequestId.make(id))
      .pipe(
        Effect.repeat({
          until: (found) => Option.isNone(found) || found.value.sent,
          schedule: Schedule.spaced("100 millis"),
        }),
        Effect.timeoutOption(atMost),
        Effect.map(Option.flatten),
        Effect.map(Option.filter((found): found is StoredSignature => found.sent)),
      );

  return Effect.fn("Signatures.create")(function* (
    projectId: ProjectId,
    wanted: CreateSignature,
    idempotencyKey?: string,
  ) {
    const scope = { operation: "signatures.create", within: projectId } as const;
    let left = LONGEST_REPLAY;
    const wait = Effect.fnUntraced(function* (id: string) {
      const [took, found] = yield* Effect.timed(sent(id, left));
      left -= Duration.toMillis(took);
      return found;
    });
    const once = repeat(keyedRequest(scope, idempotencyKey), {
      replay: (id) => Effect.map(wait(id), (found): Kept => ({ id, found, prepared: undefined })),
      prepare: prepare(projectId, wanted),
      make: (prepared) => {
        const kept: Kept = { id: prepared.signature.id, found: Option.none(), prepared };
        return renders
          .hold(prepared.signature.renderId)
          .pipe(
            Effect.andThen(store.add(prepared.signature)),
            Effect.andThen(queue.watch(prepared.signature.id, comesBackWithin(prepared.provider))),
            Effect.as(kept),
          );
      },
    });

    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { value, replayed } = yield* once;
      const { found, prepared } = value;
      if (prepared !== undefined) {
        // What was begun is brought to its end, whoever stops waiting for it.
        const { provider, signature, envelope } = prepared;
        const sending = yield* Effect.forkDetach(send(provider, signature, envelope));
        const stored = yield* Fiber.join(sending).pipe(
          Effect.timeoutOrElse({ duration: LONGEST_SENDING, orElse: () => UNKNOWN }),
        );
        return { signature: signatureView(stored, base), replayed };
      }
      if (Option.isSome(found)) return { signature: signatureView(found.value, base), replayed };
      // What was to be repeated has come to nothing: now it is this request that makes it.
    }
    return yield* NOT_SENT_YET;
  });
});
