import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const google = (file: string) => `@expo-google-fonts/${file}.ttf`;

/** The regular and the bold file of a family of Noto Sans. */
function noto<Name extends string>(name: Name): Record<Name | `${Name}-Bold`, string> {
  const folder = `noto-sans-${name.toLowerCase()}`;
  const files = {
    [name]: google(`${folder}/400Regular/NotoSans${name}_400Regular`),
    [`${name}-Bold`]: google(`${folder}/700Bold/NotoSans${name}_700Bold`),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- computed keys have the type string
  return files as Record<Name | `${Name}-Bold`, string>;
}

/** The bundled fonts, as files of packages. */
export const FONT_FILES = {
  "Roboto-Light": google("roboto/300Light/Roboto_300Light"),
  "Roboto-Regular": google("roboto/400Regular/Roboto_400Regular"),
  "Roboto-Medium": google("roboto/500Medium/Roboto_500Medium"),
  "Roboto-Bold": google("roboto/700Bold/Roboto_700Bold"),
  "Roboto-Italic": google("roboto/400Regular_Italic/Roboto_400Regular_Italic"),
  "Roboto-BoldItalic": google("roboto/700Bold_Italic/Roboto_700Bold_Italic"),
  SourceSerif: google("source-serif-4/400Regular/SourceSerif4_400Regular"),
  "SourceSerif-Bold": google("source-serif-4/700Bold/SourceSerif4_700Bold"),
  "SourceSerif-Italic": google("source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic"),
  "SourceSerif-BoldItalic": google("source-serif-4/700Bold_Italic/SourceSerif4_700Bold_Italic"),
  SourceSans: google("source-sans-3/400Regular/SourceSans3_400Regular"),
  "SourceSans-Bold": google("source-sans-3/700Bold/SourceSans3_700Bold"),
  "SourceSans-Italic": google("source-sans-3/400Regular_Italic/SourceSans3_400Regular_Italic"),
  "SourceSans-BoldItalic": google("source-sans-3/700Bold_Italic/SourceSans3_700Bold_Italic"),
  SourceCode: google("source-code-pro/400Regular/SourceCodePro_400Regular"),
  "SourceCode-Bold": google("source-code-pro/700Bold/SourceCodePro_700Bold"),
  "SourceCode-Italic": google("source-code-pro/400Regular_Italic/SourceCodePro_400Regular_Italic"),
  "SourceCode-BoldItalic": google("source-code-pro/700Bold_Italic/SourceCodePro_700Bold_Italic"),
  Caveat: google("caveat/400Regular/Caveat_400Regular"),
  "Caveat-Bold": google("caveat/700Bold/Caveat_700Bold"),
  Handwriting: google("caveat/500Medium/Caveat_500Medium"),
  DancingScript: google("dancing-script/500Medium/DancingScript_500Medium"),
  MarckScript: google("marck-script/400Regular/MarckScript_400Regular"),
  Sacramento: google("sacramento/400Regular/Sacramento_400Regular"),
  ...noto("Hebrew"),
  Arabic: google("vazirmatn/400Regular/Vazirmatn_400Regular"),
  "Arabic-Bold": google("vazirmatn/700Bold/Vazirmatn_700Bold"),
  ...noto("Devanagari"),
  ...noto("Bengali"),
  ...noto("Gurmukhi"),
  ...noto("Gujarati"),
  ...noto("Oriya"),
  ...noto("Tamil"),
  ...noto("Telugu"),
  ...noto("Kannada"),
  ...noto("Malayalam"),
  ...noto("Sinhala"),
  ...noto("Thai"),
  ...noto("Lao"),
  ...noto("Khmer"),
  ...noto("Myanmar"),
  ...noto("Ethiopic"),
  ...noto("Armenian"),
  ...noto("Georgian"),
  ...noto("JP"),
  ...noto("SC"),
  ...noto("TC"),
  ...noto("KR"),
  /** Characters of names, in Hong Kong above all, that the other fonts do not have. */
  RareHan: google("chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular"),
  Emoji: google("noto-emoji/400Regular/NotoEmoji_400Regular"),
  "Emoji-Bold": google("noto-emoji/700Bold/NotoEmoji_700Bold"),
  Symbols: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  "Symbols-Bold": "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
  MoreSymbols: google("noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular"),
} as const;

export type FontFileName = keyof typeof FONT_FILES;

/** The folder of the published package that has a copy of each file. */
let copies: string | undefined;

/** Returns the path of a bundled font. Resolving all paths takes as long as starting a thread. */
export function fontPath(name: FontFileName): string {
  copies ??= join(dirname(require.resolve("@paraph/pdf/package.json")), "built/fonts");
  const copy = join(copies, basename(FONT_FILES[name]));
  return existsSync(copy) ? copy : require.resolve(FONT_FILES[name]);
}
