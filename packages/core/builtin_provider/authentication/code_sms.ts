import { Duration } from "effect";

import { oneLine } from "../../emails/mod.ts";
import { formatMessage, type Language } from "../../values/mod.ts";
import { CODE_LIFETIME } from "./challenge.ts";

/** The texts of SMS with a code. The code comes first, so that it shows in a preview. */
const TEXTS: Readonly<Record<Language, string>> = {
  en: "{code} is your code for the document from {sender}. Valid for {minutes} minutes. Do not share it.",
  de: "{code} ist Ihr Code für das Dokument von {sender}. Er gilt {minutes} Minuten. Geben Sie ihn nicht weiter.",
  fr: "{code} est votre code pour le document de {sender}. Valable {minutes} minutes. Ne le communiquez pas.",
  es: "{code} es su código para el documento de {sender}. Válido durante {minutes} minutos. No lo comparta.",
  it: "{code} è il codice per il documento di {sender}. Valido per {minutes} minuti. Non condividerlo.",
  nl: "{code} is uw code voor het document van {sender}. {minutes} minuten geldig. Deel deze code niet.",
  pt: "{code} é o seu código para o documento de {sender}. Válido por {minutes} minutos. Não o partilhe.",
  pl: "{code} to kod do dokumentu od {sender}. Ważny {minutes} minut. Nie udostępniaj go.",
  ja: "{sender}からの書類の確認コードは{code}です。{minutes}分間有効です。他の人に教えないでください。",
};

/** More characters would make the SMS longer, and so more expensive. */
const MAX_SENDER = 40;

/** The text of an SMS with a code. It does not name the document. */
export function codeSms(
  language: Language,
  { code, sender }: { readonly code: string; readonly sender: string },
): string {
  const minutes = Duration.toMinutes(CODE_LIFETIME);
  const values = { code, sender: oneLine(sender, MAX_SENDER), minutes };
  return formatMessage(language, TEXTS[language], values);
}
