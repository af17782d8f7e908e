import axe from "axe-core";
import { Schema } from "effect";
import type { Page } from "playwright-core";

const Found = Schema.Struct({
  passes: Schema.Array(Schema.Struct({ id: Schema.String })),
  violations: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      nodes: Schema.Array(Schema.Struct({ html: Schema.String })),
    }),
  ),
});

/**
 * What axe finds wrong with a page as it is: each rule with the elements that break it.
 *
 * @throws When axe has looked at nothing.
 */
export async function barriers(page: Page): Promise<ReadonlyArray<string>> {
  const found = Schema.decodeUnknownSync(Found)(
    await page.evaluate(`${axe.source}; axe.run(document)`),
  );
  if (found.passes.length === 0) throw new Error("axe found nothing to look at");
  return found.violations.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html }) => html.slice(0, 200))].join("\n  "),
  );
}
