/** The part of trusted types that TypeScript does not know yet. */
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

/** The script that reads PDFs, on a thread of its own. */
export interface PdfWorker {
  readonly port: Worker;
  /** Rejects when it does not start. */
  readonly failed: Promise<never>;
}

/**
 * Starts the script that reads PDFs beside this one. The page's policy names this one address as the
 * only one that a script may start.
 */
export function startWorker(url: string): PdfWorker {
  const createScriptURL = (asked: string) => {
    if (asked !== url) throw new TypeError("Not a script of this page");
    return asked;
  };
  const policy = globalThis.trustedTypes?.createPolicy("paraph", { createScriptURL }) ?? {
    createScriptURL,
  };
  const port = new Worker(policy.createScriptURL(url), { type: "module" });
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener("error", reject);
  });
  return { port, failed };
}
