import type { ShareTexts } from "./en.ts";

/** The texts of the share page, in Dutch. */
export const nl: ShareTexts = {
  skip: "Naar het document",
  until: "tot {day}",
  print: "Afdrukken",
  download: "Downloaden",
  message: "Bericht van {sender}",
  noScript: {
    title: "Het document wordt hier niet weergegeven",
    reason: "Voor de weergave is JavaScript nodig, dat in uw browser is uitgeschakeld.",
    advice: "{download} of {open}.",
    download: "Download het document",
    open: "open het in uw browser",
  },
  slow: {
    text: "Dit duurt langer dan gewoonlijk. U kunt in plaats daarvan {download}.",
    download: "het document downloaden",
  },
  printing: {
    page: "Pagina {page}",
    progress: "Pagina {page} van {count} wordt voorbereid…",
    cancel: "Annuleren",
    failed: "Het document kan niet worden voorbereid voor afdrukken.",
  },
  tools: {
    thumbnails: "Pagina’s",
    search: "Zoeken",
    zoomOut: "Uitzoomen",
    zoomIn: "Inzoomen",
    fit: "Aan breedte aanpassen",
  },
  find: {
    label: "Zoeken in het document",
    count: "{current} van {count}",
    none: "Niets gevonden",
    previous: "Vorig resultaat",
    next: "Volgend resultaat",
    close: "Zoeken sluiten",
  },
  failed: {
    advice: "Controleer uw verbinding en probeer het opnieuw.",
    offline: "U bent offline. Maak verbinding met internet en probeer het opnieuw.",
  },
  contents: { title: "Inhoud", goToPage: "Ga naar pagina", go: "Tonen" },
  neutral: {
    unknown: {
      title: "Deze link werkt niet",
      advice: "Controleer of de link volledig is of vraag de afzender om een nieuwe.",
    },
    revoked: {
      title: "Deze link is ingetrokken",
      advice: "Vraag de afzender om een nieuwe link als u het document nog nodig hebt.",
    },
    expired: {
      title: "Deze link is verlopen",
      advice: "Vraag de afzender om een nieuwe link als u het document nog nodig hebt.",
    },
  },
};
