import type { Vitest } from "@effect/vitest";
import { Context, Effect, Layer } from "effect";

import { ApiServer, apiServerWith } from "../../packages/http/_testing/api_server.ts";
import { documensoServer } from "../../packages/testing/documenso_server.ts";
import { firmaServer, signFirma } from "../../packages/testing/firma_server.ts";

type Firma = Effect.Success<ReturnType<typeof firmaServer>>;
type Documenso = Effect.Success<ReturnType<typeof documensoServer>>;

/** Something to POST: what a provider calls us with. */
export interface Callback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The actions of recipients that both providers have in common. */
interface Recipients {
  readonly callbacks: ReadonlyArray<Callback>;
  readonly settings: { callbackUrl: string };
  readonly requestsOf: Firma["requestsOf"];
  readonly fail: Firma["fail"];
  readonly clearFailures: Firma["clearFailures"];
  readonly view: (id: string, email: string) => Effect.Effect<unknown>;
  readonly sign: (id: string, email: string) => Effect.Effect<unknown>;
  readonly decline: (id: string, email: string, reason: string) => Effect.Effect<unknown>;
  /** Ends a request that has expired; not every provider does so by itself. */
  readonly expire?: (id: string) => Effect.Effect<unknown>;
}

/** An external provider of signatures, as tests find it. */
export class Provider extends Context.Service<
  Provider,
  Recipients & {
    readonly name: "firma" | "documenso";
    /** The calls that create a request, that send it, and that cancel it. */
    readonly calls: Readonly<Record<"create" | "send" | "cancel" | "certificate", RegExp>>;
    /** What it keeps for one of our requests; each is created with our id in it. */
    readonly envelopesFor: (
      reference: string,
    ) => ReadonlyArray<{ readonly id: string; readonly document: Buffer }>;
    /** From now on certificates come later than documents. */
    readonly delayCertificates: Effect.Effect<void>;
    /** Makes the certificate that was late. */
    readonly certify: (id: string) => Effect.Effect<unknown>;
    /** What says that a body is the provider's own. */
    readonly authentic: (body: string) => Readonly<Record<string, string>>;
    /** Secrets that no response contains. */
    readonly secrets: ReadonlyArray<string>;
  }
>()("@paraph/test/Provider") {}

/** The time limit of a call. */
const TIMEOUT = "5 seconds";

const envelopeFinder =
  (
    envelopes: ReadonlyMap<
      string,
      { readonly id: string; readonly document: Buffer; order: object }
    >,
  ) =>
  (reference: string) =>
    [...envelopes.values()].filter(({ order }) => JSON.stringify(order).includes(reference));

const firmaProvider = (firma: Firma): Provider["Service"] => ({
  ...firma,
  name: "firma",
  calls: {
    create: /^POST \/signing-requests\/create-and-send/,
    send: /^POST \/signing-requests\/create-and-send/,
    cancel: /^POST \/signing-requests\/[\w-]+\/cancel/,
    certificate: /^GET \/store\/certificate/,
  },
  envelopesFor: envelopeFinder(firma.requestsById),
  delayCertificates: Effect.void,
  authentic: (body) => ({
    "x-firma-signature": signFirma(firma.webhookSecret, body, Math.floor(Date.now() / 1000)),
  }),
  secrets: [firma.apiKey, firma.webhookSecret],
});

const documensoProvider = (documenso: Documenso): Provider["Service"] => ({
  ...documenso,
  name: "documenso",
  calls: {
    create: /^POST \/api\/v2\/envelope\/create/,
    send: /^POST \/api\/v2\/envelope\/distribute/,
    cancel: /^POST \/api\/v2\/envelope\/cancel/,
    certificate: /^GET \/api\/v2\/envelope\/[\w-]+\/certificate\/download/,
  },
  envelopesFor: envelopeFinder(documenso.envelopes),
  delayCertificates: Effect.sync(() => {
    documenso.settings.hasCertificates = false;
  }),
  certify: () =>
    Effect.sync(() => {
      documenso.settings.hasCertificates = true;
    }),
  authentic: () => ({ "x-documenso-secret": documenso.webhookSecret }),
  // Who has a recipient's token signs for them.
  secrets: [documenso.apiKey, documenso.webhookSecret, "token-"],
});

/** Has the provider call the server that sends documents out through it. */
const connectProvider = Layer.effectDiscard(
  Effect.gen(function* () {
    const { settings } = yield* Provider;
    settings.callbackUrl = yield* callbackUrl;
  }),
);

/** Where the provider is to call. */
export const callbackUrl = Effect.gen(function* () {
  const { name } = yield* Provider;
  const { port } = yield* ApiServer;
  return `http://127.0.0.1:${port}/v1/hooks/signatures/${name}`;
});

/** A server that sends documents out through Firma. */
export const firmaChain = Layer.unwrap(
  Effect.gen(function* () {
    const firma = yield* firmaServer();
    const options = { ...firma.options, timeout: TIMEOUT } as const;
    return connectProvider.pipe(
      Layer.provideMerge(Layer.succeed(Provider, firmaProvider(firma))),
      Layer.provideMerge(
        apiServerWith({}, { current: "firma", firma: options, documenso: undefined }),
      ),
    );
  }),
);

/** A server that sends documents out through Documenso. */
export const documensoChain = Layer.unwrap(
  Effect.gen(function* () {
    const documenso = yield* documensoServer();
    const options = { ...documenso.options, timeout: TIMEOUT } as const;
    return connectProvider.pipe(
      Layer.provideMerge(Layer.succeed(Provider, documensoProvider(documenso))),
      Layer.provideMerge(
        apiServerWith({}, { current: "documenso", firma: undefined, documenso: options }),
      ),
    );
  }),
);

/** How tests are written that run at either provider. */
export type ProviderTests = Vitest.MethodsNonLive<Layer.Success<typeof firmaChain>>;
