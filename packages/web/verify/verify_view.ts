import type { DocumentVerification, VerifiedRequest } from "@paraph/core/builtin_provider";

/** Why a file was not checked. */
type UncheckedKind = "missing" | "tooLarge" | "busy";

/** The result of checking a file. */
export type CheckResult = DocumentVerification | { readonly kind: UncheckedKind };

/** The contents of a verification page. */
export interface VerifyView {
  /** The request of the certificate whose page it is; absent on the page for any file. */
  readonly request?: VerifiedRequest;
  /** The result of checking a file; absent before. */
  readonly result?: CheckResult;
}
