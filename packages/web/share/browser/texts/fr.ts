import type { ShareTexts } from "./en.ts";

/** The texts of the share page, in French. */
export const fr: ShareTexts = {
  skip: "Aller au document",
  until: "jusqu’au {day}",
  print: "Imprimer",
  download: "Télécharger",
  message: "Message de {sender}",
  noScript: {
    title: "Le document n’est pas affiché ici",
    reason: "Son affichage nécessite JavaScript, qui est désactivé dans votre navigateur.",
    advice: "{download} ou {open}.",
    download: "Téléchargez le document",
    open: "ouvrez-le dans votre navigateur",
  },
  slow: {
    text: "Le chargement est plus long que d’habitude. Vous pouvez aussi {download}.",
    download: "télécharger le document",
  },
  printing: {
    page: "Page {page}",
    progress: "Préparation de la page {page} sur {count}…",
    cancel: "Annuler",
    failed: "Le document n’a pas pu être préparé pour l’impression.",
  },
  tools: {
    thumbnails: "Pages",
    search: "Rechercher",
    zoomOut: "Réduire",
    zoomIn: "Agrandir",
    fit: "Ajuster à la largeur",
  },
  find: {
    label: "Rechercher dans le document",
    count: "{current} sur {count}",
    none: "Aucun résultat",
    previous: "Résultat précédent",
    next: "Résultat suivant",
    close: "Fermer la recherche",
  },
  failed: {
    advice: "Vérifiez votre connexion, puis réessayez.",
    offline: "Vous êtes hors ligne. Connectez-vous à Internet, puis réessayez.",
  },
  contents: { title: "Sommaire", goToPage: "Aller à la page", go: "Afficher" },
  neutral: {
    unknown: {
      title: "Ce lien ne fonctionne pas",
      advice: "Vérifiez que le lien est complet ou demandez-en un nouveau à l’expéditeur.",
    },
    revoked: {
      title: "Ce lien a été retiré",
      advice: "Demandez un nouveau lien à l’expéditeur si vous avez encore besoin du document.",
    },
    expired: {
      title: "Ce lien a expiré",
      advice: "Demandez un nouveau lien à l’expéditeur si vous avez encore besoin du document.",
    },
  },
};
