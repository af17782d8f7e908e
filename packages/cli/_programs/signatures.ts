import { ProviderCallbacks, Signatures, SignatureWork } from "@paraph/core/signatures";
import { Signing } from "@paraph/core/signing";
import { PublicUrls } from "@paraph/core/values";
import { documentReader, pdfSealer, signatureProviders } from "@paraph/worker";
import { Effect, Layer } from "effect";

import type { Settings } from "../settings.ts";

/** What documents are sealed with, for as long as the process runs. */
function sealer({ dataDir, signingP12Path, signingP12Password, signingTsaUrl }: Settings) {
  return Layer.unwrap(
    Effect.map(PublicUrls, ({ base: publicUrl }) =>
      pdfSealer({
        ...{ dataDir, p12Path: signingP12Path, p12Password: signingP12Password, publicUrl },
        tsaUrl: signingTsaUrl,
      }),
    ),
  );
}

/** The providers of signatures that a deployment knows. */
function providers(settings: Settings) {
  const { signatureProvider: current, firma, documenso, allowPrivateNetwork } = settings;
  return signatureProviders({
    current,
    firma: firma === undefined ? undefined : { ...firma, allowPrivateNetwork },
    documenso: documenso === undefined ? undefined : { ...documenso, allowPrivateNetwork },
  }).pipe(Layer.provide(sealer(settings)));
}

/** Looks after what was sent out for signature. */
export function signatureWork(settings: Settings) {
  return SignatureWork.layer.pipe(Layer.provide(providers(settings)));
}

/** Sends documents out for signature, and lets people sign them here. */
export function signatures(settings: Settings) {
  return Layer.mergeAll(
    Signatures.layer,
    Signing.layer,
    ProviderCallbacks.layer,
    SignatureWork.layer,
  ).pipe(Layer.provide(providers(settings)), Layer.provide(documentReader));
}
