import axe from "axe-core";
import { Schema } from "effect";
import type { Frame, Page } from "playwright-core";

const AxeResults = Schema.Struct({
  passes: Schema.Array(Schema.Struct({ id: Schema.String })),
  violations: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      nodes: Schema.Array(Schema.Struct({ html: Schema.String })),
    }),
  ),
});

/** Experimental rules that axe does not check by default: the name of a button has its visible text. */
const RULES = JSON.stringify({ rules: { "label-content-name-mismatch": { enabled: true } } });

/**
 * The accessibility issues that axe finds on a page: each rule with the elements that violate it.
 *
 * @throws If axe has checked nothing.
 */
export function accessibilityIssues(page: Page): Promise<ReadonlyArray<string>> {
  return accessibilityIssuesIn(page.mainFrame(), []);
}

/**
 * The same for a frame.
 *
 * @param exclusions Selectors of content by others.
 */
export async function accessibilityIssuesIn(
  frame: Frame,
  exclusions: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> {
  const exclude = JSON.stringify(exclusions.map((selector) => [selector]));
  const results = Schema.decodeUnknownSync(AxeResults)(
    await frame.evaluate(
      `${axe.source}; axe.run({ include: document, exclude: ${exclude} }, ${RULES})`,
    ),
  );
  if (results.passes.length === 0) throw new Error("axe found nothing to check");
  return results.violations.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html }) => html.slice(0, 200))].join("\n  "),
  );
}
