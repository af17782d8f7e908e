import type { FileVerification } from "./verify_file.ts";

type IntactFile = Extract<FileVerification, { readonly intact: true }>;

/**
 * Why a signed document and a certificate of completion do not belong together; empty when they do: the
 * certificate names the SHA-256 of the document, and both name one signature request.
 */
export function pairProblems(
  signed: Pick<IntactFile, "sha256" | "requestId">,
  { audit }: Pick<IntactFile, "audit">,
): ReadonlyArray<string> {
  if (audit === undefined) return ["The second file is not a certificate of completion"];
  const problems: Array<string> = [];
  if (audit.sealedSha256 === null)
    problems.push(
      "The certificate was made by an earlier release, and does not carry the SHA-256 of the signed document in its audit trail: compare the SHA-256 that it shows",
    );
  else if (audit.sealedSha256 !== signed.sha256)
    problems.push(
      `The certificate is about another document: it names SHA-256 ${audit.sealedSha256}, the signed document has ${signed.sha256}`,
    );
  if (signed.requestId === null)
    problems.push("The signed document does not name its signature request");
  else if (audit.requestId !== signed.requestId)
    problems.push(
      `They are of different signature requests: the certificate is of ${audit.requestId}, the signed document of ${signed.requestId}`,
    );
  return problems;
}
