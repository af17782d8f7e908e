import light from "@expo-google-fonts/roboto/300Light/Roboto_300Light.ttf";
import regular from "@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf";
import italic from "@expo-google-fonts/roboto/400Regular_Italic/Roboto_400Regular_Italic.ttf";
import medium from "@expo-google-fonts/roboto/500Medium/Roboto_500Medium.ttf";
import bold from "@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf";
import boldItalic from "@expo-google-fonts/roboto/700Bold_Italic/Roboto_700Bold_Italic.ttf";
import { BUNDLED_FONTS } from "@paraph/core/fonts";
import type { Font } from "@pdfme/common";

import type { Design } from "../design/design.ts";

/** The fonts of documents, by their names in layouts; the first is the default. */
const FACES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  Roboto: regular,
  "Roboto-Light": light,
  "Roboto-Medium": medium,
  "Roboto-Bold": bold,
  "Roboto-Italic": italic,
  "Roboto-BoldItalic": boldItalic,
};

/** The bundled fonts for the designer, which shows other families than Roboto as Roboto. */
const FONTS: Font = Object.fromEntries(
  BUNDLED_FONTS.map(({ name }, index) => [
    name,
    { data: FACES[name] ?? regular, fallback: index === 0 },
  ]),
);

/**
 * The fonts for a design. The designer refuses unknown names, so the fonts of the project are shown as Roboto;
 * previews and documents have the real ones.
 */
export function fontsFor({ schemas }: Pick<Design, "schemas">): Font {
  const names = schemas
    .flat()
    .flatMap(({ fontName }) =>
      typeof fontName === "string" && fontName !== "" && !Object.hasOwn(FONTS, fontName)
        ? [fontName]
        : [],
    );
  const others = Object.fromEntries(names.map((name) => [name, { data: regular }]));
  return { ...FONTS, ...others };
}
