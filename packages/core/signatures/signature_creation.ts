import {
  Context,
  DateTime,
  Duration,
  Effect,
  Fiber,
  Layer,
  Option,
  Result,
  Schedule,
  Stream,
  Struct,
} from "effect";
import { Digest, Kdf, SecureRandom } from "effect/crypto";

import { idempotent, type KeyedRequest } from "../idempotency/mod.ts";
import { Renders, type SigningFieldPlace } from "../renders/mod.ts";
import {
  Conflict,
  InvalidRequest,
  type Issue,
  newRow,
  type ProjectId,
  PublicUrls,
  RenderId,
  SignatureRequestId,
  withRandom,
} from "../values/mod.ts";
import { DocumentTooLarge, SignatureProviderError, SignaturesUnavailable } from "./errors.ts";
import { DocumentReader } from "./provider/document_reader.ts";
import { unsupportedLayoutFields, unsupportedOptions } from "./provider/provider_capabilities.ts";
import {
  type EnvelopeDefinition,
  type ProviderName,
  type SignatureProvider,
  SignatureProviders,
} from "./provider/signature_provider.ts";
import { SmsSender } from "./provider/sms_sender.ts";
import { hashAccessCode } from "./request/access_code.ts";
import {
  type DeliveryOptions,
  NO_DELIVERY_OPTIONS,
  withOptionDefaults,
} from "./request/delivery_options.ts";
import { layoutFields } from "./request/layout_fields.ts";
import { type Authentication, type NewRecipient, withoutAccessCode } from "./request/recipient.ts";
import { resolveFields } from "./request/resolve_fields.ts";
import {
  type CreateSignature,
  DEFAULT_EXPIRATION_HOURS,
  MAX_DOCUMENT_BYTES,
} from "./request/signature_request.ts";
import { signatureView } from "./request/signature_view.ts";
import {
  withRecipientDefaults,
  validateSignatureRequest,
  validateSignatureFields,
} from "./request/validate_request.ts";
import { SignatureQueue } from "./signature_queue.ts";
import { SignatureSender, OUTCOME_UNKNOWN } from "./signature_sender.ts";
import {
  type NewSignatureRequest,
  SignatureStore,
  type StoredSignatureRequest,
} from "./signature_store.ts";

/** A validated request that is not stored yet. */
interface PreparedRequest {
  readonly provider: SignatureProvider;
  readonly signature: NewSignatureRequest;
  readonly envelope: EnvelopeDefinition;
}

/** A stored request: a new one to send, or the state of an earlier one. */
interface CreationAttempt {
  readonly id: string;
  readonly preparedRequest: PreparedRequest | undefined;
  readonly request: Option.Option<StoredSignatureRequest>;
}

/** Additional writes in the transaction of a new request. */
type Alongside = (id: SignatureRequestId) => Effect.Effect<void, Conflict>;

/** How long the API call waits for the provider. Sending continues in the background. */
const SEND_TIMEOUT = "18 seconds";

/** How long a replay waits in total for the first request to be sent. */
const REPLAY_TIMEOUT_MS = 10_000;

/** The number of failed earlier requests after which a replay fails too. */
const MAX_TRIES = 3;

const NOT_SENT_YET = SignatureProviderError.of(
  "The signature provider has not confirmed the first request with this Idempotency-Key yet. Paraph checks it " +
    "and never sends it twice; repeat the request in a minute",
);

/** The delay before the worker takes over an unsent request: longer than sending can take. */
function recoverAfter({ isLocal }: SignatureProvider): Duration.Duration {
  return isLocal ? Duration.seconds(20) : Duration.minutes(5);
}

/** Creates signature requests. */
export class SignatureCreation extends Context.Service<SignatureCreation>()(
  "@paraph/core/signatures/SignatureCreation",
  {
    make: Effect.gen(function* () {
      const store = yield* SignatureStore;
      const queue = yield* SignatureQueue;
      const providers = yield* SignatureProviders;
      const { isConfigured: canSendSms } = yield* SmsSender;
      const renders = yield* Renders;
      const reader = yield* DocumentReader;
      const runOnce = yield* idempotent;
      const { send } = yield* SignatureSender;
      const digest = yield* Digest.Digest;
      const row = yield* withRandom(newRow);
      const { base } = yield* PublicUrls;
      const crypto = Context.pick(
        Kdf.Kdf,
        SecureRandom.SecureRandom,
      )(yield* Effect.context<Kdf.Kdf | SecureRandom.SecureRandom>());

      /** The authentications of recipients, with the hashes of access codes. */
      const authenticationsOf = (recipients: ReadonlyArray<NewRecipient>) =>
        Effect.forEach(recipients, authenticationOf).pipe(Effect.provideContext(crypto));

      /** Reads and flattens the document to sign. */
      const read = Effect.fnUntraced(function* (projectId: ProjectId, input: CreateSignature) {
        const render = yield* renders.get(projectId, input.renderId);
        const { status, byteSize, signingFields, encryption } = render;
        if (status !== "succeeded") return yield* Conflict.renderNotReady;
        if (encryption !== null) return yield* ENCRYPTED;
        if ((byteSize ?? 0) > MAX_DOCUMENT_BYTES) return yield* DocumentTooLarge.now;
        const document = yield* renders
          .open(projectId, input.renderId)
          .pipe(
            Effect.catchTag("not_found", () =>
              Effect.fail(Conflict.of("The document of this render does not exist")),
            ),
          );
        const pdf = yield* Stream.mkUint8Array(document.bytes);
        const anchors = (input.anchorTags ?? []).map(({ anchorString }) => anchorString);
        const content = yield* reader
          .read(pdf, anchors)
          .pipe(
            Effect.mapError(({ message }) =>
              Conflict.of(`The document of this render: ${message}`),
            ),
          );
        const { flattened } = content;
        if (flattened === undefined)
          return { pdf, sha256: document.sha256, content, signingFields };
        if (flattened.length > MAX_DOCUMENT_BYTES) return yield* DocumentTooLarge.now;
        const sha256 = yield* digest.digestHex(Digest.sha256, flattened);
        return { pdf: flattened, sha256, content, signingFields };
      });

      const prepare = Effect.fnUntraced(function* (projectId: ProjectId, input: CreateSignature) {
        const provider = yield* Effect.fromOption(
          providers.current,
          () => SignaturesUnavailable.here,
        );
        const problems = [
          ...validateSignatureRequest(input),
          ...unsupportedOptions(provider.name, input, canSendSms),
        ];
        if (problems.length > 0) return yield* InvalidRequest.of(problems);
        const { pdf, sha256, content, signingFields } = yield* read(projectId, input);
        const fields = yield* Effect.fromResult(
          fieldsOf(input, signingFields, provider.name).pipe(
            Result.flatMap((places) => resolveFields(places, content)),
            Result.mapError((issues) => InvalidRequest.of(issues)),
          ),
        );
        const options = withOptionDefaults(optionsOf(input));
        const recipients = withRecipientDefaults(input.recipients, {
          signingOrder: options.signingOrder,
          authentications: yield* authenticationsOf(input.recipients),
        });
        const fieldIssues = validateSignatureFields(recipients, fields);
        if (fieldIssues.length > 0) return yield* InvalidRequest.of(fieldIssues);
        const { id: newId, createdAt } = yield* row;
        const id = SignatureRequestId.make(newId);
        const renderId = RenderId.make(input.renderId.toLowerCase());
        const { name = `Signature request ${renderId.slice(0, 8)}` } = input;
        const { expirationHours = DEFAULT_EXPIRATION_HOURS } = input;
        const expiresAt = DateTime.addDuration(createdAt, Duration.hours(expirationHours));
        const common = { projectId, renderId, name, expirationHours, expiresAt, options };
        return {
          provider,
          signature: {
            ...common,
            id,
            provider: provider.name,
            addressees: recipients.map(withoutAccessCode),
            createdAt,
          },
          envelope: { ...common, reference: id, pdf, sha256, recipients, fields },
        } satisfies PreparedRequest;
      });

      /** Waits until the earlier request is sent or discarded. */
      const awaitSent = (id: string, atMost: number) =>
        store
          .load(SignatureRequestId.make(id))
          .pipe(
            Effect.repeat({
              until: (request) => Option.isNone(request) || request.value.sent,
              schedule: Schedule.spaced("100 millis"),
            }),
            Effect.timeoutOption(atMost),
            Effect.map(Option.flatten),
            Effect.map(Option.filter((request): request is StoredSignatureRequest => request.sent)),
          );

      const create = Effect.fn("Signatures.create")(function* (
        projectId: ProjectId,
        input: CreateSignature,
        request: KeyedRequest | undefined,
        alongside: Alongside = () => Effect.void,
      ) {
        let remainingMs = REPLAY_TIMEOUT_MS;
        const wait = Effect.fnUntraced(function* (id: string) {
          const [elapsed, request] = yield* Effect.timed(awaitSent(id, remainingMs));
          remainingMs -= Duration.toMillis(elapsed);
          return request;
        });
        const runCreation = runOnce(request, {
          replay: (id) =>
            Effect.map(wait(id), (found): CreationAttempt => ({
              id,
              request: found,
              preparedRequest: undefined,
            })),
          prepare: prepare(projectId, input),
          make: (preparedRequest) => {
            const attempt: CreationAttempt = {
              id: preparedRequest.signature.id,
              request: Option.none(),
              preparedRequest,
            };
            return renders
              .lock(preparedRequest.signature.renderId)
              .pipe(
                Effect.andThen(store.add(preparedRequest.signature)),
                Effect.andThen(alongside(preparedRequest.signature.id)),
                Effect.andThen(
                  queue.watch(preparedRequest.signature.id, recoverAfter(preparedRequest.provider)),
                ),
                Effect.as(attempt),
              );
          },
        });

        for (let tries = 0; tries < MAX_TRIES; tries += 1) {
          const { value, replayed } = yield* runCreation;
          const { request: earlier, preparedRequest } = value;
          if (preparedRequest !== undefined) {
            // Sending continues when the client disconnects.
            const { provider, signature, envelope } = preparedRequest;
            const sending = yield* Effect.forkDetach(send(provider, signature, envelope));
            const storedRequest = yield* Fiber.join(sending).pipe(
              Effect.timeoutOrElse({ duration: SEND_TIMEOUT, orElse: () => OUTCOME_UNKNOWN }),
            );
            return { signature: signatureView(storedRequest, base), replayed };
          }
          if (Option.isSome(earlier))
            return { signature: signatureView(earlier.value, base), replayed };
          // The earlier request was discarded, so this one may create it now.
        }
        return yield* NOT_SENT_YET;
      });

      return { create };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([SignatureSender.layer, Kdf.layerWebCrypto]),
  );
}

/** The fields and anchor tags of a request, or else the signing fields of the layout. */
function fieldsOf(
  input: CreateSignature,
  places: ReadonlyArray<SigningFieldPlace>,
  provider: ProviderName,
): Result.Result<Pick<CreateSignature, "fields" | "anchorTags">, ReadonlyArray<Issue>> {
  if (input.fields !== undefined || input.anchorTags !== undefined) return Result.succeed(input);
  return Result.flatMap(layoutFields(input.recipients, places), (fields) => {
    const problems = unsupportedLayoutFields(provider, fields);
    return problems.length > 0 ? Result.fail(problems) : Result.succeed({ fields });
  });
}

function optionsOf(input: CreateSignature): Partial<DeliveryOptions> {
  const names = Struct.keys(NO_DELIVERY_OPTIONS);
  return Struct.pick(input, names);
}

const authenticationOf = Effect.fnUntraced(function* ({ authentication }: NewRecipient) {
  if (authentication === undefined) return null;
  const { method, code = "", phone = "" } = authentication;
  if (method === "email_code") return { method } satisfies Authentication;
  if (method === "sms_code") return { method, phone } satisfies Authentication;
  return { method, codeHash: yield* hashAccessCode(code) } satisfies Authentication;
});

/** Recipients read the document, and a signature is added to it. */
const ENCRYPTED = Conflict.of(
  "The document of this render is encrypted, so it cannot be signed. Render it without `encrypt`",
);
