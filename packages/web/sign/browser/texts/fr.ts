import { plural } from "@paraph/core/values";

import type { SignTexts } from "./en.ts";

/**
 * The texts of the pages of recipients, in French. Terms: document, signer, signature, parapher, paraphe,
 * expéditeur, destinataire, consentement, refuser, certificat, piste d’audit. The reader is "vous".
 */
export const fr: SignTexts = {
  until: "jusqu’au {day}",
  sender: "de {sender}",
  recipient: "pour {recipient}",
  openPdf: "Ouvrir le PDF",
  document: "Le document",
  noScript: {
    title: "Cette page nécessite JavaScript",
    text: "Il est désactivé dans votre navigateur. Vous pouvez {document}\u00a0; pour le signer, autorisez JavaScript et rechargez cette page.",
    document: "lire le document",
  },
  sign: {
    skip: "Aller à la signature",
    title: "Signer ce document",
    lead: "{sender} vous demande de le signer.",
  },
  approve: {
    skip: "Aller à l’approbation",
    title: "Approuver ce document",
    lead: "{sender} vous demande de l’approuver.",
  },
  primary: { start: "Commencer", next: "Suivant", finish: "Terminer" },
  done: {
    pageTitle: "{document} – terminé",
    title: "Merci, {recipient}",
    approved: "Vous avez approuvé ce document.",
    signed: "Vous avez signé ce document.",
    waiting:
      "Dès que tous les destinataires auront terminé, il sera signé numériquement et vous recevrez par e-mail un lien vers votre copie.",
    completed:
      "Tous les destinataires ont terminé et le document est signé numériquement. Tout lecteur PDF indique s’il a été modifié par la suite.",
    download: "Télécharger une copie",
    read: "Lire le document",
    next: "Continuer",
    people: "Signataires",
    ask: "Des questions\u00a0? Adressez-vous à {sender}.",
    write: "Écrire à {email}",
  },
  over: {
    title: "Cette page ne peut être ouverte qu’une seule fois",
    advice: "Elle a déjà été ouverte ou a expiré. Revenez en arrière et rouvrez le document.",
  },
  evidence: {
    certificate: "Télécharger le certificat",
    combined: "Télécharger le document et le certificat en un seul fichier",
    audit: "Télécharger la piste d’audit",
  },
  closedBy:
    "La demande a été envoyée par {sender}. Pour toute question, adressez-vous à cet expéditeur.",
  replaced: {
    title: "Ce lien n’est plus valable",
    advice:
      "La personne qui signe a reçu un nouveau lien par e-mail. Si ce n’est pas vous, vous n’avez rien à faire.",
  },
  closed: {
    unknown: {
      title: "Ce lien ne fonctionne pas",
      advice:
        "Vérifiez que le lien est complet ou demandez-en un nouveau à l’expéditeur du document.",
    },
    session: {
      title: "Votre session a expiré",
      advice: "Ouvrez à nouveau le lien dans l’e-mail pour continuer.",
    },
    declined: {
      title: "Ce document a été refusé",
      advice: "Il ne peut plus être signé. Le motif a été communiqué à l’expéditeur.",
    },
    cancelled: {
      title: "Ce document a été retiré",
      advice: "L’expéditeur ne demande plus de signatures. Vous n’avez rien à faire.",
    },
    expired: {
      title: "Le délai de signature est dépassé",
      advice: "Demandez à l’expéditeur de renvoyer le document si vous souhaitez encore le signer.",
    },
  },
  fields: {
    title: "Champs à remplir",
    types: {
      signature: "Signature",
      initial: "Paraphe",
      date: "Date",
      text: "Texte",
      text_area: "Texte",
      checkbox: "Case à cocher",
      dropdown: "Choix",
      radio_buttons: "Choix",
    },
    page: "Page {page}",
    name: "{type}, page {page}",
    optional: "{name} (facultatif)",
    button: "{name}, {state}",
    requiredButton: "{name}, obligatoire, {state}",
    missing: "À remplir",
    empty: "Vide",
    checked: "Coché",
    drawn: "Dessiné",
    uploaded: "Importé",
    states: { drawn: "dessiné", uploaded: "importé", today: "aujourd’hui, {date}" },
    hints: { signature: "Signer", initial: "Parapher", date: "Date", choice: "Choisir" },
    problems: {
      signature: "Signez ici",
      initial: "Paraphez ici",
      checkbox: "Cochez cette case",
      choice: "Faites un choix",
      text: "Remplissez ce champ",
    },
  },
  earlier: {
    signature: "Signé par un destinataire précédent",
    typedSignature: "Signé par un destinataire précédent\u00a0: {name}",
    check: "Coché par un destinataire précédent",
  },
  mark: {
    signatureTitle: "Votre signature",
    type: "Saisir",
    draw: "Dessiner",
    upload: "Importer",
    uploadHint: "Une image PNG ou JPEG de votre signature, par exemple une photo.",
    choose: "Choisir une image",
    image: "Votre image",
    notAnImage: "Ce fichier n’est pas une image PNG ou JPEG lisible.",
    emptyImage: "Cette image est vide.",
    name: "Saisissez votre nom",
    style: "Style de la signature",
    padHint: "Dessinez avec la souris, un stylet ou le doigt.",
    pad: "Votre dessin",
    undo: "Annuler le trait",
    clear: "Effacer",
    initials: "Votre paraphe",
    cancel: "Annuler",
    apply: "Appliquer",
    sign: "Signer ici",
    initial: "Parapher ici",
    drawFirst: "Dessinez d’abord votre signature.",
    typeFirst: "Saisissez d’abord votre nom.",
    uploadFirst: "Choisissez d’abord une image.",
    remove: "Retirer",
    everywhere: plural({
      one: "Utiliser pour le champ obligatoire",
      other: "Utiliser pour les {count} champs obligatoires",
    }),
    placeAll: plural({
      one: "Signer le champ obligatoire",
      other: "Signer les {count} champs obligatoires",
    }),
    placed: plural({ one: "Placé dans {count} champ", other: "Placé dans {count} champs" }),
    undoPlacing: "Annuler",
  },
  consent: {
    label: "J’accepte de signer par voie électronique",
    details: "Lire le texte du consentement",
    missing: "Veuillez donner votre accord avant de terminer.",
  },
  progress: {
    ready: "Prêt à terminer",
    noFields: "Aucun champ obligatoire",
    agree: "Il ne manque que votre accord",
    fields: plural({
      one: "Reste {left} champ sur {count}",
      other: "Reste {left} champs sur {count}",
    }),
  },
  submit: { failed: "L’envoi a échoué. {problem}", checkFields: "Vérifiez les champs signalés." },
  decline: {
    button: "Refuser",
    title: "Refuser ce document\u00a0?",
    text: "{sender} sera informé de votre motif et le document ne pourra plus être signé. Cette action est irréversible.",
    approval:
      "{sender} sera informé de votre motif et le document ne pourra plus être approuvé. Cette action est irréversible.",
    reason: "Motif",
    noReason: "Indiquez un motif.",
    back: "Retour",
    confirm: "Refuser",
  },
  delegate: {
    button: "Désigner une autre personne",
    title: "Désigner une autre personne",
    text: "La personne que vous désignez signe à votre place et reçoit un lien personnel. {sender} sera informé de votre motif. Votre propre lien cessera de fonctionner. Cette action est irréversible.",
    approval:
      "La personne que vous désignez approuve à votre place et reçoit un lien personnel. {sender} sera informé de votre motif. Votre propre lien cessera de fonctionner. Cette action est irréversible.",
    firstName: "Prénom",
    lastName: "Nom",
    email: "Adresse e-mail",
    reason: "Motif",
    noName: "Indiquez le prénom.",
    noEmail: "Indiquez une adresse e-mail valide.",
    noReason: "Indiquez un motif.",
    refused:
      "Cette personne ne peut pas signer à votre place. Vérifiez les informations ou désignez une autre personne.",
    refusedApproval:
      "Cette personne ne peut pas approuver à votre place. Vérifiez les informations ou désignez une autre personne.",
    back: "Retour",
    confirm: "Envoyer le document",
    doneApproval: "{name} approuve désormais à votre place",
    done: "{name} signe désormais à votre place",
    doneText:
      "Une invitation est en route vers {email}. Votre lien ne fonctionne plus\u00a0; vous n’avez rien d’autre à faire.",
  },
  failures: {
    offline:
      "Vous êtes hors ligne. Rien n’est perdu\u00a0: réessayez une fois la connexion rétablie.",
    network: "La requête a échoué. Rien n’est perdu\u00a0: réessayez.",
    tooMany: "Trop de tentatives. Réessayez dans une minute.",
    server:
      "Une erreur s’est produite sur le serveur. Rien n’est perdu\u00a0: réessayez dans un instant.",
  },
  gate: {
    title: "Confirmez votre identité",
    smsLead:
      "{sender} vous demande de confirmer votre identité. Un code est envoyé par SMS au {phone}.",
    emailLead: "{sender} vous demande de confirmer votre identité. Un code est envoyé à {email}.",
    accessLead:
      "{sender} vous demande de confirmer votre identité avec le code d’accès qui vous a été communiqué.",
    send: "Envoyer le code",
    sendAgain: "Envoyer un nouveau code",
    sent: "Le code a été envoyé. Il est valable 10 minutes.",
    notSent:
      "Aucun code ne peut être envoyé pour le moment. Réessayez dans une minute, ou plus tard après des codes erronés.",
    justSent:
      "Un code vient d’être envoyé. Consultez vos e-mails ou demandez-en un nouveau dans une minute.",
    smsJustSent:
      "Un code vient d’être envoyé. Consultez vos messages ou demandez-en un nouveau plus tard.",
    smsFailed: "Le SMS n’a pas pu être envoyé. Réessayez plus tard.",
    emailCode: "Code reçu par e-mail",
    smsCode: "Code reçu par SMS",
    accessCode: "Code d’accès",
    enter: "Continuer",
    missing: "Saisissez le code.",
    wrong: "Ce code est erroné ou a expiré.",
    locked: "Trop de codes erronés. Réessayez plus tard ou adressez-vous à l’expéditeur.",
  },
  inPerson: {
    title: "Veuillez remettre l’appareil à {recipient}",
    lead: "{sender} demande à {recipient} de signer un document en personne. {host} fournit cet appareil.",
    approvalLead:
      "{sender} demande à {recipient} d’approuver un document en personne. {host} fournit cet appareil.",
    confirm: "Je suis {recipient}",
    notYou: "Vous n’êtes pas {recipient}\u00a0? Rendez l’appareil à {host}.",
    allSigned: "Tout le monde a signé",
    all: "Veuillez rendre l’appareil à {host}.",
  },
  statuses: {
    signed: "Signé",
    approved: "Approuvé",
    declined: "Refusé",
    toSign: "Signature en attente",
    toApprove: "Approbation en attente",
  },
  problems: {
    consentChanged: "Le texte du consentement a changé. Rechargez la page.",
    unknownField: "Ce champ ne figure plus dans le document. Rechargez la page.",
    required: "Ce champ est obligatoire.",
    initialsRequired: "Votre paraphe est obligatoire.",
    invisible: "Cette valeur ne contient aucun caractère visible.",
    initialsInvisible: "Votre paraphe ne contient aucun caractère visible.",
    notToday: "La date de votre appareil n’est pas celle d’aujourd’hui.",
    noSignature: "Signez au moins une fois.",
    notAnOption: "Choisissez l’une des options.",
    notTrueOrFalse: "Cette valeur ne peut pas être utilisée ici.",
    notText: "Cette valeur ne peut pas être utilisée ici.",
    unstorable: "Cette valeur contient un caractère qui ne peut pas être enregistré.",
    longLine: "C’est trop long. Utilisez moins de caractères.",
    longText: "C’est trop long. Utilisez moins de caractères.",
    severalLines: "Utilisez une seule ligne.",
    manyLines: "Utilisez moins de lignes.",
    notEmail: "Saisissez une adresse e-mail.",
    notNumber: "Saisissez un nombre.",
    notDate: "Saisissez une date.",
    notPhone: "Saisissez un numéro de téléphone.",
    notUrl: "Saisissez une adresse web qui commence par https://.",
    notAnImage: "Ce n’est pas une image PNG lisible.",
    doesNotFit: "C’est trop long pour ce champ.",
  },
};
