import {
  CombinedDocuments,
  EmbeddedSigning,
  InPersonSessions,
  RecipientAuthentication,
  Signing,
  Verifications,
} from "@paraph/core/builtin_provider";
import {
  ProviderCallbacks,
  SignatureBulkJob,
  SignatureBulkResults,
  SignatureBulks,
  SignatureDrafts,
  Signatures,
  SignatureWork,
} from "@paraph/core/signatures";
import { PublicUrls } from "@paraph/core/values";
import { signatureProviders } from "@paraph/integrations/providers";
import { smsWebhook } from "@paraph/integrations/sms";
import {
  documentReader,
  documentVerifier,
  pdfSealer,
  signatureFonts,
  signatureImages,
} from "@paraph/pdf";
import { Effect, Layer } from "effect";

import type { Deployment } from "./settings/mod.ts";

/** Signs documents digitally. */
function sealer({ dataDir, signingP12Path, signingP12Password, signingTsaUrl }: Deployment) {
  return Layer.unwrap(
    Effect.map(PublicUrls, ({ base: publicUrl }) =>
      pdfSealer({
        dataDir,
        p12Path: signingP12Path,
        p12Password: signingP12Password,
        publicUrl,
        tsaUrl: signingTsaUrl,
      }),
    ),
  );
}

/** Verifies files by the signing certificates of a deployment. */
function verifier({ dataDir, signingP12Path, signingP12Password }: Deployment) {
  return documentVerifier({ dataDir, p12Path: signingP12Path, p12Password: signingP12Password });
}

/** The signature providers of a deployment. */
function providers(deployment: Deployment) {
  const { signatureProvider: current, firma, documenso, allowPrivateNetwork } = deployment;
  return signatureProviders({
    current,
    firma: firma === undefined ? undefined : { ...firma, allowPrivateNetwork },
    documenso: documenso === undefined ? undefined : { ...documenso, allowPrivateNetwork },
  });
}

/** Sends documents out for signature, lets people sign them, and follows signature requests. */
export function signatures(deployment: Deployment) {
  return Layer.mergeAll(
    Layer.provideMerge(
      Layer.mergeAll(SignatureDrafts.layer, SignatureBulkResults.layer, CombinedDocuments.layer),
      Layer.mergeAll(Signatures.layer, SignatureBulks.layer, Signing.layer),
    ),
    SignatureBulkJob.layer,
    RecipientAuthentication.layer,
    EmbeddedSigning.layer,
    InPersonSessions.layer,
    Verifications.layer,
    verifier(deployment),
    ProviderCallbacks.layer,
    SignatureWork.layer,
  ).pipe(
    Layer.provide(providers(deployment)),
    Layer.provide(sealer(deployment)),
    Layer.provide([documentReader, signatureFonts, signatureImages, smsWebhook(deployment.sms)]),
  );
}
