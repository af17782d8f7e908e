import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const google = (file: string) => require.resolve(`@expo-google-fonts/${file}.ttf`);

/** Where the bundled fonts lie. */
export const FONT_FILES = {
  "Roboto-Light": google("roboto/300Light/Roboto_300Light"),
  "Roboto-Regular": google("roboto/400Regular/Roboto_400Regular"),
  "Roboto-Medium": google("roboto/500Medium/Roboto_500Medium"),
  "Roboto-Bold": google("roboto/700Bold/Roboto_700Bold"),
  "Roboto-Italic": google("roboto/400Regular_Italic/Roboto_400Regular_Italic"),
  "Roboto-BoldItalic": google("roboto/700Bold_Italic/Roboto_700Bold_Italic"),
  Hebrew: google("noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular"),
  "Hebrew-Bold": google("noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold"),
  Arabic: google("vazirmatn/400Regular/Vazirmatn_400Regular"),
  "Arabic-Bold": google("vazirmatn/700Bold/Vazirmatn_700Bold"),
  Devanagari: google("noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular"),
  "Devanagari-Bold": google("noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold"),
  Thai: google("noto-sans-thai/400Regular/NotoSansThai_400Regular"),
  "Thai-Bold": google("noto-sans-thai/700Bold/NotoSansThai_700Bold"),
  Han: google("chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular"),
  Hangul: google("gowun-dodum/400Regular/GowunDodum_400Regular"),
  Handwriting: google("caveat/500Medium/Caveat_500Medium"),
  Symbols: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  "Symbols-Bold": require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
} as const;

/** A bundled font. */
export type FontFileName = keyof typeof FONT_FILES;
