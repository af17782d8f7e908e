import { Context, DateTime, Effect, Layer, type Option, Result } from "effect";
import { Mac } from "effect/crypto";
import { Hex } from "effect/encoding";

import { AuditLog, type NewAuditEntry } from "../audit/mod.ts";
import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import type { InvalidInputData } from "../manifests/mod.ts";
import { type QueueUnavailable, Renders } from "../renders/mod.ts";
import {
  type NoPublishedVersion,
  type TemplateNotFound,
  type TemplateRef,
  Templates,
} from "../templates/mod.ts";
import {
  newSecret,
  type Issue,
  NotFound,
  type ProjectId,
  PublicUrls,
  type TemplateId,
  withRandom,
} from "../values/mod.ts";
import { InvalidSignature, InvalidToken } from "./errors.ts";
import type {
  AcceptedRender,
  InboundWebhook,
  InboundWebhookWithSecret,
  RemovedInboundWebhook,
  UpdateInboundWebhook,
} from "./inbound_webhook.ts";
import {
  InboundWebhookStore,
  type InboundWebhookTarget,
  type StoredInboundWebhook,
} from "./inbound_webhook_store.ts";

/** The result of `InboundWebhooks.create`. */
export interface CreatedInboundWebhook extends InboundWebhookWithSecret {
  /** False if an earlier request with the same idempotency key created it. */
  readonly created: boolean;
}

/** The result of an inbound request. */
export interface ReceivedRender extends AcceptedRender {
  /** The keys of the data that are not in the manifest. */
  readonly warnings: ReadonlyArray<Issue>;
  /** Whether an earlier request with the same idempotency key submitted it. */
  readonly replayed: boolean;
}

/** Inbound webhooks: other systems render a template by its token, without an API key. */
export class InboundWebhooks extends Context.Service<
  InboundWebhooks,
  {
    /**
     * Creates a token and a secret, once per idempotency key. The previous ones stop working. A replay returns
     * the current inbound webhook with its secret.
     */
    readonly create: (
      project: ProjectId,
      slug: string,
      idempotencyKey?: string,
    ) => Effect.Effect<CreatedInboundWebhook, TemplateNotFound | NotFound>;
    readonly get: (
      project: ProjectId,
      template: TemplateRef,
    ) => Effect.Effect<InboundWebhook, TemplateNotFound | NotFound>;
    readonly update: (
      project: ProjectId,
      template: TemplateRef,
      change: UpdateInboundWebhook,
    ) => Effect.Effect<InboundWebhook, TemplateNotFound | NotFound>;
    readonly remove: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<RemovedInboundWebhook, TemplateNotFound | NotFound>;
    /** The template of a token. */
    readonly find: (token: string) => Effect.Effect<InboundWebhookTarget, InvalidToken>;
    /** Verifies the signature of a body; fails also if a required signature is missing. */
    readonly verify: (
      target: InboundWebhookTarget,
      body: Uint8Array,
      signature: string | undefined,
    ) => Effect.Effect<void, InvalidSignature>;
    /** Submits a render, once per idempotency key. */
    readonly receive: (
      target: InboundWebhookTarget,
      data: Readonly<Record<string, unknown>>,
      idempotencyKey?: string,
    ) => Effect.Effect<
      ReceivedRender,
      InvalidToken | NoPublishedVersion | InvalidInputData | QueueUnavailable | NotFound
    >;
  }
>()("@paraph/core/inbound_webhooks/InboundWebhooks") {
  static readonly layer = Layer.effect(
    InboundWebhooks,
    Effect.gen(function* () {
      const store = yield* InboundWebhookStore;
      const audit = yield* AuditLog;
      const templates = yield* Templates;
      const renders = yield* Renders;
      const mac = yield* Mac.Mac;
      const runOnce = yield* idempotent;
      const { base } = yield* PublicUrls;
      const randomSecret = yield* withRandom(newSecret);
      const urlOf = ({ token }: StoredInboundWebhook) => `${base}/v1/hooks/${token}`;
      const toInboundWebhook = (webhook: StoredInboundWebhook): InboundWebhook => {
        const { requireSignature, createdAt } = webhook;
        return { url: urlOf(webhook), requireSignature, createdAt };
      };
      const requireWebhook = <A>(option: Option.Option<A>) =>
        Effect.fromOption(option, () => NotFound.of("inbound webhook"));

      const buildWebhook = Effect.fnUntraced(function* (templateId: TemplateId) {
        const createdAt = yield* DateTime.now;
        const token = `hook_${yield* randomSecret}`;
        const secret = yield* randomSecret;
        return { templateId, token, secret, requireSignature: false, createdAt };
      });

      const create = Effect.fn("InboundWebhooks.create")(function* (
        project: ProjectId,
        slug: string,
        idempotencyKey?: string,
      ) {
        const { id: templateId } = yield* templates.find(project, slug);
        // A template has at most one inbound webhook, so its id identifies it.
        const withTemplateId = (webhook: StoredInboundWebhook) => ({ id: templateId, webhook });
        const scope = { operation: "inbound_hooks.create", within: templateId } as const;
        const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: () =>
            Effect.map(Effect.flatMap(store.find(templateId), requireWebhook), withTemplateId),
          prepare: buildWebhook(templateId),
          make: (webhook) =>
            Effect.map(
              audit.recording(store.put(webhook), () => auditEntry("minted", project, templateId)),
              withTemplateId,
            ),
        });
        const { token, secret, requireSignature } = value.webhook;
        return { token, url: urlOf(value.webhook), secret, requireSignature, created: !replayed };
      });

      const get = Effect.fn("InboundWebhooks.get")(function* (
        project: ProjectId,
        template: TemplateRef,
      ) {
        const { id } = yield* templates.find(project, template);
        return toInboundWebhook(yield* requireWebhook(yield* store.find(id)));
      });

      const update = Effect.fn("InboundWebhooks.update")(function* (
        project: ProjectId,
        template: TemplateRef,
        { requireSignature }: UpdateInboundWebhook,
      ) {
        const { id } = yield* templates.find(project, template);
        const applyUpdate = Effect.flatMap(store.update(id, requireSignature), requireWebhook);
        return toInboundWebhook(
          yield* audit.recording(applyUpdate, () => auditEntry("updated", project, id)),
        );
      });

      const remove = Effect.fn("InboundWebhooks.remove")(function* (
        project: ProjectId,
        slug: string,
      ) {
        const { id } = yield* templates.find(project, slug);
        const deletedAt = yield* DateTime.now;
        const removal = Effect.filterOrFail(
          store.remove(id),
          (existed) => existed,
          () => NotFound.of("inbound webhook"),
        );
        yield* audit.recording(removal, () => auditEntry("deleted", project, id));
        return { deletedAt };
      });

      const isSigned = Effect.fnUntraced(function* (
        secret: string,
        body: Uint8Array,
        signature: string,
      ) {
        const tag = Hex.decode(signature.toLowerCase());
        if (Result.isFailure(tag)) return false;
        const key = yield* Mac.key(Mac.hmacSha256, new TextEncoder().encode(secret));
        return yield* mac.verify(key, tag.success, body);
      }, Effect.orDie);

      const find = Effect.fn("InboundWebhooks.find")(function* (token: string) {
        return yield* Effect.fromOption(yield* store.findTarget(token), () => InvalidToken.of());
      });

      const verify = Effect.fn("InboundWebhooks.verify")(function* (
        { secret, requireSignature }: InboundWebhookTarget,
        body: Uint8Array,
        signature: string | undefined,
      ) {
        const isValid =
          signature === undefined ? !requireSignature : yield* isSigned(secret, body, signature);
        const refusal =
          signature === undefined ? InvalidSignature.missing() : InvalidSignature.of();
        yield* isValid ? Effect.void : Effect.fail(refusal);
      });

      const receive = Effect.fn("InboundWebhooks.receive")(function* (
        { projectId, slug }: InboundWebhookTarget,
        data: Readonly<Record<string, unknown>>,
        idempotencyKey?: string,
      ) {
        const submission = { data, source: "webhook", idempotencyKey } as const;
        const submitRender = renders.submit(projectId, slug, submission);
        const { render, warnings, replayed } = yield* submitRender.pipe(
          Effect.catchTags({
            // The template was deleted after the lookup.
            template_not_found: () => Effect.fail(InvalidToken.of()),
            // The submission names no version, and is not encrypted.
            version_not_found: Effect.die,
            invalid_request: Effect.die,
          }),
        );
        const { id, pollUrl } = render;
        return { id, status: "queued" as const, pollUrl, warnings, replayed };
      });

      return InboundWebhooks.of({ create, get, update, remove, find, verify, receive });
    }),
  );
}

/** The target of the entry is the template. */
function auditEntry(
  what: "minted" | "updated" | "deleted",
  projectId: ProjectId,
  templateId: StoredInboundWebhook["templateId"],
): NewAuditEntry {
  return { action: `hook.${what}`, projectId, target: { kind: "template", id: templateId } };
}
