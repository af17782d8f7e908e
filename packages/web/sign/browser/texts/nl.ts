import { plural } from "@paraph/core/values";

import type { SignTexts } from "./en.ts";

/**
 * The texts of the pages of recipients, in Dutch. Terms: document, ondertekenen, handtekening, paraaf,
 * afzender, ontvanger, toestemming, weigeren, certificaat, auditlogboek. The reader is "u".
 */
export const nl: SignTexts = {
  until: "tot {day}",
  sender: "van {sender}",
  recipient: "voor {recipient}",
  openPdf: "Pdf openen",
  document: "Het document",
  noScript: {
    title: "Voor deze pagina is JavaScript nodig",
    text: "Het is uitgeschakeld in uw browser. U kunt {document}; om te ondertekenen, staat u JavaScript toe en laadt u deze pagina opnieuw.",
    document: "het document lezen",
  },
  sign: {
    skip: "Naar het ondertekenen",
    title: "Document ondertekenen",
    lead: "{sender} vraagt u om het te ondertekenen.",
  },
  approve: {
    skip: "Naar het goedkeuren",
    title: "Document goedkeuren",
    lead: "{sender} vraagt u om het goed te keuren.",
  },
  primary: { start: "Beginnen", next: "Volgende", finish: "Voltooien" },
  done: {
    pageTitle: "{document} – voltooid",
    title: "Dank u wel, {recipient}",
    approved: "U hebt dit document goedgekeurd.",
    signed: "U hebt dit document ondertekend.",
    waiting:
      "Zodra alle ontvangers klaar zijn, wordt het digitaal ondertekend en ontvangt u per e-mail een link naar uw kopie.",
    completed:
      "Alle ontvangers zijn klaar en het document is digitaal ondertekend. Elke pdf-lezer laat zien of het daarna is gewijzigd.",
    download: "Kopie downloaden",
    read: "Document lezen",
    next: "Doorgaan",
    people: "Ondertekenaars",
    ask: "Vragen? Neem contact op met {sender}.",
    write: "E-mail naar {email}",
  },
  over: {
    title: "Deze pagina kan maar één keer worden geopend",
    advice: "De pagina is al geopend of is verlopen. Ga terug en open het document opnieuw.",
  },
  evidence: {
    certificate: "Certificaat downloaden",
    combined: "Document en certificaat in één bestand downloaden",
    audit: "Auditlogboek downloaden",
  },
  closedBy: "Het verzoek is verzonden door {sender}. Neem bij vragen contact op met deze afzender.",
  replaced: {
    title: "Deze link is niet meer geldig",
    advice:
      "De persoon die ondertekent, heeft een nieuwe link per e-mail ontvangen. Bent u dat niet, dan hoeft u niets te doen.",
  },
  closed: {
    unknown: {
      title: "Deze link werkt niet",
      advice:
        "Controleer of de link volledig is of vraag de afzender van het document om een nieuwe.",
    },
    session: {
      title: "Uw sessie is verlopen",
      advice: "Open de link in de e-mail opnieuw om verder te gaan.",
    },
    declined: {
      title: "Dit document is geweigerd",
      advice: "Het kan niet meer worden ondertekend. De afzender heeft de reden ontvangen.",
    },
    cancelled: {
      title: "Dit document is ingetrokken",
      advice: "De afzender vraagt niet langer om handtekeningen. U hoeft niets te doen.",
    },
    expired: {
      title: "De termijn om te ondertekenen is verstreken",
      advice:
        "Vraag de afzender het document opnieuw te verzenden als u het nog wilt ondertekenen.",
    },
  },
  fields: {
    title: "In te vullen velden",
    types: {
      signature: "Handtekening",
      initial: "Paraaf",
      date: "Datum",
      text: "Tekst",
      text_area: "Tekst",
      checkbox: "Selectievakje",
      dropdown: "Keuze",
      radio_buttons: "Keuze",
    },
    page: "Pagina {page}",
    name: "{type}, pagina {page}",
    optional: "{name} (optioneel)",
    button: "{name}, {state}",
    requiredButton: "{name}, verplicht, {state}",
    missing: "Nog open",
    empty: "Leeg",
    checked: "Aangevinkt",
    drawn: "Getekend",
    uploaded: "Geüpload",
    states: { drawn: "getekend", uploaded: "geüpload", today: "vandaag, {date}" },
    hints: { signature: "Ondertekenen", initial: "Paraferen", date: "Datum", choice: "Kiezen" },
    problems: {
      signature: "Onderteken hier",
      initial: "Parafeer hier",
      checkbox: "Vink dit vakje aan",
      choice: "Maak een keuze",
      text: "Vul dit in",
    },
  },
  earlier: {
    signature: "Ondertekend door een eerdere ontvanger",
    typedSignature: "Ondertekend door een eerdere ontvanger: {name}",
    check: "Aangevinkt door een eerdere ontvanger",
  },
  mark: {
    signatureTitle: "Uw handtekening",
    type: "Typen",
    draw: "Tekenen",
    upload: "Uploaden",
    uploadHint: "Een afbeelding van uw handtekening als PNG of JPEG, bijvoorbeeld een foto.",
    choose: "Afbeelding kiezen",
    image: "Uw afbeelding",
    notAnImage: "Dit bestand is geen leesbare PNG- of JPEG-afbeelding.",
    emptyImage: "Deze afbeelding is leeg.",
    name: "Typ uw naam",
    style: "Stijl van de handtekening",
    padHint: "Teken met uw muis, pen of vinger.",
    pad: "Uw tekening",
    undo: "Ongedaan maken",
    clear: "Wissen",
    initials: "Uw paraaf",
    cancel: "Annuleren",
    apply: "Toepassen",
    sign: "Hier ondertekenen",
    initial: "Hier paraferen",
    drawFirst: "Teken eerst uw handtekening.",
    typeFirst: "Typ eerst uw naam.",
    uploadFirst: "Kies eerst een afbeelding.",
    remove: "Verwijderen",
    everywhere: plural({
      one: "Gebruiken voor het verplichte veld",
      other: "Gebruiken voor alle {count} verplichte velden",
    }),
    placeAll: plural({
      one: "Het verplichte veld ondertekenen",
      other: "Alle {count} verplichte velden ondertekenen",
    }),
    placed: plural({ one: "In {count} veld geplaatst", other: "In {count} velden geplaatst" }),
    undoPlacing: "Ongedaan maken",
  },
  consent: {
    label: "Ik ga akkoord met elektronisch ondertekenen",
    details: "Toestemmingstekst lezen",
    missing: "Ga akkoord voordat u voltooit.",
  },
  progress: {
    ready: "Klaar om te voltooien",
    noFields: "Geen verplichte velden",
    agree: "Alleen uw toestemming ontbreekt nog",
    fields: plural({ one: "Nog {left} van {count} veld", other: "Nog {left} van {count} velden" }),
  },
  submit: {
    failed: "Verzenden is niet gelukt. {problem}",
    checkFields: "Controleer de gemarkeerde velden.",
  },
  decline: {
    button: "Weigeren",
    title: "Dit document weigeren?",
    text: "{sender} ontvangt uw reden en het document kan niet meer worden ondertekend. Dit kan niet ongedaan worden gemaakt.",
    approval:
      "{sender} ontvangt uw reden en het document kan niet meer worden goedgekeurd. Dit kan niet ongedaan worden gemaakt.",
    reason: "Reden",
    noReason: "Voer een reden in.",
    back: "Terug",
    confirm: "Weigeren",
  },
  delegate: {
    button: "Een andere persoon aanwijzen",
    title: "Een andere persoon aanwijzen",
    text: "De persoon die u aanwijst, ondertekent in uw plaats en ontvangt een persoonlijke link. {sender} ontvangt uw reden. Uw eigen link werkt daarna niet meer. Dit kan niet ongedaan worden gemaakt.",
    approval:
      "De persoon die u aanwijst, keurt in uw plaats goed en ontvangt een persoonlijke link. {sender} ontvangt uw reden. Uw eigen link werkt daarna niet meer. Dit kan niet ongedaan worden gemaakt.",
    firstName: "Voornaam",
    lastName: "Achternaam",
    email: "E-mailadres",
    reason: "Reden",
    noName: "Voer de voornaam in.",
    noEmail: "Voer een geldig e-mailadres in.",
    noReason: "Voer een reden in.",
    refused:
      "Deze persoon kan niet in uw plaats ondertekenen. Controleer de gegevens of wijs een andere persoon aan.",
    refusedApproval:
      "Deze persoon kan niet in uw plaats goedkeuren. Controleer de gegevens of wijs een andere persoon aan.",
    back: "Terug",
    confirm: "Document verzenden",
    doneApproval: "{name} keurt nu in uw plaats goed",
    done: "{name} ondertekent nu in uw plaats",
    doneText:
      "Er is een uitnodiging onderweg naar {email}. Uw link werkt niet meer; u hoeft niets te doen.",
  },
  failures: {
    offline: "U bent offline. Er is niets verloren: probeer het opnieuw zodra u verbinding hebt.",
    network: "Het verzoek is mislukt. Er is niets verloren: probeer het opnieuw.",
    tooMany: "Te veel pogingen. Probeer het over een minuut opnieuw.",
    server:
      "Er is een fout opgetreden op de server. Er is niets verloren: probeer het zo meteen opnieuw.",
  },
  gate: {
    title: "Bevestig uw identiteit",
    smsLead:
      "{sender} vraagt u uw identiteit te bevestigen. Er wordt een code per sms verzonden naar {phone}.",
    emailLead:
      "{sender} vraagt u uw identiteit te bevestigen. Er wordt een code verzonden naar {email}.",
    accessLead:
      "{sender} vraagt u uw identiteit te bevestigen met de toegangscode die u hebt ontvangen.",
    send: "Code verzenden",
    sendAgain: "Nieuwe code verzenden",
    sent: "De code is verzonden. Deze is 10 minuten geldig.",
    notSent:
      "Er kan nu geen code worden verzonden. Probeer het over een minuut opnieuw, of later na onjuiste codes.",
    justSent:
      "Er is zojuist een code verzonden. Controleer uw e-mail of vraag over een minuut een nieuwe aan.",
    smsJustSent:
      "Er is zojuist een code verzonden. Controleer uw berichten of vraag later een nieuwe aan.",
    smsFailed: "De sms kon niet worden verzonden. Probeer het later opnieuw.",
    emailCode: "Code uit de e-mail",
    smsCode: "Code uit de sms",
    accessCode: "Toegangscode",
    enter: "Doorgaan",
    missing: "Voer de code in.",
    wrong: "Deze code is onjuist of verlopen.",
    locked: "Te veel onjuiste codes. Probeer het later opnieuw of vraag het de afzender.",
  },
  inPerson: {
    title: "Geef het apparaat aan {recipient}",
    lead: "{sender} vraagt {recipient} om een document persoonlijk te ondertekenen. {host} stelt dit apparaat beschikbaar.",
    approvalLead:
      "{sender} vraagt {recipient} om een document persoonlijk goed te keuren. {host} stelt dit apparaat beschikbaar.",
    confirm: "Ik ben {recipient}",
    notYou: "Niet {recipient}? Geef het apparaat terug aan {host}.",
    allSigned: "Iedereen heeft ondertekend",
    all: "Geef het apparaat terug aan {host}.",
  },
  statuses: {
    signed: "Ondertekend",
    approved: "Goedgekeurd",
    declined: "Geweigerd",
    toSign: "Moet nog ondertekenen",
    toApprove: "Moet nog goedkeuren",
  },
  problems: {
    consentChanged: "De toestemmingstekst is gewijzigd. Laad de pagina opnieuw.",
    unknownField: "Dit veld staat niet meer in het document. Laad de pagina opnieuw.",
    required: "Dit is verplicht.",
    initialsRequired: "Uw paraaf is verplicht.",
    invisible: "Dit bevat geen zichtbare tekens.",
    initialsInvisible: "Uw paraaf bevat geen zichtbare tekens.",
    notToday: "De datum van uw apparaat is niet die van vandaag.",
    noSignature: "Onderteken minstens één keer.",
    notAnOption: "Kies een van de opties.",
    notTrueOrFalse: "Deze waarde kan hier niet worden gebruikt.",
    notText: "Deze waarde kan hier niet worden gebruikt.",
    unstorable: "Dit bevat een teken dat niet kan worden opgeslagen.",
    longLine: "Dit is te lang. Gebruik minder tekens.",
    longText: "Dit is te lang. Gebruik minder tekens.",
    severalLines: "Gebruik slechts één regel.",
    manyLines: "Gebruik minder regels.",
    notEmail: "Voer een e-mailadres in.",
    notNumber: "Voer een getal in.",
    notDate: "Voer een datum in.",
    notPhone: "Voer een telefoonnummer in.",
    notUrl: "Voer een webadres in dat begint met https://.",
    notAnImage: "Dit is geen leesbare PNG-afbeelding.",
    doesNotFit: "Dit is te lang voor het veld.",
  },
};
