import { BUNDLED_FONTS, type FontFace } from "@paraph/core/fonts";

import type { ChainName } from "../../fonts/font_chain.ts";
import type { TemplateFont } from "../../fonts/template_font.ts";
import type { TextOptions } from "../../text/text_options.ts";

/** The fonts of a drawing's text, and how it is shaped. */
export interface SvgFonts {
  readonly options: TextOptions;
  readonly choose: (families: string, weight: number, isItalic: boolean) => ChainName;
}

interface NamedFace extends FontFace {
  readonly chain: ChainName;
}

const BUNDLED: ReadonlyArray<NamedFace> = BUNDLED_FONTS.map((face) => ({
  ...face,
  chain: face.name,
}));

/** The bundled families of generic and of widespread names. */
const ALIASES: ReadonlyArray<readonly [RegExp, string]> = [
  [/mono|courier|consolas|menlo|code/, "source code"],
  [/^(?!.*sans).*(?:serif|times|georgia|garamond|palatino|roman|cambria)/, "source serif"],
  [/cursive|handwriting/, "caveat"],
  [/source ?sans/, "source sans"],
];

/** Chooses fonts by the families of CSS: first those of the project, then the bundled ones. */
export function svgFonts(
  projectFonts: ReadonlyArray<TemplateFont>,
  options: TextOptions,
): SvgFonts {
  const faces = [
    ...projectFonts.map((font): NamedFace => ({
      name: font.name,
      family: font.family,
      weight: font.weight,
      style: font.isItalic ? "italic" : "normal",
      chain: font.key,
    })),
    ...BUNDLED,
  ];
  const chosen = new Map<string, ChainName>();
  return {
    options,
    choose: (families, weight, isItalic) => {
      const key = `${weight} ${isItalic} ${families}`;
      const existing = chosen.get(key);
      if (existing !== undefined) return existing;
      const name = chooseFace(faces, families, weight, isItalic);
      if (chosen.size < 1000) chosen.set(key, name);
      return name;
    },
  };
}

function chooseFace(
  faces: ReadonlyArray<NamedFace>,
  families: string,
  weight: number,
  isItalic: boolean,
): ChainName {
  const names = families.split(",").map((name) =>
    name
      .trim()
      .replaceAll(/^["']|["']$/g, "")
      .toLowerCase(),
  );
  for (const name of names) {
    const family = faces.filter((face) => face.family.toLowerCase() === name);
    if (family.length > 0) return nearest(family, weight, isItalic);
    const face = faces.find((candidate) => candidate.name.toLowerCase() === name);
    if (face !== undefined) {
      const same = faces.filter((other) => other.family === face.family);
      return weight === 400 && !isItalic ? face.chain : nearest(same, weight, isItalic);
    }
  }
  const alias = names.flatMap((name) => ALIASES.find(([pattern]) => pattern.test(name))?.[1] ?? []);
  const family = alias[0] ?? "roboto";
  return nearest(
    BUNDLED.filter((face) => face.family.toLowerCase() === family),
    weight,
    isItalic,
  );
}

/** The face of the wanted style in the nearest weight. */
function nearest(faces: ReadonlyArray<NamedFace>, weight: number, isItalic: boolean): ChainName {
  const styled = faces.filter(({ style }) => (style === "italic") === isItalic);
  const candidates = styled.length > 0 ? styled : faces;
  const distance = (face: NamedFace) => Math.abs(face.weight - weight);
  const [best] = candidates.toSorted((one, other) => distance(one) - distance(other));
  return best?.chain ?? "Roboto";
}
