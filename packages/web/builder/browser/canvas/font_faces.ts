import light from "@expo-google-fonts/roboto/300Light/Roboto_300Light.ttf";
import regular from "@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf";
import italic from "@expo-google-fonts/roboto/400Regular_Italic/Roboto_400Regular_Italic.ttf";
import medium from "@expo-google-fonts/roboto/500Medium/Roboto_500Medium.ttf";
import bold from "@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf";
import boldItalic from "@expo-google-fonts/roboto/700Bold_Italic/Roboto_700Bold_Italic.ttf";

import { familyOf } from "./fonts.ts";

/** The files of the fonts that the pages show, by their names in layouts. */
const FILES: Readonly<Record<string, string>> = {
  Roboto: regular,
  "Roboto-Light": light,
  "Roboto-Medium": medium,
  "Roboto-Bold": bold,
  "Roboto-Italic": italic,
  "Roboto-BoldItalic": boldItalic,
};

/** Declares the fonts. A browser loads a file when a text needs it. */
export function declareFonts(): void {
  for (const [name, file] of Object.entries(FILES)) {
    const { href } = new URL(file, import.meta.url);
    document.fonts.add(new FontFace(familyOf(name), `url("${href}")`));
  }
}
