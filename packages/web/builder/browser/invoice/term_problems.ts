import {
  checkEinvoice,
  dataTypesOfTerm,
  type Einvoice,
  einvoiceProblems,
  termRequirements,
} from "@paraph/core/einvoices";
import { checkInputData, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";

import { TEXTS } from "../texts.ts";
import { SUBJECT_NAMES } from "./invoice_sections.ts";

const { invoice: texts } = TEXTS;

/** The problems of a mapping in words for people, by the id of the term. */
export function termProblems(einvoice: Einvoice, manifest: Manifest): ReadonlyMap<string, string> {
  const missing = termRequirements(einvoice)
    .filter(({ isMet }) => !isMet)
    .map(({ terms }) => [terms[0] ?? "", missingText(terms)] as const);
  const empty = Object.entries(einvoice.map).flatMap(([id, source]) =>
    typeof source !== "string" && source.value === "" ? [[id, texts.noValue] as const] : [],
  );
  const others = checkEinvoice(einvoice, manifest)
    .filter(({ message }) => !message.startsWith("["))
    .map(({ path, message }) => {
      const id = path.slice("einvoice.map.".length);
      return [id, explain(id, message)] as const;
    });
  return new Map([...missing, ...others, ...empty]);
}

function missingText(terms: ReadonlyArray<string>): string {
  if (terms[0]?.startsWith("BG-") === true) return texts.chooseList;
  const names = terms.map((id) => SUBJECT_NAMES.get(id) ?? id);
  return names.length === 1 ? texts.choose : texts.chooseOne(names.join(", "));
}

function explain(id: string, message: string): string {
  const [, key] = /^The manifest has no (?:key|loop) "(.*?)"/.exec(message) ?? [];
  if (key !== undefined) return texts.unknownKey(key);
  if (message.includes("needs the data type")) {
    return texts.wrongType(
      dataTypesOfTerm(id)
        .map((type) => TEXTS.types[type])
        .join(", "),
    );
  }
  return message.startsWith("The profile basic has no") ? texts.notInBasic : message;
}

/** What the rules of the standard say about an invoice with sample data. */
export type SampleCheck =
  | { readonly kind: "none" }
  | { readonly kind: "invalid" }
  | {
      readonly kind: "checked";
      readonly problems: ReadonlyMap<string, string>;
      readonly count: number;
    };

/** Checks the invoice of sample data by the rules of the standard. */
export function checkSample(
  einvoice: Einvoice,
  manifest: Manifest,
  sample: Readonly<Record<string, unknown>> | undefined,
): SampleCheck {
  if (sample === undefined) return { kind: "none" };
  const data = checkInputData(manifest, sample);
  if (Result.isFailure(data)) return { kind: "invalid" };
  const problems = einvoiceProblems(einvoice, data.success);
  return {
    kind: "checked",
    count: problems.length,
    problems: new Map(problems.map(({ term, rule, message }) => [term, `${message} (${rule})`])),
  };
}
