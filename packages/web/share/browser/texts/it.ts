import type { ShareTexts } from "./en.ts";

/** The texts of the share page, in Italian. */
export const it: ShareTexts = {
  skip: "Vai al documento",
  until: "fino al {day}",
  print: "Stampa",
  download: "Scarica",
  message: "Messaggio di {sender}",
  noScript: {
    title: "Il documento non viene visualizzato qui",
    reason: "Per visualizzarlo è necessario JavaScript, che è disattivato nel Suo browser.",
    advice: "{download} oppure {open}.",
    download: "Scarichi il documento",
    open: "lo apra nel browser",
  },
  slow: {
    text: "Il caricamento richiede più tempo del solito. In alternativa può {download}.",
    download: "scaricare il documento",
  },
  printing: {
    page: "Pagina {page}",
    progress: "Preparazione della pagina {page} di {count}…",
    cancel: "Annulla",
    failed: "Impossibile preparare il documento per la stampa.",
  },
  tools: {
    thumbnails: "Pagine",
    search: "Cerca",
    zoomOut: "Riduci",
    zoomIn: "Ingrandisci",
    fit: "Adatta alla larghezza",
  },
  find: {
    label: "Cerca nel documento",
    count: "{current} di {count}",
    none: "Nessun risultato",
    previous: "Risultato precedente",
    next: "Risultato successivo",
    close: "Chiudi la ricerca",
  },
  failed: {
    advice: "Controlli la connessione, poi riprovi.",
    offline: "Non c’è connessione. Si connetta a internet, poi riprovi.",
  },
  contents: { title: "Indice", goToPage: "Vai alla pagina", go: "Vai" },
  neutral: {
    unknown: {
      title: "Questo link non funziona",
      advice: "Verifichi che il link sia completo o ne chieda uno nuovo al mittente.",
    },
    revoked: {
      title: "Questo link è stato ritirato",
      advice: "Chieda un nuovo link al mittente se ha ancora bisogno del documento.",
    },
    expired: {
      title: "Questo link è scaduto",
      advice: "Chieda un nuovo link al mittente se ha ancora bisogno del documento.",
    },
  },
};
