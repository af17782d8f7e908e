import { Context, DateTime, Duration, Effect, Layer, Option, Schema, Struct } from "effect";

import { AuditLog, type NewAuditEntry } from "../audit/mod.ts";
import {
  Conflict,
  InvalidRequest,
  NotFound,
  type ProjectId,
  PublicUrls,
  SignatureRequestId,
  Transaction,
} from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import { unsupported } from "./provider/provider_capabilities.ts";
import { type AlreadyEnded } from "./provider/provider_errors.ts";
import type {
  NoSuchRecipient,
  SignatureOperations,
  WrongRecipientState,
} from "./provider/signature_operations.ts";
import { SignatureProviders } from "./provider/signature_provider.ts";
import type {
  RemindedRecipients,
  UpdateRecipient,
  UpdateSignature,
} from "./request/change_request.ts";
import type { SignatureEvent } from "./request/signature_progress.ts";
import type { SignatureRequest } from "./request/signature_request.ts";
import { isTerminal } from "./request/signature_status.ts";
import { signatureEvent, signatureView } from "./request/signature_view.ts";
import { SignatureQueue } from "./signature_queue.ts";
import { SignatureReports } from "./signature_reports.ts";
import { SignatureStore, type StoredSignatureRequest } from "./signature_store.ts";

type ChangeFailure = NotFound | Conflict | InvalidRequest;

/** The longest time to sign, as at creation. */
const MAX_TIME = Duration.hours(8760);

const isSignatureId = Schema.is(SignatureRequestId);

/** Changes requests that were sent and have not ended (contract §11). */
export class SignatureChanges extends Context.Service<
  SignatureChanges,
  {
    /** Changes when a request expires. */
    readonly update: (
      project: ProjectId,
      id: string,
      input: UpdateSignature,
    ) => Effect.Effect<SignatureRequest, ChangeFailure>;
    /** Reminds the recipients whose turn it is, each at most once an hour. */
    readonly remind: (
      project: ProjectId,
      id: string,
    ) => Effect.Effect<RemindedRecipients, ChangeFailure>;
    /** Sends a recipient another invitation. */
    readonly resend: (
      project: ProjectId,
      id: string,
      recipientId: string,
    ) => Effect.Effect<SignatureRequest, ChangeFailure>;
    /** Corrects a recipient who has not finished. Their old links stop working. */
    readonly updateRecipient: (
      project: ProjectId,
      id: string,
      recipientId: string,
      input: UpdateRecipient,
    ) => Effect.Effect<SignatureRequest, ChangeFailure>;
    /** A recipient of a request; for the order of checks. */
    readonly requireRecipient: (
      project: ProjectId,
      id: string,
      recipientId: string,
    ) => Effect.Effect<void, NotFound>;
  }
>()("@paraph/core/signatures/SignatureChanges") {
  static readonly layer = Layer.effect(
    SignatureChanges,
    Effect.gen(function* () {
      const store = yield* SignatureStore;
      const providers = yield* SignatureProviders;
      const queue = yield* SignatureQueue;
      const events = yield* EventPublisher;
      const audit = yield* AuditLog;
      const reports = yield* SignatureReports;
      const transaction = yield* Transaction;
      const { base } = yield* PublicUrls;

      const load = Effect.fnUntraced(function* (project: ProjectId, id: string) {
        const request = isSignatureId(id) ? yield* store.find(project, id) : Option.none();
        return yield* Effect.fromOption(request, () => NotFound.of("signature request"));
      });

      /** The operations of the provider of a request that has not ended. */
      const operationsOf = Effect.fnUntraced(function* (
        { provider: name, status }: StoredSignatureRequest,
        path: string,
      ): Effect.fn.Return<SignatureOperations, Conflict | InvalidRequest> {
        const operations = Option.getOrUndefined(providers.byName(name))?.operations ?? null;
        if (operations === null) return yield* InvalidRequest.of([unsupported(name, path)]);
        if (isTerminal(status)) {
          return yield* Conflict.of(`The request has already ended: it is ${status}`);
        }
        return operations;
      });

      /** The request after its pending reports, locked for the open transaction. */
      const lockCurrent = (id: SignatureRequestId) =>
        Effect.map(reports.readInbox(id), ({ signature }) => signature);

      const record = ({ id, projectId }: StoredSignatureRequest, action: NewAuditEntry["action"]) =>
        audit.record({ action, projectId, target: { kind: "signature", id } });

      const publish = (request: StoredSignatureRequest, event: SignatureEvent) =>
        events.publish(signatureEvent(event, request, base));

      const update = Effect.fn("Signatures.update")(function* (
        project: ProjectId,
        id: string,
        { expiresAt }: UpdateSignature,
      ) {
        const request = yield* load(project, id);
        const { extend } = yield* operationsOf(request, "expiresAt");
        const problem = expiryProblem(expiresAt, yield* DateTime.now);
        if (problem !== undefined) return yield* InvalidRequest.of([problem]);
        const change = Effect.gen(function* () {
          yield* Effect.catchTag(
            extend(request.providerId, expiresAt),
            "already_ended",
            toConflict,
          );
          const current = yield* lockCurrent(request.id);
          yield* store.updateExpiry(request.id, expiresAt);
          yield* record(request, "signature.extended");
          yield* queue.wake(request.id);
          return { ...current, expiresAt };
        });
        return signatureView(yield* transaction.run(change), base);
      });

      const remind = Effect.fn("Signatures.remind")(function* (project: ProjectId, id: string) {
        const request = yield* load(project, id);
        const operations = yield* operationsOf(request, "");
        const change = Effect.gen(function* () {
          const reminded = yield* Effect.catchTag(
            operations.remind(request.providerId),
            "already_ended",
            toConflict,
          );
          if (reminded.length === 0) return { reminded };
          const current = yield* lockCurrent(request.id);
          const changed = Option.getOrElse(yield* store.find(project, request.id), () => current);
          for (const recipientId of reminded) {
            yield* publish(changed, { type: "signature.reminded", recipientId });
          }
          yield* record(request, "signature.reminded");
          return { reminded };
        });
        return yield* transaction.run(change);
      });

      const resend = Effect.fn("Signatures.resend")(function* (
        project: ProjectId,
        id: string,
        recipientId: string,
      ) {
        const request = yield* load(project, id);
        yield* findRecipient(request, recipientId);
        const operations = yield* operationsOf(request, "");
        const change = Effect.gen(function* () {
          yield* operations.resend(request.providerId, recipientId).pipe(toFailure);
          yield* record(request, "signature.resent");
        });
        yield* transaction.run(change);
        return signatureView(yield* load(project, id), base);
      });

      const updateRecipient = Effect.fn("Signatures.updateRecipient")(function* (
        project: ProjectId,
        id: string,
        recipientId: string,
        input: UpdateRecipient,
      ) {
        const request = yield* load(project, id);
        const { authentication } = yield* findRecipient(request, recipientId);
        const path = CONTACT.find((name) => input[name] !== undefined);
        const operations = yield* operationsOf(request, path ?? "");
        if (path === undefined) return yield* NOTHING_TO_CHANGE;
        if (input.phone !== undefined && authentication?.method !== "sms_code")
          return yield* NO_PHONE;
        const change = Effect.gen(function* () {
          const changedRecipient = yield* operations
            .changeRecipient(request.providerId, recipientId, input)
            .pipe(toFailure);
          const current = yield* lockCurrent(request.id);
          yield* store.save(request.id, {
            ...current,
            recipients: current.recipients.map((recipient) =>
              recipient.id === recipientId
                ? { ...Struct.omit(recipient, ["viewedAt"]), ...changedRecipient }
                : recipient,
            ),
          });
          const changed = yield* load(project, id);
          yield* publish(changed, { type: "signature.recipient_changed", recipientId });
          yield* record(request, "signature.recipient_changed");
          yield* queue.wake(request.id);
          return changed;
        });
        return signatureView(yield* transaction.run(change), base);
      });

      const requireRecipient = Effect.fn("Signatures.requireRecipient")(function* (
        project: ProjectId,
        id: string,
        recipientId: string,
      ) {
        yield* findRecipient(yield* load(project, id), recipientId);
      });

      return SignatureChanges.of({ update, remind, resend, updateRecipient, requireRecipient });
    }),
  ).pipe(Layer.provide(SignatureReports.layer));
}

/** The contact data of a recipient, in the order in which it is checked. */
const CONTACT = ["email", "firstName", "lastName", "phone"] as const;

const NOTHING_TO_CHANGE = InvalidRequest.of([
  { path: "", message: "Expected firstName, lastName, email or phone" },
]);

const NO_PHONE = InvalidRequest.of([
  { path: "phone", message: "Only a recipient with sms_code has a phone number. Leave it out" },
]);

const toConflict = ({ message }: { readonly message: string }) => Effect.fail(Conflict.of(message));

const toFailure = <A>(
  operation: Effect.Effect<A, AlreadyEnded | NoSuchRecipient | WrongRecipientState>,
) =>
  Effect.catchTags(operation, {
    already_ended: toConflict,
    wrong_recipient_state: toConflict,
    no_such_recipient: () => Effect.fail(NotFound.of("recipient")),
  });

function findRecipient({ recipients }: StoredSignatureRequest, id: string) {
  return Effect.fromOption(
    Option.fromUndefinedOr(recipients.find((recipient) => recipient.id === id)),
    () => NotFound.of("recipient"),
  );
}

function expiryProblem(expiresAt: DateTime.Utc, now: DateTime.Utc) {
  const path = "expiresAt";
  if (DateTime.isLessThanOrEqualTo(expiresAt, now)) return { path, message: "Is in the past" };
  return DateTime.isGreaterThan(expiresAt, DateTime.addDuration(now, MAX_TIME))
    ? { path, message: "Expected at most 8,760 hours from now" }
    : undefined;
}
