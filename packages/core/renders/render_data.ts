import { Result } from "effect";

import { einvoiceProblems } from "../einvoices/mod.ts";
import { checkInputData, type InputData } from "../manifests/mod.ts";
import type { TemplateVersion } from "../templates/mod.ts";
import type { Issue } from "../values/mod.ts";

/**
 * Checks the data of a render against the manifest of its version and, if it has an electronic invoice, against
 * the rules of EN 16931. Messages of rules start with their ID: `[BR-CO-16] …`.
 */
export function checkRenderData(
  { manifest, einvoice }: Pick<TemplateVersion, "manifest" | "einvoice">,
  data: Readonly<Record<string, unknown>>,
): Result.Result<InputData, ReadonlyArray<Issue>> {
  const checked = checkInputData(manifest, data);
  if (einvoice === null || Result.isFailure(checked)) return checked;
  const problems = einvoiceProblems(einvoice, checked.success);
  return problems.length === 0
    ? checked
    : Result.fail(
        problems
          .slice(0, MAX_ISSUES)
          .map(({ rule, path, message }) => ({ path, message: `[${rule}] ${message}` })),
      );
}

/** The maximum number of listed problems. */
const MAX_ISSUES = 1_000;
