import axe from "axe-core";
import { Schema } from "effect";
import type { Frame, Page } from "playwright-core";

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
 * The accessibility issues that axe finds on a page: each rule with the elements that violate it.
 *
 * @throws If axe has checked nothing.
 */
export function barriers(page: Page): Promise<ReadonlyArray<string>> {
  return barriersIn(page.mainFrame(), []);
}

/**
 * The same for a frame.
 *
 * @param foreign Selectors of content by others.
 */
export async function barriersIn(
  frame: Frame,
  foreign: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> {
  const exclude = JSON.stringify(foreign.map((selector) => [selector]));
  const found = Schema.decodeUnknownSync(Found)(
    await frame.evaluate(`${axe.source}; axe.run({ include: document, exclude: ${exclude} })`),
  );
  if (found.passes.length === 0) throw new Error("axe found nothing to check");
  return found.violations.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html }) => html.slice(0, 200))].join("\n  "),
  );
}
