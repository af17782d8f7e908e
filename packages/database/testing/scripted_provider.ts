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
export function accepted({ reference, recipients }: EnvelopeDefinition): EnvelopeIds {
  return {
    providerId: `envelope-${reference}`,
    recipientIds: recipients.map((_, at) => `recipient-${at}`),
  };
}

const notReady = Effect.fail(new NotReady({ message: "Not yet" }));
const NO_REPORTS: ReadonlyArray<ProviderReport> = [];

/** A script in which every call succeeds and no recipient has signed. */
export function script(): Script {
  return {
    createAndSend: (envelope) => Effect.succeed(accepted(envelope)),
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
export function scriptedProviders(scripted: Script): Layer.Layer<SignatureProviders> {
  const provider: SignatureProvider = {
    name: "firma",
    isLocal: false,
    createAndSend: (envelope) =>
      Effect.suspend(() => {
        scripted.envelopes.push(envelope);
        return scripted.createAndSend(envelope);
      }),
    find: (wanted) => Effect.suspend(() => scripted.find(wanted)),
    cancel: (id, reason) =>
      Effect.suspend(() => {
        scripted.cancelled.push(id);
        return scripted.cancel(id, reason);
      }),
    expire: (id) => Effect.suspend(() => scripted.expire(id)),
    snapshot: (id) => Effect.suspend(() => scripted.snapshot(id)),
    documents: (id) => Effect.suspend(() => scripted.documents(id)),
    certificate: (id) => Effect.suspend(() => scripted.certificate(id)),
    onArchived: () => Effect.void,
    readCallback: () =>
      Effect.fail(
        new CallbackRefused({ authentic: false, message: "This provider sends no callbacks" }),
      ),
  };
  return Layer.succeed(SignatureProviders, {
    get current() {
      return scripted.isOff ? Option.none() : Option.some(provider);
    },
    byName: (name) => (name === provider.name ? Option.some(provider) : Option.none()),
  });
}
