export { type DocumensoOptions, documensoProvider } from "./documenso/documenso_provider.ts";
export { type FirmaOptions, firmaProvider } from "./firma/firma_provider.ts";
export { signatureProviders, type SignatureProvidersOptions } from "./signature_providers.ts";
