import { Context, Layer } from "effect";

import { type Bell, makeBell } from "../queue/bell.ts";

/** The bell that rings when an event is queued for webhooks. */
export class DeliveryBell extends Context.Service<DeliveryBell, Bell>()(
  "@paraph/database/DeliveryBell",
) {
  static readonly layer = Layer.sync(DeliveryBell, makeBell);
}
