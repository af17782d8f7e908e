import { type Sms, SmsSender, SmsSendFailed } from "@paraph/core/signatures";
import { signedHeaders } from "@paraph/core/webhooks";
import { Context, DateTime, Effect, Layer, Redacted } from "effect";
import { Mac } from "effect/crypto";

import { outboundRequest } from "./outbound_request.ts";

/** The SMS gateway of a deployment. */
export interface SmsGateway {
  readonly url: Redacted.Redacted;
  /** The secret of Standard Webhooks that signs the requests. */
  readonly secret: Redacted.Redacted;
}

/** The recipient waits on the page for the response. */
const TIMEOUT = "10 seconds";

/** The operator chooses the URL, which may be a service in the same network. */
const OPTIONS = { allowPrivateNetwork: true };

/** Only the status of a response counts. */
const MAX_BYTES = 4096;

/**
 * Sends SMS as signed requests to the gateway of the operator, each once.
 *
 * @param gateway Absent: the deployment cannot send SMS.
 */
export function smsWebhook(
  gateway: SmsGateway | undefined,
): Layer.Layer<SmsSender, never, Mac.Mac> {
  return gateway === undefined ? Layer.succeed(SmsSender, NO_GATEWAY) : gatewayLayer(gateway);
}

const NO_GATEWAY = { isConfigured: false, send: () => Effect.fail(SmsSendFailed.now) };

function gatewayLayer({ url, secret }: SmsGateway) {
  return Layer.effect(
    SmsSender,
    Effect.gen(function* () {
      const mac = Context.pick(Mac.Mac)(yield* Effect.context<Mac.Mac>());

      const send = Effect.fn("SmsSender.send")(function* ({ id, to, text }: Sms) {
        const now = yield* DateTime.now;
        const body = JSON.stringify({
          id,
          type: "sms.code",
          timestamp: DateTime.formatIso(now),
          data: { to, text },
        });
        const message = { id, text: body, secrets: [Redacted.value(secret)] };
        const signature = yield* signedHeaders(message, now).pipe(Effect.provideContext(mac));
        yield* outboundRequest(
          {
            url: Redacted.value(url),
            method: "POST",
            headers: { ...signature, "content-type": "application/json" },
            body: new TextEncoder().encode(body),
            maxBytes: MAX_BYTES,
            bodyWithinMillis: 1000,
          },
          OPTIONS,
        ).pipe(
          Effect.timeout(TIMEOUT),
          Effect.mapError(({ message }) => message),
          Effect.filterOrFail(
            ({ status }) => status >= 200 && status <= 299,
            ({ status }) => `HTTP status ${status}`,
          ),
          // The operator reads the cause in the log; a recipient does not need it.
          Effect.tapError((cause) =>
            Effect.logWarning("The SMS gateway has not accepted a message", { cause }),
          ),
          Effect.mapError(() => SmsSendFailed.now),
        );
      });

      return { isConfigured: true, send };
    }),
  );
}
