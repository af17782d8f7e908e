import { BuiltinProvider } from "@paraph/core/builtin_provider";
import {
  type ProviderName,
  type SignatureProvider,
  SignatureProviders,
} from "@paraph/core/signatures";
import { Effect, Layer, Option } from "effect";

import { type DocumensoOptions, documensoProvider } from "./documenso/documenso_provider.ts";
import { type FirmaOptions, firmaProvider } from "./firma/firma_provider.ts";

/** What a deployment sends documents out with. */
export interface SignatureProvidersOptions {
  /** What new requests go through; `none` switches signatures off. */
  readonly current: ProviderName | "none";
  /** The account there; requests that went through it are looked after even when it is not current. */
  readonly firma: FirmaOptions | undefined;
  readonly documenso: DocumensoOptions | undefined;
}

/** The providers of a deployment: the built-in one, and those it has accounts with. */
export const signatureProviders = ({ current, firma, documenso }: SignatureProvidersOptions) =>
  Layer.effect(
    SignatureProviders,
    Effect.gen(function* () {
      const known = new Map<ProviderName, SignatureProvider>([["builtin", yield* BuiltinProvider]]);
      if (firma !== undefined) known.set("firma", yield* firmaProvider(firma));
      if (documenso !== undefined) known.set("documenso", yield* documensoProvider(documenso));
      const byName = (name: ProviderName) => Option.fromNullishOr(known.get(name));
      return { byName, current: current === "none" ? Option.none() : byName(current) };
    }),
  ).pipe(Layer.provide(BuiltinProvider.layer));

export { type DocumensoOptions, documensoProvider } from "./documenso/documenso_provider.ts";
export { type FirmaOptions, firmaProvider } from "./firma/firma_provider.ts";
