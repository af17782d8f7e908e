import { Context, type Effect } from "effect";

import type { SmsSendFailed } from "../errors.ts";

/** An SMS to send. */
export interface Sms {
  /** The same for each attempt to send it. */
  readonly id: string;
  /** The phone number in the format of E.164. */
  readonly to: string;
  readonly text: string;
}

/** Sends SMS through the gateway of the deployment. */
export class SmsSender extends Context.Service<
  SmsSender,
  {
    /** Whether the deployment has a gateway. Without one, sending fails. */
    readonly isConfigured: boolean;
    /** Sends an SMS once; succeeds when the gateway has accepted it. */
    readonly send: (sms: Sms) => Effect.Effect<void, SmsSendFailed>;
  }
>()("@paraph/core/signatures/SmsSender") {}
