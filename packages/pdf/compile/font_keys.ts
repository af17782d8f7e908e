import type { LayoutField } from "@paraph/core/layouts";

import type { TemplateFont } from "../fonts/template_font.ts";

/** A style that may name a font. */
interface Style {
  readonly fontName?: string | null;
}

/** Replaces the names of a project's fonts in a field by their keys. Names of bundled fonts stay. */
export function withFontKeys<F extends LayoutField>(
  field: F,
  fonts: ReadonlyMap<string, TemplateFont>,
): F {
  if (fonts.size === 0) return field;
  const keyOf = ({ fontName }: Style): Style => {
    const font = fonts.get(fontName ?? "");
    return font === undefined ? {} : { fontName: font.key };
  };
  const withKey = <S extends Style>(style: S): S => ({ ...style, ...keyOf(style) });
  if (field.type !== "table") return "fontName" in field ? { ...field, ...keyOf(field) } : field;
  const {
    headStyles,
    bodyStyles,
    footStyles,
    totals,
    groupBy,
    pageTotals,
    carryOver,
    conditionalStyles,
  } = field;
  const withKeys = <P extends { readonly styles?: Style | null }>(part: P): P =>
    part.styles ? { ...part, styles: withKey(part.styles) } : part;
  return {
    ...field,
    ...(headStyles ? { headStyles: withKey(headStyles) } : {}),
    ...(bodyStyles ? { bodyStyles: withKey(bodyStyles) } : {}),
    ...(footStyles ? { footStyles: withKey(footStyles) } : {}),
    ...(totals ? { totals: withKeys(totals) } : {}),
    ...(groupBy
      ? {
          groupBy: groupBy.map((group) => ({
            ...group,
            ...(group.headerStyles ? { headerStyles: withKey(group.headerStyles) } : {}),
            ...(group.totals ? { totals: withKeys(group.totals) } : {}),
          })),
        }
      : {}),
    ...(pageTotals ? { pageTotals: withKeys(pageTotals) } : {}),
    ...(carryOver ? { carryOver: withKeys(carryOver) } : {}),
    ...(conditionalStyles ? { conditionalStyles: conditionalStyles.map(withKeys) } : {}),
  };
}
