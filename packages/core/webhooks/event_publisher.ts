import { Context, type Effect } from "effect";

import type { Occurrence } from "./outgoing_event.ts";

/**
 * Records what happened for those who are to hear of it.
 *
 * Called within the `Transaction` of the change it reports: then the event exists exactly when the
 * change does.
 */
export class EventPublisher extends Context.Service<
  EventPublisher,
  { readonly publish: (occurrence: Occurrence) => Effect.Effect<void> }
>()("@paraph/core/webhooks/EventPublisher") {}
