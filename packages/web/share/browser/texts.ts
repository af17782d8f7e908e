import { pageTextsJson } from "../../ui/browser/texts.ts";
import type { ShareScriptTexts } from "./texts/en.ts";

/** The texts that the script shows, in the language of the page. */
export const TEXTS: ShareScriptTexts = JSON.parse(pageTextsJson());
