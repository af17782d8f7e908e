import { type Duration, Effect, Option, Stream } from "effect";

import { abortable } from "../_abortable.ts";
import type { Call } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import { allPages } from "../_pages.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** Webhooks, with a project key. */
export const webhooks = (call: Call) => {
  const deliveries = (
    id: string,
    query: Query<"webhooks", "deliveries"> = {},
    options?: CallOptions,
  ) => call("webhooks", "deliveries", { path: { id }, query, options });

  return {
    /** Subscribes a URL to events. The secret is returned only once. */
    create: (webhook: Body<"webhooks", "create">, options?: KeyedOptions) =>
      call("webhooks", "create", { body: webhook, options }),

    /** All webhooks, newest first. */
    list: (options?: CallOptions) => call("webhooks", "list", { options }),

    /** A webhook. */
    get: (id: string, options?: CallOptions) => call("webhooks", "get", { path: { id }, options }),

    /** Changes fields of a webhook. */
    update: (id: string, change: Body<"webhooks", "update">, options?: CallOptions) =>
      call("webhooks", "update", { path: { id }, body: change, options }),

    /** Deletes a webhook. */
    remove: (id: string, options?: CallOptions) =>
      call("webhooks", "remove", { path: { id }, options }),

    /** Sends a `webhook.ping`. */
    test: (id: string, options?: KeyedOptions) =>
      call("webhooks", "test", { path: { id }, options }),

    /** Rotates the secret. For a day, deliveries are also signed with the old one. */
    rotate: (id: string, options?: KeyedOptions) =>
      call("webhooks", "rotate", { path: { id }, options }),

    /** A page of deliveries, newest first. */
    deliveries,

    /** All deliveries from `cursor` on, newest first, as a stream of rows. */
    allDeliveries: (
      id: string,
      query: Query<"webhooks", "deliveries"> = {},
      options?: CallOptions,
    ) =>
      allPages(
        query.cursor,
        (cursor) => deliveries(id, cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.deliveries,
      ),

    /** Delivers an event again, with the same bytes. */
    replay: (id: string, deliveryId: string, options?: KeyedOptions) =>
      call("webhooks", "replay", { path: { id, deliveryId }, options }),
  };
};

/** Where to start, and how often to poll. */
export interface FollowOptions extends CallOptions {
  /** The id of the last known event, or a timestamp; the oldest stored event by default. */
  readonly after?: string | undefined;
  /** The pause when there are no new events; 1 second by default. */
  readonly interval?: Duration.Input | undefined;
}

/** The event stream, with a project key. */
export const events = (call: Call) => {
  const list = (query: Query<"webhooks", "events"> = {}, options?: CallOptions) =>
    call("webhooks", "events", { query, options });

  return {
    /** A page of events, oldest first. */
    list,

    /** All events, oldest first, then new ones, without end. */
    follow: ({ after, interval = "1 second", ...options }: FollowOptions = {}) => {
      const next = Effect.fnUntraced(function* (position: {
        readonly cursor: string | undefined;
        readonly isFirst: boolean;
        readonly hasMore: boolean;
      }) {
        if (!position.isFirst && !position.hasMore)
          yield* abortable(Effect.sleep(interval), options.signal);
        const page = yield* list(
          position.cursor === undefined ? {} : { after: position.cursor },
          options,
        );
        const cursor = page.nextCursor ?? position.cursor;
        const following = { cursor, isFirst: false, hasMore: page.hasMore };
        return [page.events, Option.some(following)] as const;
      });
      return Stream.paginate({ cursor: after, isFirst: true, hasMore: false }, next);
    },
  };
};

/** The client's calls for webhooks. */
export interface WebhookCalls extends ReturnType<typeof webhooks> {}

/** The client's calls for events. */
export interface EventCalls extends ReturnType<typeof events> {}
