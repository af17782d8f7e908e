import { type Language, plural } from "@paraph/core/values";

import { COMMON_ENGLISH, type CommonTexts } from "./browser/common_english.ts";

/** The texts that several pages share. */
export const COMMON_TEXTS: Readonly<Record<Language, CommonTexts>> = {
  en: COMMON_ENGLISH,
  de: {
    pages: plural({ one: "{count} Seite", other: "{count} Seiten" }),
    pageOf: "Seite {page} von {count}",
    pageNotLoaded: "Diese Seite konnte nicht geladen werden.",
    documentNotLoaded: "Das Dokument konnte nicht geladen werden.",
    tryAgain: "Erneut versuchen",
  },
  fr: {
    pages: plural({ one: "{count} page", other: "{count} pages" }),
    pageOf: "Page {page} sur {count}",
    pageNotLoaded: "Cette page n’a pas pu être chargée.",
    documentNotLoaded: "Le document n’a pas pu être chargé.",
    tryAgain: "Réessayer",
  },
  es: {
    pages: plural({ one: "{count} página", other: "{count} páginas" }),
    pageOf: "Página {page} de {count}",
    pageNotLoaded: "No se ha podido cargar esta página.",
    documentNotLoaded: "No se ha podido cargar el documento.",
    tryAgain: "Reintentar",
  },
  it: {
    pages: plural({ one: "{count} pagina", other: "{count} pagine" }),
    pageOf: "Pagina {page} di {count}",
    pageNotLoaded: "Impossibile caricare questa pagina.",
    documentNotLoaded: "Impossibile caricare il documento.",
    tryAgain: "Riprova",
  },
  nl: {
    pages: plural({ one: "{count} pagina", other: "{count} pagina’s" }),
    pageOf: "Pagina {page} van {count}",
    pageNotLoaded: "Deze pagina kan niet worden geladen.",
    documentNotLoaded: "Het document kan niet worden geladen.",
    tryAgain: "Opnieuw proberen",
  },
  pt: {
    pages: plural({ one: "{count} página", other: "{count} páginas" }),
    pageOf: "Página {page} de {count}",
    pageNotLoaded: "Não foi possível carregar esta página.",
    documentNotLoaded: "Não foi possível carregar o documento.",
    tryAgain: "Tentar novamente",
  },
  pl: {
    pages: plural({
      one: "{count} strona",
      few: "{count} strony",
      many: "{count} stron",
      other: "{count} strony",
    }),
    pageOf: "Strona {page} z {count}",
    pageNotLoaded: "Nie udało się wczytać tej strony.",
    documentNotLoaded: "Nie udało się wczytać dokumentu.",
    tryAgain: "Spróbuj ponownie",
  },
  ja: {
    pages: plural({ other: "{count}ページ" }),
    pageOf: "{page}/{count}ページ",
    pageNotLoaded: "このページを読み込めませんでした。",
    documentNotLoaded: "文書を読み込めませんでした。",
    tryAgain: "再試行",
  },
};
