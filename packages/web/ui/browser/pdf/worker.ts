/** The part of Trusted Types that TypeScript lacks. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

declare global {
  // oxlint-disable-next-line no-var -- what browsers call it
  var trustedTypes: TrustedTypes | undefined;
}

/** The PDF worker. */
export interface PdfWorker {
  readonly port: Worker;
  /** Rejects when the worker does not start. */
  readonly failure: Promise<never>;
}

/**
 * Starts the PDF worker. The Trusted Types policy allows its URL
 * only.
 */
export function startWorker(url: string): PdfWorker {
  const createScriptURL = (scriptUrl: string) => {
    if (scriptUrl !== url) throw new TypeError("Not a script of this page");
    return scriptUrl;
  };
  const policy = globalThis.trustedTypes?.createPolicy("paraph", { createScriptURL }) ?? {
    createScriptURL,
  };
  const port = new Worker(policy.createScriptURL(url), { type: "module" });
  const failure = new Promise<never>((_, reject) => {
    port.addEventListener("error", reject);
  });
  return { port, failure };
}
