import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";

import { AuditLog, type NewAuditEntry } from "../audit/mod.ts";
import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import {
  Conflict,
  DeliveryId,
  InvalidRequest,
  isPublicAddress,
  literalAddress,
  newRow,
  NotFound,
  pageOf,
  pageRequest,
  type ProjectId,
  Transaction,
  WebhookId,
  withRandom,
  ReadReplica,
} from "../values/mod.ts";
import type { Delivery, DeliveryPage, DeliveryQuery } from "./delivery.ts";
import { DeliveryQueue } from "./delivery_queue.ts";
import { newWebhookSecret, rotatedSecrets } from "./secret.ts";
import {
  uniquePatterns,
  type CreateWebhook,
  MAX_WEBHOOKS,
  type RemovedWebhook,
  type UpdateWebhook,
  type Webhook,
  type WebhookWithSecret,
} from "./webhook.ts";
import { type StoredWebhook, WebhookStore } from "./webhook_store.ts";

export interface WebhooksOptions {
  /** Whether events may be sent to loopback and private addresses. */
  readonly allowPrivateNetwork: boolean;
}

const isWebhookId = Schema.is(WebhookId);
const isDeliveryId = Schema.is(DeliveryId);

/** The result of `Webhooks.create`. */
export interface CreatedWebhook extends WebhookWithSecret {
  /** False if an earlier request with the same idempotency key created it. */
  readonly created: boolean;
}

/** The result of `Webhooks.test` and `Webhooks.replay`. */
export interface QueuedDelivery extends Delivery {
  /** False if an earlier request with the same idempotency key queued it. */
  readonly created: boolean;
}

/** Manages the webhooks of projects, and lists their deliveries. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** Subscribes a URL to events, once per idempotency key. */
    readonly create: (
      project: ProjectId,
      content: CreateWebhook,
      idempotencyKey?: string,
    ) => Effect.Effect<CreatedWebhook, InvalidRequest | Conflict | NotFound>;
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<Webhook>>;
    readonly get: (project: ProjectId, id: string) => Effect.Effect<Webhook, NotFound>;
    readonly update: (
      project: ProjectId,
      id: string,
      content: UpdateWebhook,
    ) => Effect.Effect<Webhook, NotFound | InvalidRequest>;
    readonly remove: (project: ProjectId, id: string) => Effect.Effect<RemovedWebhook, NotFound>;
    /** Creates a new secret, once per idempotency key. The previous one keeps signing for a day. */
    readonly rotate: (
      project: ProjectId,
      id: string,
      idempotencyKey?: string,
    ) => Effect.Effect<WebhookWithSecret, NotFound>;
    /** Sends a test event to the endpoint, once per idempotency key. */
    readonly test: (
      project: ProjectId,
      id: string,
      idempotencyKey?: string,
    ) => Effect.Effect<QueuedDelivery, NotFound | Conflict>;
    readonly deliveries: (
      project: ProjectId,
      id: string,
      query: DeliveryQuery,
    ) => Effect.Effect<DeliveryPage, NotFound>;
    /** Delivers an event again with the same bytes and new attempts, once per idempotency key. */
    readonly replay: (
      project: ProjectId,
      id: string,
      delivery: string,
      idempotencyKey?: string,
    ) => Effect.Effect<QueuedDelivery, NotFound | Conflict>;
  }
>()("@paraph/core/webhooks/Webhooks") {
  static readonly layer = ({ allowPrivateNetwork }: WebhooksOptions) =>
    Layer.effect(
      Webhooks,
      Effect.gen(function* () {
        const store = yield* WebhookStore;
        const replica = yield* ReadReplica;
        const audit = yield* AuditLog;
        const queue = yield* DeliveryQueue;
        const transaction = yield* Transaction;
        const runOnce = yield* idempotent;
        const row = yield* withRandom(newRow);
        const secret = yield* withRandom(newWebhookSecret);

        /** Only IP addresses are checked here; host names are resolved and checked for each delivery. */
        const checkAddress = (url: string | undefined) => {
          const address = url === undefined ? undefined : literalAddress(new URL(url));
          return allowPrivateNetwork || address === undefined || isPublicAddress(address)
            ? Effect.void
            : Effect.fail(NOT_PUBLIC);
        };

        const requireWebhook = Effect.fnUntraced(function* (
          project: ProjectId,
          id: string,
          find: WebhookStore["Service"]["find"] = store.find,
        ) {
          const webhook = isWebhookId(id) ? yield* find(project, id) : Option.none();
          return yield* Effect.fromOption(webhook, () => NotFound.of("webhook"));
        });

        const create = Effect.fn("Webhooks.create")(function* (
          projectId: ProjectId,
          content: CreateWebhook,
          idempotencyKey?: string,
        ) {
          const scope = { operation: "webhooks.create", within: projectId } as const;
          const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
            replay: (id) => Effect.map(requireWebhook(projectId, id), toWebhookWithSecret),
            prepare: Effect.andThen(checkAddress(content.url), buildWebhook(projectId, content)),
            make: add,
          });
          return { ...value, created: !replayed };
        });

        const buildWebhook = Effect.fnUntraced(function* (
          projectId: ProjectId,
          { url, events, description = null }: CreateWebhook,
        ): Effect.fn.Return<StoredWebhook> {
          const { id, createdAt } = yield* row;
          return {
            id: WebhookId.make(id),
            projectId,
            url,
            description,
            enabled: true,
            createdAt,
            events: uniquePatterns(events),
            secret: yield* secret,
            formerSecrets: [],
          };
        });

        const add = Effect.fnUntraced(function* (webhook: StoredWebhook) {
          const { id, projectId } = webhook;
          const insertion = Effect.flatMap(store.countLocked(projectId), (count) =>
            count < MAX_WEBHOOKS ? store.add(webhook) : Effect.fail(TOO_MANY_WEBHOOKS),
          );
          yield* audit.recording(insertion, () => auditEntry("created", projectId, id));
          return toWebhookWithSecret(webhook);
        });

        const update = Effect.fn("Webhooks.update")(function* (
          project: ProjectId,
          id: string,
          { enabled, events, ...rest }: UpdateWebhook,
        ) {
          yield* requireWebhook(project, id);
          yield* checkAddress(rest.url);
          const change = Effect.gen(function* () {
            const before = yield* requireWebhook(project, id, store.findLocked);
            const patterns = events === undefined ? {} : { events: uniquePatterns(events) };
            yield* store.change(before.id, { ...rest, ...patterns });
            if (enabled !== undefined && enabled !== before.enabled) {
              yield* store.setEnabled(before.id, enabled);
            }
            return toWebhook(yield* requireWebhook(project, id));
          });
          return yield* audit.recording(change, (webhook) =>
            auditEntry("updated", project, webhook.id),
          );
        });

        const remove = Effect.fn("Webhooks.remove")(function* (project: ProjectId, id: string) {
          const webhook = yield* requireWebhook(project, id, store.findLocked);
          const deletedAt = yield* DateTime.now;
          yield* store.remove(webhook.id, deletedAt);
          yield* audit.record(auditEntry("deleted", project, webhook.id));
          return { id: webhook.id, deletedAt };
        }, transaction.run);

        const rotateSecret = Effect.fnUntraced(function* (project: ProjectId, id: string) {
          const webhook = yield* requireWebhook(project, id, store.findLocked);
          const secrets = rotatedSecrets(webhook, yield* secret, yield* DateTime.now);
          yield* store.setSecrets(webhook.id, secrets);
          yield* audit.record(auditEntry("rotated", project, webhook.id));
          return toWebhookWithSecret({ ...webhook, ...secrets });
        });

        const rotate = Effect.fn("Webhooks.rotate")(function* (
          project: ProjectId,
          id: string,
          idempotencyKey?: string,
        ) {
          const { id: within } = yield* requireWebhook(project, id);
          const scope = { operation: "webhooks.rotate", within } as const;
          const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
            replay: () => Effect.map(requireWebhook(project, id), toWebhookWithSecret),
            prepare: Effect.void,
            make: () => rotateSecret(project, id),
          });
          return value;
        });

        const requireEnabled = Effect.fnUntraced(function* (project: ProjectId, id: string) {
          const webhook = yield* requireWebhook(project, id, store.findLocked);
          return webhook.enabled ? webhook : yield* WEBHOOK_DISABLED;
        });

        const requireDelivery = Effect.fnUntraced(function* (id: WebhookId, delivery: string) {
          const storedDelivery = isDeliveryId(delivery)
            ? yield* store.findDelivery(id, delivery)
            : Option.none();
          return yield* Effect.fromOption(storedDelivery, () => NotFound.of("delivery"));
        });

        const offerDelivery = Effect.fnUntraced(function* (
          id: WebhookId,
          eventId: Delivery["eventId"],
        ) {
          const [delivery = ""] = yield* queue.offer([{ eventId, webhookId: id }]);
          return yield* Effect.orDie(requireDelivery(id, delivery));
        });

        const test = Effect.fn("Webhooks.test")(function* (
          project: ProjectId,
          id: string,
          idempotencyKey?: string,
        ) {
          const { id: within } = yield* requireWebhook(project, id);
          const scope = { operation: "webhooks.test", within } as const;
          const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
            replay: (delivery) => requireDelivery(within, delivery),
            prepare: Effect.void,
            make: () =>
              Effect.flatMap(requireEnabled(project, id), (webhook) =>
                Effect.flatMap(queue.addPing(project, webhook.id), (event) =>
                  offerDelivery(webhook.id, event),
                ),
              ),
          });
          return { ...value, created: !replayed };
        });

        const offerAgain = Effect.fnUntraced(function* (
          project: ProjectId,
          id: string,
          event: Delivery["eventId"],
        ) {
          const webhook = yield* requireEnabled(project, id);
          return yield* offerDelivery(webhook.id, event);
        });

        const replay = Effect.fn("Webhooks.replay")(function* (
          project: ProjectId,
          id: string,
          delivery: string,
          idempotencyKey?: string,
        ) {
          const webhook = yield* requireWebhook(project, id);
          const { id: within, eventId } = yield* requireDelivery(webhook.id, delivery);
          const scope = { operation: "deliveries.replay", within } as const;
          const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
            replay: (again) => requireDelivery(webhook.id, again),
            prepare: Effect.void,
            make: () => offerAgain(project, id, eventId),
          });
          return { ...value, created: !replayed };
        });

        const deliveries = Effect.fn("Webhooks.deliveries")(function* (
          project: ProjectId,
          id: string,
          query: DeliveryQuery,
        ) {
          const page = pageRequest(query);
          const rows = yield* replica.read(
            Effect.flatMap(requireWebhook(project, id), (webhook) =>
              store.listDeliveries(webhook.id, query, page),
            ),
          );
          const { rows: pageRows, ...rest } = pageOf(rows, page.limit);
          return { deliveries: pageRows, ...rest };
        });

        return Webhooks.of({
          create,
          update,
          remove,
          rotate,
          test,
          replay,
          deliveries,
          list: (project) =>
            Effect.map(replica.read(store.list(project)), (webhooks) => webhooks.map(toWebhook)),
          get: (project, id) => Effect.map(requireWebhook(project, id), toWebhook),
        });
      }),
    );
}

/** A webhook without its secrets. */
function toWebhook(webhook: StoredWebhook): Webhook {
  const { id, url, events, description, enabled, createdAt } = webhook;
  return { id, url, events, description, enabled, createdAt };
}

/** A webhook with its secret, for receivers that verify deliveries. */
function toWebhookWithSecret(webhook: StoredWebhook): WebhookWithSecret {
  return { ...toWebhook(webhook), secret: webhook.secret };
}

function auditEntry(
  verb: "created" | "updated" | "deleted" | "rotated",
  projectId: ProjectId,
  id: WebhookId,
): NewAuditEntry {
  return { action: `webhook.${verb}`, projectId, target: { kind: "webhook", id } };
}

const NOT_PUBLIC = InvalidRequest.of([
  { path: "url", message: "The address is not on the public internet" },
]);
const TOO_MANY_WEBHOOKS = Conflict.of(`A project has at most ${MAX_WEBHOOKS} webhooks`);
const WEBHOOK_DISABLED = Conflict.of("The webhook is disabled");
