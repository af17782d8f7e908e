import {
  CallbackRefused,
  type EnvelopeDefinition,
  NotReady,
  type ProviderReport,
  type EnvelopeIds,
  type SignatureProvider,
  SignatureProviders,
} from "@paraph/core/signatures";
import { Effect, Layer, Option } from "effect";

/** The behaviour of a scripted provider, and its recorded calls. */
export interface Script {
  createAndSend: (envelope: EnvelopeDefinition) => ReturnType<SignatureProvider["createAndSend"]>;
  find: SignatureProvider["find"];
  cancel: SignatureProvider["cancel"];
  expire: SignatureProvider["expire"];
  snapshot: (providerId: string) => ReturnType<SignatureProvider["snapshot"]>;
  documents: SignatureProvider["documents"];
  certificate: SignatureProvider["certificate"];
  /** Whether signatures are disabled: new requests have no provider. */
  isOff: boolean;
  /** The envelopes it received, in order. */
  readonly envelopes: Array<EnvelopeDefinition>;
  readonly cancelled: Array<string>;
}

/** The response of a provider that accepts an envelope. */
export function envelopeIds({ reference, recipients }: EnvelopeDefinition): EnvelopeIds {
  return {
    providerId: `envelope-${reference}`,
    recipientIds: recipients.map((_, index) => `recipient-${index}`),
  };
}

const notReady = Effect.fail(new NotReady({ message: "Not yet" }));
const NO_REPORTS: ReadonlyArray<ProviderReport> = [];

/** A script in which every call succeeds and no recipient has signed. */
export function script(): Script {
  return {
    createAndSend: (envelope) => Effect.succeed(envelopeIds(envelope)),
    find: () => Effect.succeedNone,
    cancel: () => Effect.void,
    expire: () => Effect.void,
    snapshot: () => Effect.succeed(NO_REPORTS),
    documents: () => notReady,
    certificate: () => notReady,
    isOff: false,
    envelopes: [],
    cancelled: [],
  };
}

/** An external provider that follows the current state of a script. */
export function scriptedProviders(state: Script): Layer.Layer<SignatureProviders> {
  const provider: SignatureProvider = {
    name: "firma",
    audit: null,
    isLocal: false,
    operations: null,
    createAndSend: (envelope) =>
      Effect.suspend(() => {
        state.envelopes.push(envelope);
        return state.createAndSend(envelope);
      }),
    find: (lookup) => Effect.suspend(() => state.find(lookup)),
    cancel: (id, reason) =>
      Effect.suspend(() => {
        state.cancelled.push(id);
        return state.cancel(id, reason);
      }),
    expire: (id) => Effect.suspend(() => state.expire(id)),
    snapshot: (id) => Effect.suspend(() => state.snapshot(id)),
    documents: (id) => Effect.suspend(() => state.documents(id)),
    certificate: (id) => Effect.suspend(() => state.certificate(id)),
    onArchived: () => Effect.void,
    readCallback: () =>
      Effect.fail(
        new CallbackRefused({ authentic: false, message: "This provider sends no callbacks" }),
      ),
  };
  return Layer.succeed(SignatureProviders, {
    get current() {
      return state.isOff ? Option.none() : Option.some(provider);
    },
    byName: (name) => (name === provider.name ? Option.some(provider) : Option.none()),
  });
}
