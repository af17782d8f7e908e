import light from "@expo-google-fonts/roboto/300Light/Roboto_300Light.ttf";
import regular from "@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf";
import italic from "@expo-google-fonts/roboto/400Regular_Italic/Roboto_400Regular_Italic.ttf";
import medium from "@expo-google-fonts/roboto/500Medium/Roboto_500Medium.ttf";
import bold from "@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf";
import boldItalic from "@expo-google-fonts/roboto/700Bold_Italic/Roboto_700Bold_Italic.ttf";
import type { Font } from "@pdfme/common";

/** The faces that documents print in, by what layouts call them; the first is for text that names none. */
const FACES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  Roboto: regular,
  "Roboto-Light": light,
  "Roboto-Medium": medium,
  "Roboto-Bold": bold,
  "Roboto-Italic": italic,
  "Roboto-BoldItalic": boldItalic,
};

/** The faces as the designer takes them. */
export const FONTS: Font = Object.fromEntries(
  Object.entries(FACES).map(([name, data], at) => [name, { data, fallback: at === 0 }]),
);
