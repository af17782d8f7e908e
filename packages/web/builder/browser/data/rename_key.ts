import { isLoopGroup, loopOfTerm } from "@paraph/core/einvoices";
import { renameInExpression } from "@paraph/core/expressions";
import {
  boundKey,
  expressionSource,
  indexManifest,
  isSection,
  parseCondition,
  placeholderAt,
} from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { uniqueName, withDefaults } from "../design/binding.ts";
import { type Design, mapFields, namesOf } from "../design/design.ts";
import {
  changePlaces,
  type ExpressionPlace,
  FIELD_PLACES,
  SETTING_PLACES,
} from "./expression_places.ts";

type Settings = Readonly<Record<string, unknown>>;

/** A key and its new name. */
interface Rename {
  readonly before: string;
  readonly after: string;
}

/** Renames a key in the fields of a design: their names, texts, conditions and expressions. */
export function renameKey(
  design: Design,
  before: string,
  after: string,
  manifest: Manifest,
): Design {
  if (before === after) return design;
  const index = indexManifest(manifest);
  const usedNames = namesOf(design);
  const newName = () => {
    const name = uniqueName(after, usedNames);
    usedNames.add(name);
    return name;
  };
  const mentioned = renameMentions(design, before, after);
  const bound = mapFields(mentioned, (field) =>
    boundKey(field.name) === before ? withDefaults({ ...field, name: newName() }, index) : field,
  );
  return changeRepeatedFields(bound, <Field extends Settings>(field: Field) => {
    const { name } = field;
    const isBound = typeof name === "string" && boundKey(name) === before;
    return isBound ? { ...field, name: newName() } : field;
  });
}

/** Renames a key in the texts, conditions and expressions of a design. Fields keep their names. */
export function renameMentions(design: Design, before: string, after: string): Design {
  const rename = { before, after };
  const renamed = mapFields(design, (field) => renamedInside(field, rename));
  return changeRepeatedFields(renamed, (field) => renamedInside(field, rename));
}

/** Changes the fields that repeat on pages. */
function changeRepeatedFields(
  design: Design,
  change: <Field extends Settings>(field: Field) => Field,
): Design {
  const { basePdf, pages } = design;
  const changeList = <Field>(fields: ReadonlyArray<Field>) =>
    fields.map((field) => (isRecord(field) ? change(field) : field));
  return {
    ...design,
    ...(typeof basePdf === "string" || basePdf.staticSchema === undefined
      ? {}
      : { basePdf: { ...basePdf, staticSchema: changeList(basePdf.staticSchema) } }),
    ...(pages === undefined
      ? {}
      : {
          pages: pages.map((page) => {
            const fields = page?.["staticSchema"];
            return Array.isArray(fields) ? { ...page, staticSchema: changeList(fields) } : page;
          }),
        }),
  };
}

/** Renames a key in the settings of a layout outside of its fields. */
export function renameInSettings<Subject extends Settings>(
  settings: Subject,
  before: string,
  after: string,
  manifest: Manifest,
): Subject {
  const rename = { before, after };
  const following = changePlaces(settings, SETTING_PLACES, (text, place) =>
    renamedAt(text, place, rename),
  );
  const { einvoice } = settings;
  const map = isRecord(einvoice) ? einvoice["map"] : undefined;
  return isRecord(einvoice) && isRecord(map)
    ? { ...following, einvoice: { ...einvoice, map: renamedMap(map, rename, manifest) } }
    : following;
}

/** Renames a key in the data of an electronic invoice. Item fields of a list are named without its key, too. */
function renamedMap(map: Settings, { before, after }: Rename, { loops }: Manifest): Settings {
  const sources = Object.entries(map).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const terms = Object.fromEntries(sources);
  const renamed = sources.map(([id, source]): readonly [string, string] => {
    const list = isLoopGroup(id) ? undefined : loopOfTerm(id, terms);
    const items = loops.find(({ key }) => key === (list === before ? after : list))?.itemFields;
    const isItem = items?.some(({ key }) => key === source) === true;
    return [id, isItem ? source : (renamedKey(source, before, after) ?? source)];
  });
  return { ...map, ...Object.fromEntries(renamed) };
}

/** Renames a key in the settings of a field, and in the fields of a section. */
function renamedInside<Field extends Settings>(field: Field, rename: Rename): Field {
  const following = changePlaces(field, FIELD_PLACES, (text, place) =>
    renamedAt(text, place, rename),
  );
  const { fields } = field;
  if (!isSection(field) || !Array.isArray(fields)) return following;
  return {
    ...following,
    fields: fields.map((raw: unknown) => (isRecord(raw) ? renamedInSection(raw, rename) : raw)),
  };
}

/** Fields of a section name the values of its rows by the path of its list. */
function renamedInSection(field: Settings, rename: Rename): Settings {
  const following = renamedInside(field, rename);
  const { name } = field;
  if (typeof name !== "string") return following;
  const key = boundKey(name);
  const newKey = renamedKey(key, rename.before, rename.after);
  return newKey === undefined
    ? following
    : { ...following, name: `${newKey}${name.slice(key.length)}` };
}

/** A key after a rename: the key itself, or a key in the rows of a list; `undefined` for other keys. */
function renamedKey(key: string, before: string, after: string): string | undefined {
  if (key === before) return after;
  return key.startsWith(`${before}.`) ? `${after}${key.slice(before.length)}` : undefined;
}

function renamedAt(text: string, { kind, locals }: ExpressionPlace, rename: Rename): string {
  const { before, after } = rename;
  // Such a name means the row of a table, not the key.
  const isHidden = locals.includes(before.split(".", 1)[0] ?? "");
  const inExpression = (source: string) =>
    isHidden ? source : renameInExpression(source, before, after);
  if (kind === "text") return renamedText(text, rename, inExpression);
  const condition = kind === "condition" ? parseCondition(text) : undefined;
  if (condition?.kind === "key") return renamedKey(text, before, after) ?? text;
  const source = expressionSource(text);
  return text.replace(source, () => inExpression(source));
}

/** A text after a rename in its placeholders and expressions. */
function renamedText(
  text: string,
  rename: Rename,
  inExpression: (source: string) => string,
): string {
  const { before, after } = rename;
  let [renamed, end] = ["", 0];
  for (let start = text.indexOf("{"); start !== -1; start = text.indexOf("{", start + 1)) {
    const found = start < end ? undefined : placeholderAt(text, start);
    if (found === undefined) continue;
    const { part } = found;
    const own = text.slice(start, found.end);
    renamed += text.slice(end, start);
    if (part.kind === "expression")
      renamed += own.replace(part.source, () => inExpression(part.source));
    else if (part.kind === "value")
      renamed += `{${renamedKey(part.key, before, after) ?? part.key}${own.slice(1 + part.key.length)}`;
    else if (part.which === "pageOf")
      renamed += own.replace(part.anchor, () => renamedText(part.anchor, rename, inExpression));
    else renamed += own;
    end = found.end;
  }
  return renamed + text.slice(end);
}
