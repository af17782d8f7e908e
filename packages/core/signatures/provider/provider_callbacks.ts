import { Context, Effect, Layer, Option, Schema } from "effect";

import { InvalidRequest, NotFound } from "../../values/mod.ts";
import { InvalidCallback } from "../errors.ts";
import { ProviderInbox } from "./provider_inbox.ts";
import { ProviderName, SignatureProviders } from "./signature_provider.ts";

const isProviderName = Schema.is(ProviderName);

/** Receives the callbacks of providers. */
export class ProviderCallbacks extends Context.Service<
  ProviderCallbacks,
  {
    /**
     * Verifies a callback and adds its reports to the inbox, without duplicates. They are applied later.
     */
    readonly receive: (
      provider: string,
      headers: Readonly<Record<string, string | undefined>>,
      body: Uint8Array,
    ) => Effect.Effect<void, NotFound | InvalidCallback | InvalidRequest>;
  }
>()("@paraph/core/signatures/ProviderCallbacks") {
  static readonly layer = Layer.effect(
    ProviderCallbacks,
    Effect.gen(function* () {
      const inbox = yield* ProviderInbox;
      const providers = yield* SignatureProviders;

      const receive = Effect.fn("ProviderCallbacks.receive")(function* (
        name: string,
        headers: Readonly<Record<string, string | undefined>>,
        body: Uint8Array,
      ) {
        const namedProvider = isProviderName(name) ? providers.byName(name) : Option.none();
        const provider = yield* Effect.fromOption(
          Option.filter(namedProvider, ({ isLocal }) => !isLocal),
          () => NotFound.of("signature provider"),
        );
        const reports = yield* provider
          .readCallback(headers, body)
          .pipe(
            Effect.mapError(({ authentic, message }) =>
              authentic ? InvalidRequest.of([{ path: "", message }]) : InvalidCallback.of(message),
            ),
          );
        yield* inbox.deliver(provider.name, reports);
      });

      return ProviderCallbacks.of({ receive });
    }),
  );
}
