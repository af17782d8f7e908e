import { BUSINESS_GROUPS, BUSINESS_TERMS, isLoopGroup, QUALIFIERS } from "@paraph/core/einvoices";

import type { TEXTS } from "../texts.ts";

/** A section of the form: terms that belong together for people. */
export type SectionId = keyof typeof TEXTS.invoice.sections;

/** The business groups of each section. */
const GROUPS: Readonly<Record<SectionId, ReadonlyArray<number>>> = {
  document: [0, 1, 3, 2, 24],
  seller: [4, 5, 6, 11, 12],
  buyer: [7, 8, 9],
  payment: [16, 17, 18, 19, 10],
  lines: [25, 31, 29, 30, 26, 27, 28, 32],
  charges: [20, 21],
  vat: [23],
  totals: [22],
  delivery: [14, 13, 15],
};

/** A term, the scheme of one, or a group that can be a list of rows. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly isGroup: boolean;
}

/** The sections in the order of an invoice, each with its groups and terms. */
export const SECTIONS: ReadonlyArray<{
  readonly id: SectionId;
  readonly subjects: ReadonlyArray<Subject>;
}> = Object.entries(GROUPS).map(([id, numbers]) => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
  id: id as SectionId,
  subjects: numbers.flatMap((number) => subjectsOf(`BG-${number}`)),
}));

function subjectsOf(group: string): ReadonlyArray<Subject> {
  const name = BUSINESS_GROUPS.get(group)?.name ?? group;
  const terms = [...BUSINESS_TERMS.values()].filter(
    (term) => term.group === group && term.type !== "attachment",
  );
  return [
    ...(isLoopGroup(group) ? [{ id: group, name, isGroup: true }] : []),
    ...terms.flatMap((term) => {
      const scheme = QUALIFIERS.get(`${term.id}-1`);
      return [
        { id: term.id, name: term.name, isGroup: false },
        ...(scheme === undefined
          ? []
          : [{ id: `${term.id}-1`, name: scheme.name, isGroup: false }]),
      ];
    }),
  ];
}

/** The names of subjects by their ids. */
export const SUBJECT_NAMES: ReadonlyMap<string, string> = new Map(
  SECTIONS.flatMap(({ subjects }) => subjects.map(({ id, name }) => [id, name] as const)),
);
