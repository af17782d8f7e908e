import type { Loop, Section } from "./fields.ts";

/** A part of a long form, which is filled in before the next one. */
export interface Step {
  readonly title: string;
  readonly sections: ReadonlyArray<Section>;
  readonly loops: ReadonlyArray<Loop>;
}

/** A form with more fields than this has steps. */
const MAX_FIELDS_WITHOUT_STEPS = 15;

/** A step has more than one section only if they have at most this number of fields together. */
const MAX_FIELDS_TOGETHER = 8;

/** Longer titles would not fit. */
const MAX_SECTIONS_TOGETHER = 3;

/** The names of sections without a title, and how titles are joined. */
export interface StepNames {
  readonly untitled: string;
  /** A BCP 47 tag. */
  readonly language: string;
}

/**
 * Divides a form into steps: short sections share a step, and each loop is one. A form with few fields, or with
 * a single section, is one step.
 */
export function stepsOf(
  sections: ReadonlyArray<Section>,
  loops: ReadonlyArray<Loop>,
  { untitled, language }: StepNames,
): ReadonlyArray<Step> {
  const fieldCount =
    sections.reduce((sum, { fields }) => sum + fields.length, 0) +
    loops.reduce((sum, loop) => sum + fieldsIn(loop), 0);
  if (fieldCount <= MAX_FIELDS_WITHOUT_STEPS || sections.length + loops.length < 2) {
    return [{ title: untitled, sections, loops }];
  }
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return [
    ...together(sections).map((group) => ({
      title: list.format(group.map(({ title = untitled }) => title)),
      sections: group,
      loops: [],
    })),
    ...loops.map((loop) => ({ title: loop.label, sections: [], loops: [loop] })),
  ];
}

/** Whether the value at a path of the data is entered in a step. */
export function isInStep({ sections, loops }: Step, path: string): boolean {
  return (
    sections.some(({ fields }) => fields.some(({ key }) => key === path)) ||
    loops.some(({ key }) => path === key || path.startsWith(`${key}.`))
  );
}

function fieldsIn({ fields, loops }: Loop): number {
  return loops.reduce((sum, loop) => sum + fieldsIn(loop), fields.length);
}

/** Joins short sections with the ones before them. */
function together(sections: ReadonlyArray<Section>): ReadonlyArray<ReadonlyArray<Section>> {
  const groups: Array<ReadonlyArray<Section>> = [];
  for (const section of sections) {
    const last = groups.at(-1) ?? [];
    const count = [...last, section].reduce((sum, { fields }) => sum + fields.length, 0);
    const fits = count <= MAX_FIELDS_TOGETHER && last.length < MAX_SECTIONS_TOGETHER;
    if (last.length > 0 && fits) groups[groups.length - 1] = [...last, section];
    else groups.push([section]);
  }
  return groups;
}
