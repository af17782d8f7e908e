import type { Language } from "../../values/mod.ts";

/** The reason of the seal of a signed document, which PDF readers show. */
export const SEAL_REASONS: Readonly<Record<Language, string>> = {
  en: "All recipients have signed",
  de: "Alle Empfänger haben unterschrieben",
  fr: "Tous les destinataires ont signé",
  es: "Todos los destinatarios han firmado",
  it: "Tutti i destinatari hanno firmato",
  nl: "Alle ontvangers hebben ondertekend",
  pt: "Todos os destinatários assinaram",
  pl: "Wszyscy odbiorcy podpisali",
  ja: "すべての受信者が署名しました",
};
