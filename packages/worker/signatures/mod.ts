export {
  type DocumensoOptions,
  documensoProvider,
} from "./_adapters/documenso/documenso_provider.ts";
export { documentReader } from "./_adapters/document_reader_libpdf.ts";
export { type FirmaOptions, firmaProvider } from "./_adapters/firma/firma_provider.ts";
export { signatureProviders, type SignatureProvidersOptions } from "./signature_providers.ts";
export * from "./signature_worker.ts";
