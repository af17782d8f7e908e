import type { CorpusCase } from "./corpus_case.ts";
import { DRAWINGS } from "./drawings.ts";
import { FIELDS } from "./fields.ts";
import { FLOW } from "./flow.ts";
import { OVERLAYS } from "./overlays.ts";
import { RICH_TEXT } from "./rich_text.ts";
import { SCRIPTS } from "./scripts.ts";
import { TYPOGRAPHY } from "./typography.ts";

/** Every document of the corpus. */
export const CORPUS: ReadonlyArray<CorpusCase> = [
  ...SCRIPTS,
  ...FIELDS,
  ...DRAWINGS,
  ...FLOW,
  ...OVERLAYS,
  ...TYPOGRAPHY,
  ...RICH_TEXT,
];
