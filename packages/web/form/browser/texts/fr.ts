import { plural } from "@paraph/core/values";

import type { FormTexts } from "./en.ts";

/** The texts of the form page, in French. The reader is "vous". */
export const fr: FormTexts = {
  page: {
    loading: "Chargement du formulaire…",
    skip: "Aller au formulaire",
    noScriptTitle: "Ce formulaire nécessite JavaScript",
    noScript:
      "Il est désactivé dans votre navigateur. Autorisez JavaScript et rechargez cette page.",
    untitled: "Formulaire",
  },
  gone: {
    unknown: {
      title: "Ce formulaire n’existe pas",
      advice: "Revenez à la page précédente et rouvrez le formulaire.",
    },
    ended: {
      title: "Cette session est terminée",
      advice: "Revenez à la page précédente et rouvrez le formulaire.",
    },
  },
  script: {
    untitled: "Formulaire",
    requiredHint: "Les champs marqués d’un * sont obligatoires.",
    details: "Informations",

    submit: "Envoyer",
    submitting: "Envoi…",
    progress: plural({
      one: "{filled} sur {count} champ obligatoire",
      other: "{filled} sur {count} champs obligatoires",
    }),
    progressLabel: "Champs obligatoires remplis",
    mayNotSubmit: "Vous pouvez consulter ce formulaire, mais pas l’envoyer.",

    steps: {
      title: "Étapes",
      position: "Étape {step} sur {count}",
      next: "Suivant",
      back: "Retour",
      complete: "complète",
      wrong: "incomplète",
    },

    later: {
      open: "Enregistrer et continuer plus tard",
      title: "Continuer plus tard",
      where:
        "Vos saisies sont enregistrées dans ce navigateur, sur cet appareil, pendant 30 jours ou jusqu’à l’envoi du formulaire. Elles ne sont transmises nulle part. Les autres personnes qui utilisent ce navigateur peuvent les voir.",
      again:
        "Pour continuer, ouvrez le formulaire dans ce navigateur comme vous l’avez ouvert maintenant.",
      ends: "Cette session se termine à {time}.",
      omitted:
        "Les grandes images ne sont pas enregistrées. Choisissez-les de nouveau quand vous continuerez.",
      store: "Enregistrer dans ce navigateur",
      cancel: "Annuler",
      stored: "Vos saisies sont enregistrées. Vous pouvez fermer cette page.",
      until: "Enregistré dans ce navigateur jusqu’au {day}.",
      remove: "Supprimer",
      removed: "Vos saisies enregistrées sont supprimées. Le formulaire les affiche encore.",
      failed: "Ce navigateur n’a pas pu enregistrer vos saisies.",
    },

    addRow: "Ajouter à «\u00a0{loop}\u00a0»",
    noRows: "Rien pour l’instant.",
    row: "Ligne {row}",
    rowField: "{loop}, ligne {row}\u00a0: {label}",
    moveUp: "Déplacer la ligne {row} vers le haut",
    moveDown: "Déplacer la ligne {row} vers le bas",
    remove: "Supprimer la ligne {row}",
    rowMoved: "Déplacée à la ligne {row}.",
    rowRemoved: "La ligne {row} est supprimée.",
    undo: "Annuler",

    chooseImage: "Choisir une image",
    replaceImage: "Remplacer",
    removeImage: "Supprimer",
    removeImageOf: "Supprimer\u00a0: {label}",
    dropImage: "ou déposez-la ici. PNG ou JPEG, 5 Mo au maximum.",
    imageOf: "Image choisie pour {label}",
    linkedImage: "Une image de {host}",
    imageProblems: {
      tooLarge: "Cette image dépasse 5 Mo. Choisissez-en une plus petite.",
      notAnImage: "Ce n’est pas une image PNG ou JPEG. Choisissez un autre fichier.",
      unreadable: "Ce fichier n’a pas pu être lu. Choisissez-le à nouveau.",
    },

    summaryTitle: plural({
      one: "Corrigez d’abord ce problème",
      other: "Corrigez d’abord ces {count} problèmes",
    }),

    preview: "Aperçu",
    previewTitle: "Votre document",
    previewPages: "Pages de votre document",
    refreshPreview: "Actualiser",
    closePreview: "Fermer",
    previewIsEmpty:
      "Votre document apparaît ici dès que tous les champs obligatoires sont remplis.",
    previewIsOld: "Obsolète",
    previewLoading: "Création de votre document…",
    previewFailed: "L’aperçu n’a pas pu être créé. Rien n’est perdu\u00a0: réessayez.",

    rendering: "Création de votre document…",
    renderingLonger: "Encore un instant. Les grands documents prennent un peu plus de temps.",
    renderingIsSafe: "Vos saisies ont été reçues. Vous pouvez patienter ici.",
    readyTitle: "Votre document est prêt",
    readyText: "Vous pouvez le télécharger dès maintenant.",
    firstPage: "Première page de {title}",
    download: "Télécharger le PDF",
    fillInAnother: "Remplir un autre formulaire",
    continue: "Continuer",
    stay: "Rester ici",
    redirecting: "Vous serez redirigé dans quelques secondes.",
    close: "Fermer",
    failedTitle: "Le document n’a pas pu être créé",
    failedText: "Vos saisies sont toujours là. Modifiez-les et réessayez.",
    backToForm: "Retour au formulaire",
    lostTitle: "L’état de votre document est inconnu",
    lostText: "Vos saisies ont été reçues, mais le serveur ne répond pas.",
    lookAgain: "Vérifier à nouveau",

    offline: "Vous êtes hors ligne. En attente d’une connexion. Vos saisies sont toujours ici.",
    retrying: "La connexion est lente. Nouvelle tentative…",
    expired:
      "Votre session est terminée. En attente d’une nouvelle session. Vos saisies sont conservées.",
    tryAgain: "Réessayer",
    startOver: "Recommencer",
    restored: "Vos saisies précédentes ont été rétablies.",
    notLoadedTitle: "Ce formulaire n’a pas pu être chargé",
    notLoadedText: "Vérifiez votre connexion, puis réessayez.",
    endedTitle: "Cette session est terminée",
    endedText: "Revenez à la page précédente et rouvrez le formulaire.",
    wrongModeTitle: "Cette session n’a pas de formulaire",
    wrongModeText:
      "Cette session a un autre but. Revenez à la page précédente et rouvrez le formulaire.",
    unresolvedTitle: "Ce formulaire n’est pas disponible",
    unresolvedText: "Il n’est pas publié. Demandez un nouveau lien à l’expéditeur.",

    required: {
      text: "Remplissez ce champ.",
      longtext: "Remplissez ce champ.",
      number: "Saisissez un nombre.",
      currency: "Saisissez un montant.",
      date: "Choisissez une date.",
      datetime: "Choisissez une date et une heure.",
      boolean: "Faites un choix.",
      image: "Choisissez une image.",
      url: "Saisissez une adresse web.",
      email: "Saisissez une adresse e-mail.",
    },
    invalid: {
      text: "Cette valeur ne convient pas ici.",
      longtext: "Cette valeur ne convient pas ici.",
      number: "Saisissez un nombre, par exemple {example}.",
      currency: "Saisissez un nombre, par exemple {example}.",
      date: "Choisissez une date valide.",
      datetime: "Choisissez une date et une heure valides.",
      boolean: "Faites un choix.",
      image: "Choisissez une image PNG ou JPEG.",
      url: "Saisissez une adresse web complète, par exemple https://example.com.",
      email: "Saisissez une adresse e-mail complète, par exemple ada@example.com.",
    },
    tooLong: "C’est trop long. Utilisez moins de caractères.",
    tooManyRows: "Il y a trop de lignes. Supprimez-en quelques-unes.",
    failures: {
      offline: "Vous êtes hors ligne. Rien n’est perdu\u00a0: réessayez quand vous serez connecté.",
      network: "La requête a échoué. Rien n’est perdu\u00a0: réessayez.",
      tooLarge: "Le formulaire est trop volumineux. Utilisez des images plus petites.",
      tooMany: "Trop de tentatives. Réessayez dans une minute.",
      session: "Votre session est terminée. Revenez à la page précédente et rouvrez le formulaire.",
      permission: "Vous n’êtes pas autorisé à faire cela ici.",
      suspended: "Ce formulaire n’est pas disponible pour le moment.",
      unpublished: "Ce formulaire n’est plus publié. Demandez un nouveau lien à l’expéditeur.",
      wrongMode:
        "Cette session a un autre but. Revenez à la page précédente et rouvrez le formulaire.",
      queue:
        "Aucun document ne peut être créé pour le moment. Rien n’est perdu\u00a0: réessayez bientôt.",
      unknown: "Une erreur s’est produite. Rien n’est perdu\u00a0: réessayez dans un instant.",
    },
  },
};
