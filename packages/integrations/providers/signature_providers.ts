import { BuiltinProvider } from "@paraph/core/builtin_provider";
import {
  type ProviderName,
  type SignatureProvider,
  SignatureProviders,
} from "@paraph/core/signatures";
import { Effect, Layer, Option } from "effect";

import { type DocumensoOptions, documensoProvider } from "./documenso/documenso_provider.ts";
import { type FirmaOptions, firmaProvider } from "./firma/firma_provider.ts";

/** The signature providers of a deployment. */
export interface SignatureProvidersOptions {
  /** The provider of new requests; `none` disables signatures. */
  readonly current: ProviderName | "none";
  /** The account; its requests are updated even if the provider is not current. */
  readonly firma: FirmaOptions | undefined;
  readonly documenso: DocumensoOptions | undefined;
}

/** The built-in provider, and those with a configured account. */
export const signatureProviders = ({ current, firma, documenso }: SignatureProvidersOptions) =>
  Layer.effect(
    SignatureProviders,
    Effect.gen(function* () {
      const providers = new Map<ProviderName, SignatureProvider>([
        ["builtin", yield* BuiltinProvider],
      ]);
      if (firma !== undefined) providers.set("firma", yield* firmaProvider(firma));
      if (documenso !== undefined) providers.set("documenso", yield* documensoProvider(documenso));
      const byName = (name: ProviderName) => Option.fromNullishOr(providers.get(name));
      return { byName, current: current === "none" ? Option.none() : byName(current) };
    }),
  ).pipe(Layer.provide(BuiltinProvider.layer));

export { type DocumensoOptions, documensoProvider } from "./documenso/documenso_provider.ts";
export { type FirmaOptions, firmaProvider } from "./firma/firma_provider.ts";
