import { plural } from "@paraph/core/values";

import type { FormTexts } from "./en.ts";

/** The texts of the form page, in Dutch. The reader is "u". */
export const nl: FormTexts = {
  page: {
    loading: "Formulier wordt geladen…",
    skip: "Naar het formulier",
    noScriptTitle: "Voor dit formulier is JavaScript nodig",
    noScript: "Het is uitgeschakeld in uw browser. Sta JavaScript toe en laad deze pagina opnieuw.",
    untitled: "Formulier",
  },
  gone: {
    unknown: {
      title: "Dit formulier bestaat niet",
      advice: "Ga terug naar de vorige pagina en open het formulier opnieuw.",
    },
    ended: {
      title: "Deze sessie is beëindigd",
      advice: "Ga terug naar de vorige pagina en open het formulier opnieuw.",
    },
  },
  script: {
    untitled: "Formulier",
    requiredHint: "Velden met een * zijn verplicht.",
    details: "Gegevens",

    submit: "Verzenden",
    submitting: "Wordt verzonden…",
    progress: plural({
      one: "{filled} van {count} verplicht veld",
      other: "{filled} van {count} verplichte velden",
    }),
    progressLabel: "Ingevulde verplichte velden",
    mayNotSubmit: "U kunt dit formulier bekijken, maar niet verzenden.",

    steps: {
      title: "Stappen",
      position: "Stap {step} van {count}",
      next: "Volgende",
      back: "Terug",
      complete: "volledig",
      wrong: "onvolledig",
    },

    later: {
      open: "Opslaan en later doorgaan",
      title: "Later doorgaan",
      where:
        "Uw gegevens worden in deze browser op dit apparaat opgeslagen, 30 dagen of tot u het formulier verzendt. Ze worden nergens naartoe gestuurd. Anderen die deze browser gebruiken, kunnen ze zien.",
      again: "Open het formulier om door te gaan in deze browser zoals u het nu hebt geopend.",
      ends: "Deze sessie eindigt om {time}.",
      omitted: "Grote afbeeldingen worden niet opgeslagen. Kies ze opnieuw als u doorgaat.",
      store: "Opslaan in deze browser",
      cancel: "Annuleren",
      stored: "Uw gegevens zijn opgeslagen. U kunt deze pagina sluiten.",
      until: "Opgeslagen in deze browser tot {day}.",
      remove: "Verwijderen",
      removed: "Uw opgeslagen gegevens zijn verwijderd. Het formulier toont ze nog.",
      failed: "Deze browser kon uw gegevens niet opslaan.",
    },

    addRow: "Toevoegen aan ‘{loop}’",
    noRows: "Nog niets ingevuld.",
    row: "Rij {row}",
    rowField: "{loop}, rij {row}: {label}",
    moveUp: "Rij {row} omhoog verplaatsen",
    moveDown: "Rij {row} omlaag verplaatsen",
    remove: "Rij {row} verwijderen",
    rowMoved: "Verplaatst naar rij {row}.",
    rowRemoved: "Rij {row} is verwijderd.",
    undo: "Ongedaan maken",

    chooseImage: "Afbeelding kiezen",
    replaceImage: "Vervangen",
    removeImage: "Verwijderen",
    removeImageOf: "Verwijderen: {label}",
    dropImage: "of sleep er een hierheen. PNG of JPEG, maximaal 5 MB.",
    imageOf: "Gekozen afbeelding voor {label}",
    linkedImage: "Een afbeelding van {host}",
    imageProblems: {
      tooLarge: "Deze afbeelding is groter dan 5 MB. Kies een kleinere.",
      notAnImage: "Dit is geen PNG- of JPEG-afbeelding. Kies een ander bestand.",
      unreadable: "Dit bestand kan niet worden gelezen. Kies het opnieuw.",
    },

    summaryTitle: plural({
      one: "Los eerst dit probleem op",
      other: "Los eerst deze {count} problemen op",
    }),

    preview: "Voorbeeld",
    previewTitle: "Uw document",
    previewPages: "Pagina’s van uw document",
    refreshPreview: "Vernieuwen",
    closePreview: "Sluiten",
    previewIsEmpty: "Uw document verschijnt hier zodra alle verplichte velden zijn ingevuld.",
    previewIsOld: "Verouderd",
    previewLoading: "Uw document wordt gemaakt…",
    previewFailed:
      "Het voorbeeld kan niet worden gemaakt. Er is niets verloren: probeer het opnieuw.",

    rendering: "Uw document wordt gemaakt…",
    renderingLonger: "Nog even geduld. Grote documenten duren iets langer.",
    renderingIsSafe: "Uw gegevens zijn ontvangen. U kunt hier wachten.",
    readyTitle: "Uw document is klaar",
    readyText: "U kunt het nu downloaden.",
    firstPage: "Eerste pagina van {title}",
    download: "Pdf downloaden",
    fillInAnother: "Nog een invullen",
    continue: "Doorgaan",
    stay: "Hier blijven",
    redirecting: "U wordt over enkele seconden doorgestuurd.",
    close: "Sluiten",
    failedTitle: "Het document kan niet worden gemaakt",
    failedText: "Uw gegevens staan er nog. Wijzig ze en probeer het opnieuw.",
    backToForm: "Terug naar het formulier",
    lostTitle: "De status van uw document is onbekend",
    lostText: "Uw gegevens zijn ontvangen, maar de server reageert niet.",
    lookAgain: "Opnieuw controleren",

    offline: "U bent offline. Er wordt op een verbinding gewacht. Uw gegevens zijn er nog.",
    retrying: "De verbinding is traag. Er wordt opnieuw geprobeerd…",
    expired: "Uw sessie is beëindigd. Er wordt op een nieuwe gewacht. Uw gegevens zijn veilig.",
    tryAgain: "Opnieuw proberen",
    startOver: "Opnieuw beginnen",
    restored: "Uw eerdere gegevens zijn hersteld.",
    notLoadedTitle: "Dit formulier kan niet worden geladen",
    notLoadedText: "Controleer uw verbinding en probeer het opnieuw.",
    endedTitle: "Deze sessie is beëindigd",
    endedText: "Ga terug naar de vorige pagina en open het formulier opnieuw.",
    wrongModeTitle: "Deze sessie heeft geen formulier",
    wrongModeText:
      "Deze sessie heeft een ander doel. Ga terug naar de vorige pagina en open het formulier opnieuw.",
    unresolvedTitle: "Dit formulier is niet beschikbaar",
    unresolvedText: "Het is niet gepubliceerd. Vraag de afzender om een nieuwe link.",

    required: {
      text: "Vul dit in.",
      longtext: "Vul dit in.",
      number: "Voer een getal in.",
      currency: "Voer een bedrag in.",
      date: "Kies een datum.",
      datetime: "Kies een datum en een tijd.",
      boolean: "Maak een keuze.",
      image: "Kies een afbeelding.",
      url: "Voer een webadres in.",
      email: "Voer een e-mailadres in.",
    },
    invalid: {
      text: "Dit kan hier niet worden gebruikt.",
      longtext: "Dit kan hier niet worden gebruikt.",
      number: "Voer een getal in, bijvoorbeeld {example}.",
      currency: "Voer een getal in, bijvoorbeeld {example}.",
      date: "Kies een geldige datum.",
      datetime: "Kies een geldige datum en tijd.",
      boolean: "Maak een keuze.",
      image: "Kies een PNG- of JPEG-afbeelding.",
      url: "Voer een volledig webadres in, bijvoorbeeld https://example.com.",
      email: "Voer een volledig e-mailadres in, bijvoorbeeld ada@example.com.",
    },
    tooLong: "Dit is te lang. Gebruik minder tekens.",
    tooManyRows: "Er zijn te veel rijen. Verwijder er enkele.",
    failures: {
      offline: "U bent offline. Er is niets verloren: probeer het opnieuw als u verbinding hebt.",
      network: "Het verzoek is mislukt. Er is niets verloren: probeer het opnieuw.",
      tooLarge: "Het formulier is te groot om te verzenden. Gebruik kleinere afbeeldingen.",
      tooMany: "Te veel pogingen. Probeer het over een minuut opnieuw.",
      session:
        "Uw sessie is beëindigd. Ga terug naar de vorige pagina en open het formulier opnieuw.",
      permission: "U mag dit hier niet doen.",
      suspended: "Dit formulier is momenteel niet beschikbaar.",
      unpublished: "Dit formulier is niet meer gepubliceerd. Vraag de afzender om een nieuwe link.",
      wrongMode:
        "Deze sessie heeft een ander doel. Ga terug naar de vorige pagina en open het formulier opnieuw.",
      queue:
        "Er kunnen momenteel geen documenten worden gemaakt. Er is niets verloren: probeer het binnenkort opnieuw.",
      unknown: "Er is iets misgegaan. Er is niets verloren: probeer het zo meteen opnieuw.",
    },
  },
};
