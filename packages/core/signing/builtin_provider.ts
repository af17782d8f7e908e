import { DateTime, Effect, Option, Stream } from "effect";
import { Digest } from "effect/crypto";

import { ProjectStore } from "../projects/mod.ts";
import { CorruptFile, Renders } from "../renders/mod.ts";
import {
  AlreadyEnded,
  CallbackRefused,
  type Envelope,
  IntegrityFault,
  NotReady,
  ProviderUnavailable,
  type SentEnvelope,
  SignatureProviderError,
  type SignatureProvider,
} from "../signatures/mod.ts";
import {
  newRow,
  type SignatureRequestId,
  type Timestamp,
  Transaction,
  withRandom,
} from "../values/mod.ts";
import { auditGenesis } from "./audit_chain.ts";
import { envelopeState } from "./ceremony_state.ts";
import { certificateOf, certifiedDeeds } from "./certificate_of.ts";
import { CONSENT } from "./consent.ts";
import { envelopeMoves } from "./envelope_moves.ts";
import { envelopeReports } from "./envelope_reports.ts";
import { envelopeFillings, markOf } from "./filling.ts";
import { originalDocuments } from "./original_document.ts";
import { PdfSealer, type SealOrder } from "./pdf_sealer.ts";
import { sentDetails } from "./sent_details.ts";
import { NO_PROGRESS, type SigningEnvelope } from "./signing_envelope.ts";
import { SigningStore } from "./signing_store.ts";

/** Why a document is sealed, as PDF readers show it. */
const REASON = "Everybody has signed";

/**
 * The provider that needs nobody else: it mails recipients links to our own signing page, and seals
 * the document when they are done.
 */
export const builtinProvider = Effect.gen(function* () {
  const store = yield* SigningStore;
  const projects = yield* ProjectStore;
  const renders = yield* Renders;
  const originals = yield* originalDocuments;
  const sealer = yield* PdfSealer;
  const transaction = yield* Transaction;
  const digest = yield* Digest.Digest;
  const row = yield* withRandom(newRow);
  const hashed = <A, E>(effect: Effect.Effect<A, E, Digest.Digest>) =>
    Effect.provideService(effect, Digest.Digest, digest);
  const { held, advance, giveUp, log, mails } = yield* envelopeMoves;

  const found = (id: string) =>
    Effect.flatMap(store.find(id), (envelope) => Effect.fromOption(envelope, () => NO_ENVELOPE));

  const prepare = Effect.fnUntraced(function* (order: Envelope) {
    const { reference, projectId, renderId, name, sha256: originalSha256, expiresAt } = order;
    const project = yield* projects.findProject(projectId);
    const render = yield* Effect.option(renders.get(projectId, renderId));
    const pageCount = Option.getOrNull(render)?.pageCount ?? null;
    if (Option.isNone(project) || pageCount === null) {
      return yield* SignatureProviderError.of("The project or its document is not there any more");
    }
    const { id, createdAt } = yield* row;
    const ids = yield* Effect.forEach(order.recipients, () => row);
    const recipients = order.recipients.map((recipient, at) => ({
      ...recipient,
      ...NO_PROGRESS,
      id: ids[at]!.id,
    }));
    const fields = order.fields.map(({ recipientIndex, options = [], ...field }, at) => ({
      ...field,
      options,
      id: `f${at + 1}`,
      recipientId: ids[recipientIndex]!.id,
    }));
    const genesis = yield* hashed(auditGenesis({ requestId: reference, originalSha256 }));
    const envelope: SigningEnvelope = {
      id,
      reference,
      projectId,
      renderId,
      name,
      sender: project.value.name,
      consent: CONSENT,
      originalSha256,
      pageCount,
      fields,
      recipients,
      state: "open",
      createdAt,
      expiresAt,
      endedAt: null,
      endReason: null,
      auditHead: genesis.head,
      auditLength: genesis.length,
    };
    return envelope;
  });

  const createAndSend = Effect.fn("BuiltinProvider.createAndSend")(function* (order: Envelope) {
    const envelope = yield* prepare(order);
    const details = yield* hashed(sentDetails(envelope));
    const { createdAt: at, sender: who } = envelope;
    const send = Effect.gen(function* () {
      if (!(yield* store.add(envelope))) {
        return yield* Effect.fromOption(yield* store.findByReference(order.reference), () =>
          SignatureProviderError.of(NO_ENVELOPE.message),
        );
      }
      yield* advance(envelope, at, [{ at, type: "sent", who, details }]);
      return envelope;
    });
    yield* originals.store(order);
    return sentEnvelope(yield* transaction.run(send));
  });

  const cancel = Effect.fn("BuiltinProvider.cancel")(function* (id: string, reason: string | null) {
    yield* held(id, NO_ENVELOPE, (envelope, at) => {
      const state = envelopeState(envelope, at);
      if (state !== "open") return Effect.fail(new AlreadyEnded({ message: ENDED[state] }));
      return giveUp(envelope, at, {
        how: "cancelled",
        who: envelope.sender,
        reason,
        details: { reason },
        report: { kind: "cancelled", at, reason },
      });
    });
  });

  const expire = Effect.fn("BuiltinProvider.expire")(function* (id: string) {
    yield* held(id, NO_ENVELOPE, (envelope, at) => {
      const { state } = envelope;
      if (state === "expired") return Effect.void;
      if (state !== "open") return Effect.fail(new AlreadyEnded({ message: ENDED[state] }));
      return giveUp(envelope, at, {
        how: "expired",
        who: "Paraph",
        reason: null,
        details: {},
        report: { kind: "expired", at },
      });
    });
  });

  const complete = Effect.fnUntraced(function* (envelope: SigningEnvelope, at: Timestamp) {
    const { id, state, endedAt, endReason } = envelope;
    if (state !== "sealing") return;
    yield* log.append(id, [{ at, type: "completed", who: "Paraph", details: {} }]);
    yield* store.move(id, { state: "completed", endedAt, endReason });
    yield* mails.tellCompleted(envelope);
  });

  const archived = Effect.fn("BuiltinProvider.archived")(function* (reference: SignatureRequestId) {
    const envelope = yield* store.findByReference(reference);
    if (Option.isSome(envelope)) {
      yield* Effect.ignore(held(envelope.value.id, NO_ENVELOPE, complete));
    }
  });

  const snapshot = Effect.fn("BuiltinProvider.snapshot")(function* (id: string) {
    return envelopeReports(yield* found(id), yield* DateTime.now);
  });

  /** The document as it was sent: nothing else may be sealed. */
  const original = Effect.fnUntraced(function* (envelope: SigningEnvelope) {
    const { originalSha256 } = envelope;
    const pdf = yield* originals.open(envelope).pipe(
      Effect.flatMap(({ bytes }) => Stream.mkUint8Array(bytes)),
      Effect.catchTags({
        not_found: () => Effect.fail(unavailable("The document is not there any more")),
        not_ready: ({ message }) => Effect.fail(unavailable(message)),
      }),
      Effect.catchDefect((defect) =>
        defect instanceof CorruptFile ? Effect.fail(NOT_AS_SENT) : Effect.die(defect),
      ),
    );
    const sha256 = yield* digest.digestHex(Digest.sha256, pdf);
    return sha256 === originalSha256 ? pdf : yield* NOT_AS_SENT;
  });

  /** When the document was rendered. */
  const madeAt = ({ projectId, renderId, createdAt }: SigningEnvelope) =>
    Effect.map(
      Effect.option(renders.get(projectId, renderId)),
      (render) => Option.getOrNull(render)?.completedAt ?? createdAt,
    );

  const documents = Effect.fn("BuiltinProvider.documents")(
    function* (id: string) {
      const envelope = yield* found(id);
      const { state } = envelope;
      if (state !== "sealing" && state !== "completed") return yield* NOT_FINISHED;
      // Under the lock, so that the trail and its head are of the same moment.
      const audit = yield* held(id, NO_ENVELOPE, log.read);
      const deeds = yield* hashed(certifiedDeeds(envelope, audit.trail));
      const order: SealOrder = {
        pdf: yield* original(envelope),
        marks: envelopeFillings(envelope).map(markOf),
        reason: REASON,
        at: yield* DateTime.now,
        requestId: envelope.reference,
        createdAt: yield* madeAt(envelope),
      };
      const sealed = yield* sealer.seal(order);
      const certificate = yield* hashed(certificateOf(envelope, { ...audit, deeds }, sealed));
      return { signed: sealed.bytes, certificate: (yield* sealer.certify(certificate)).bytes };
    },
    Effect.catchTags({
      broken_audit: ({ message }) => Effect.fail(new IntegrityFault({ message })),
      newer_audit: ({ message }) => Effect.fail(unavailable(message)),
      sealing_delayed: ({ message, cause }) => Effect.fail(unavailable(message, cause)),
    }),
  );

  const provider: SignatureProvider = {
    name: "builtin",
    createAndSend,
    find: ({ reference }) => Effect.map(store.findByReference(reference), Option.map(sentEnvelope)),
    cancel,
    snapshot,
    documents,
    expire,
    archived,
    certificate: () => Effect.fail(NOT_FINISHED),
    readCallback: () => Effect.fail(NO_CALLBACKS),
    isLocal: true,
  };
  return provider;
});

function sentEnvelope({ id: providerId, recipients }: SigningEnvelope): SentEnvelope {
  return { providerId, recipientIds: recipients.map(({ id }) => id) };
}

function unavailable(message: string, cause?: unknown): ProviderUnavailable {
  return new ProviderUnavailable(cause === undefined ? { message } : { message, cause });
}

const NO_ENVELOPE = unavailable("There is no such envelope");

const NOT_AS_SENT = new IntegrityFault({ message: "The document is not what was sent" });

const NOT_FINISHED = new NotReady({ message: "Not everybody has signed yet" });

const NO_CALLBACKS = new CallbackRefused({
  authentic: false,
  message: "Nobody calls back about what is signed here",
});

/** Why an envelope cannot be cancelled. */
const ENDED = {
  sealing: "Everybody has signed already",
  completed: "Everybody has signed already",
  declined: "It was declined already",
  cancelled: "It was cancelled already",
  expired: "It has expired already",
} as const;
