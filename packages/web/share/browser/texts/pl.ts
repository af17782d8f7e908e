import type { ShareTexts } from "./en.ts";

/** The texts of the share page, in Polish. */
export const pl: ShareTexts = {
  skip: "Przejdź do dokumentu",
  until: "do {day}",
  print: "Drukuj",
  download: "Pobierz",
  message: "Wiadomość od nadawcy",
  noScript: {
    title: "Dokument nie jest tutaj wyświetlany",
    reason: "Do wyświetlenia potrzebny jest JavaScript, który jest wyłączony w przeglądarce.",
    advice: "{download} lub {open}.",
    download: "Pobierz dokument",
    open: "otwórz go w przeglądarce",
  },
  slow: {
    text: "To trwa dłużej niż zwykle. Zamiast tego można {download}.",
    download: "pobrać dokument",
  },
  printing: {
    page: "Strona {page}",
    progress: "Przygotowywanie strony {page} z {count}…",
    cancel: "Anuluj",
    failed: "Nie udało się przygotować dokumentu do druku.",
  },
  contents: { title: "Spis treści", goToPage: "Przejdź do strony", go: "Przejdź" },
  neutral: {
    unknown: {
      title: "Ten link nie działa",
      advice: "Proszę sprawdzić, czy link jest kompletny, lub poprosić nadawcę o nowy.",
    },
    revoked: {
      title: "Ten link został wycofany",
      advice: "Jeśli dokument jest nadal potrzebny, proszę poprosić nadawcę o nowy link.",
    },
    expired: {
      title: "Ten link wygasł",
      advice: "Jeśli dokument jest nadal potrzebny, proszę poprosić nadawcę o nowy link.",
    },
  },
};
