import type { ShareTexts } from "./en.ts";

/** The texts of the share page, in Polish. */
export const pl: ShareTexts = {
  skip: "Przejdź do dokumentu",
  until: "do {day}",
  print: "Drukuj",
  download: "Pobierz",
  message: "Wiadomość od: {sender}",
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
  tools: {
    thumbnails: "Strony",
    search: "Szukaj",
    zoomOut: "Pomniejsz",
    zoomIn: "Powiększ",
    fit: "Dopasuj do szerokości",
  },
  find: {
    label: "Szukaj w dokumencie",
    count: "{current} z {count}",
    none: "Nic nie znaleziono",
    previous: "Poprzedni wynik",
    next: "Następny wynik",
    close: "Zamknij wyszukiwanie",
  },
  failed: {
    advice: "Proszę sprawdzić połączenie i spróbować ponownie.",
    offline: "Brak połączenia. Proszę połączyć się z internetem i spróbować ponownie.",
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
