import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SecureRandom } from "effect/crypto";

import { AuditLog, type Deed } from "../audit/mod.ts";
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
} from "../values/mod.ts";
import type { Delivery, DeliveryPage, DeliveryQuery } from "./delivery.ts";
import { DeliveryQueue } from "./delivery_queue.ts";
import { drawWebhookSecret, rotatedSecrets } from "./secret.ts";
import {
  chosenPatterns,
  type CreateWebhook,
  MAX_WEBHOOKS,
  type RemovedWebhook,
  type UpdateWebhook,
  type Webhook,
  type WebhookWithSecret,
} from "./webhook.ts";
import { type StoredWebhook, WebhookStore } from "./webhook_store.ts";

/** What a deployment decides about webhooks. */
export interface WebhooksOptions {
  /** Whether events may be sent to loopback and private addresses. */
  readonly allowPrivateNetwork: boolean;
}

const isWebhookId = Schema.is(WebhookId);
const isDeliveryId = Schema.is(DeliveryId);

/** Keeps a project's webhooks, and tells what was delivered to them. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly create: (
      project: ProjectId,
      content: CreateWebhook,
    ) => Effect.Effect<WebhookWithSecret, InvalidRequest | Conflict>;
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<Webhook>>;
    readonly get: (project: ProjectId, id: string) => Effect.Effect<Webhook, NotFound>;
    readonly update: (
      project: ProjectId,
      id: string,
      content: UpdateWebhook,
    ) => Effect.Effect<Webhook, NotFound | InvalidRequest>;
    readonly remove: (project: ProjectId, id: string) => Effect.Effect<RemovedWebhook, NotFound>;
    /** Draws a new secret; the old one goes on signing for a day. */
    readonly rotate: (project: ProjectId, id: string) => Effect.Effect<WebhookWithSecret, NotFound>;
    /** Sends an event that only tests the endpoint. */
    readonly test: (project: ProjectId, id: string) => Effect.Effect<Delivery, NotFound | Conflict>;
    readonly deliveries: (
      project: ProjectId,
      id: string,
      query: DeliveryQuery,
    ) => Effect.Effect<DeliveryPage, NotFound>;
    /** Delivers an event once more, to the byte as it was, with attempts of its own. */
    readonly replay: (
      project: ProjectId,
      id: string,
      delivery: string,
    ) => Effect.Effect<Delivery, NotFound | Conflict>;
  }
>()("@paraph/core/webhooks/Webhooks") {
  /** Webhooks of one deployment. */
  static readonly layer = ({ allowPrivateNetwork }: WebhooksOptions) =>
    Layer.effect(
      Webhooks,
      Effect.gen(function* () {
        const store = yield* WebhookStore;
        const audit = yield* AuditLog;
        const queue = yield* DeliveryQueue;
        const transaction = yield* Transaction;
        const random = yield* SecureRandom.SecureRandom;
        const row = Effect.provideService(newRow, SecureRandom.SecureRandom, random);
        const secretOf = Effect.provideService(
          drawWebhookSecret,
          SecureRandom.SecureRandom,
          random,
        );

        /** A name is looked up when something is sent; an address says by itself where it leads. */
        const reachable = (url: string | undefined) => {
          const address = url === undefined ? undefined : literalAddress(new URL(url));
          return allowPrivateNetwork || address === undefined || isPublicAddress(address)
            ? Effect.void
            : Effect.fail(NOT_PUBLIC);
        };

        const found = Effect.fnUntraced(function* (
          project: ProjectId,
          id: string,
          find: WebhookStore["Service"]["find"] = store.find,
        ) {
          const webhook = isWebhookId(id) ? yield* find(project, id) : Option.none();
          return yield* Effect.fromOption(webhook).pipe(
            Effect.mapError(() => NotFound.of("webhook")),
          );
        });

        const create = Effect.fn("Webhooks.create")(function* (
          projectId: ProjectId,
          { url, events, description = null }: CreateWebhook,
        ) {
          yield* reachable(url);
          const { id, createdAt } = yield* row;
          const webhook: StoredWebhook = {
            ...{ id: WebhookId.make(id), projectId, url, description, enabled: true, createdAt },
            events: chosenPatterns(events),
            secret: yield* secretOf,
            formerSecrets: [],
          };
          const add = Effect.flatMap(store.countLocked(projectId), (count) =>
            count < MAX_WEBHOOKS ? store.add(webhook) : Effect.fail(TOO_MANY),
          );
          yield* audit.recording(add, () => done("created", projectId, webhook.id));
          return { ...shown(webhook), secret: webhook.secret };
        });

        const update = Effect.fn("Webhooks.update")(function* (
          project: ProjectId,
          id: string,
          { enabled, events, ...rest }: UpdateWebhook,
        ) {
          yield* found(project, id);
          yield* reachable(rest.url);
          const change = Effect.gen(function* () {
            const before = yield* found(project, id, store.findLocked);
            const chosen = events === undefined ? {} : { events: chosenPatterns(events) };
            yield* store.change(before.id, { ...rest, ...chosen });
            if (enabled !== undefined && enabled !== before.enabled) {
              yield* store.setEnabled(before.id, enabled);
            }
            return shown(yield* found(project, id));
          });
          return yield* audit.recording(change, (changed) => done("updated", project, changed.id));
        });

        const remove = Effect.fn("Webhooks.remove")(function* (project: ProjectId, id: string) {
          const webhook = yield* found(project, id, store.findLocked);
          const deletedAt = yield* DateTime.now;
          yield* store.remove(webhook.id, deletedAt);
          yield* audit.record(done("deleted", project, webhook.id));
          return { id: webhook.id, deletedAt };
        }, transaction.run);

        const rotate = Effect.fn("Webhooks.rotate")(function* (project: ProjectId, id: string) {
          const webhook = yield* found(project, id, store.findLocked);
          const rotated = rotatedSecrets(webhook, yield* secretOf, yield* DateTime.now);
          yield* store.setSecrets(webhook.id, rotated);
          yield* audit.record(done("rotated", project, webhook.id));
          return { ...shown(webhook), secret: rotated.secret };
        }, transaction.run);

        const enabled = Effect.fnUntraced(function* (project: ProjectId, id: string) {
          const webhook = yield* found(project, id, store.findLocked);
          return webhook.enabled ? webhook : yield* DISABLED;
        });

        const delivered = Effect.fnUntraced(function* (id: WebhookId, delivery: string) {
          const kept = isDeliveryId(delivery)
            ? yield* store.findDelivery(id, delivery)
            : Option.none();
          return yield* Effect.fromOption(kept).pipe(
            Effect.mapError(() => NotFound.of("delivery")),
          );
        });

        const offered = Effect.fnUntraced(function* (id: WebhookId, event: Delivery["eventId"]) {
          const [delivery = ""] = yield* queue.offer(event, [id]);
          return yield* Effect.orDie(delivered(id, delivery));
        });

        const test = Effect.fn("Webhooks.test")(function* (project: ProjectId, id: string) {
          const webhook = yield* enabled(project, id);
          return yield* offered(webhook.id, yield* queue.addPing(project, webhook.id));
        }, transaction.run);

        const replay = Effect.fn("Webhooks.replay")(function* (
          project: ProjectId,
          id: string,
          delivery: string,
        ) {
          const webhook = yield* found(project, id, store.findLocked);
          const { eventId } = yield* delivered(webhook.id, delivery);
          if (!webhook.enabled) return yield* DISABLED;
          return yield* offered(webhook.id, eventId);
        }, transaction.run);

        const deliveries = Effect.fn("Webhooks.deliveries")(function* (
          project: ProjectId,
          id: string,
          query: DeliveryQuery,
        ) {
          const webhook = yield* found(project, id);
          const page = pageRequest(query);
          const rows = yield* store.listDeliveries(webhook.id, query, page);
          const { rows: shownRows, ...rest } = pageOf(rows, page.limit);
          return { deliveries: shownRows, ...rest };
        });

        return Webhooks.of({
          create,
          update,
          remove,
          rotate,
          test,
          replay,
          deliveries,
          list: (project) => Effect.map(store.list(project), (webhooks) => webhooks.map(shown)),
          get: (project, id) => Effect.map(found(project, id), shown),
        });
      }),
    );
}

/** A webhook as the API shows it: without its secrets. */
function shown(stored: StoredWebhook): Webhook {
  const { id, url, events, description, enabled, createdAt } = stored;
  return { id, url, events, description, enabled, createdAt };
}

/** How the audit log tells of a webhook. */
function done(
  what: "created" | "updated" | "deleted" | "rotated",
  projectId: ProjectId,
  id: WebhookId,
): Deed {
  return { action: `webhook.${what}`, projectId, target: { kind: "webhook", id } };
}

const NOT_PUBLIC = InvalidRequest.of([
  { path: "url", message: "The address is not on the public internet" },
]);
const TOO_MANY = Conflict.of(`A project has at most ${MAX_WEBHOOKS} webhooks`);
const DISABLED = Conflict.of("The webhook is disabled");
