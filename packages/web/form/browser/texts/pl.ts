import { plural } from "@paraph/core/values";

import type { FormTexts } from "./en.ts";

/** The texts of the form page, in Polish. The reader is addressed formally, with "proszę". */
export const pl: FormTexts = {
  page: {
    loading: "Wczytywanie formularza…",
    skip: "Przejdź do formularza",
    noScriptTitle: "Ten formularz wymaga JavaScriptu",
    noScript:
      "Jest on wyłączony w przeglądarce. Proszę zezwolić na JavaScript i wczytać tę stronę ponownie.",
    untitled: "Formularz",
  },
  gone: {
    unknown: {
      title: "Ten formularz nie istnieje",
      advice: "Proszę wrócić do poprzedniej strony i ponownie otworzyć formularz.",
    },
    ended: {
      title: "Ta sesja została zakończona",
      advice: "Proszę wrócić do poprzedniej strony i ponownie otworzyć formularz.",
    },
  },
  script: {
    untitled: "Formularz",
    requiredHint: "Pola oznaczone * są wymagane.",
    details: "Dane",

    submit: "Wyślij",
    submitting: "Wysyłanie…",
    progress: plural({
      one: "{filled} z {count} wymaganego pola",
      few: "{filled} z {count} wymaganych pól",
      many: "{filled} z {count} wymaganych pól",
      other: "{filled} z {count} wymaganego pola",
    }),
    progressLabel: "Wypełnione pola wymagane",
    mayNotSubmit: "Ten formularz można przeglądać, ale nie można go wysłać.",

    addRow: "Dodaj do: {loop}",
    noRows: "Nic tu jeszcze nie ma.",
    row: "Wiersz {row}",
    rowField: "{loop}, wiersz {row}: {label}",
    moveUp: "Przesuń wiersz {row} w górę",
    moveDown: "Przesuń wiersz {row} w dół",
    remove: "Usuń wiersz {row}",
    rowMoved: "Przesunięto do wiersza {row}.",
    rowRemoved: "Wiersz {row} został usunięty.",
    undo: "Cofnij",

    chooseImage: "Wybierz obraz",
    replaceImage: "Zastąp",
    removeImage: "Usuń",
    removeImageOf: "Usuń: {label}",
    dropImage: "lub upuść go tutaj. PNG lub JPEG, maksymalnie 5 MB.",
    imageOf: "Wybrany obraz: {label}",
    linkedImage: "Obraz z {host}",
    imageProblems: {
      tooLarge: "Ten obraz jest większy niż 5 MB. Proszę wybrać mniejszy.",
      notAnImage: "To nie jest obraz PNG ani JPEG. Proszę wybrać inny plik.",
      unreadable: "Nie udało się odczytać tego pliku. Proszę wybrać go ponownie.",
    },

    summaryTitle: plural({
      one: "Najpierw proszę poprawić ten błąd",
      few: "Najpierw proszę poprawić te {count} błędy",
      many: "Najpierw proszę poprawić te {count} błędów",
      other: "Najpierw proszę poprawić te {count} błędu",
    }),

    preview: "Podgląd",
    previewTitle: "Dokument",
    previewPages: "Strony dokumentu",
    refreshPreview: "Odśwież",
    closePreview: "Zamknij",
    previewIsEmpty: "Dokument pojawi się tutaj po wypełnieniu wszystkich wymaganych pól.",
    previewIsOld: "Nieaktualny",
    previewLoading: "Tworzenie dokumentu…",
    previewFailed: "Nie udało się utworzyć podglądu. Nic nie przepadło: proszę spróbować ponownie.",

    rendering: "Tworzenie dokumentu…",
    renderingLonger: "Jeszcze chwila. Duże dokumenty trwają nieco dłużej.",
    renderingIsSafe: "Dane zostały odebrane. Można tutaj poczekać.",
    readyTitle: "Dokument jest gotowy",
    readyText: "Można go teraz pobrać.",
    download: "Pobierz PDF",
    fillInAnother: "Wypełnij kolejny",
    continue: "Kontynuuj",
    stay: "Zostań tutaj",
    redirecting: "Za kilka sekund nastąpi przekierowanie.",
    close: "Zamknij",
    failedTitle: "Nie udało się utworzyć dokumentu",
    failedText: "Dane są nadal na miejscu. Proszę je zmienić i spróbować ponownie.",
    backToForm: "Wróć do formularza",
    lostTitle: "Stan dokumentu jest nieznany",
    lostText: "Dane zostały odebrane, ale serwer nie odpowiada.",
    lookAgain: "Sprawdź ponownie",

    retrying: "Połączenie jest wolne. Ponawianie próby…",
    expired: "Sesja została zakończona. Oczekiwanie na nową. Dane są bezpieczne.",
    tryAgain: "Spróbuj ponownie",
    startOver: "Zacznij od nowa",
    restored: "Wcześniejsze dane zostały przywrócone.",
    notLoadedTitle: "Nie udało się wczytać tego formularza",
    notLoadedText: "Proszę sprawdzić połączenie i spróbować ponownie.",
    endedTitle: "Ta sesja została zakończona",
    endedText: "Proszę wrócić do poprzedniej strony i ponownie otworzyć formularz.",
    wrongModeTitle: "Ta sesja nie ma formularza",
    wrongModeText:
      "Ta sesja służy do innego celu. Proszę wrócić do poprzedniej strony i ponownie otworzyć formularz.",
    unresolvedTitle: "Ten formularz jest niedostępny",
    unresolvedText: "Nie jest opublikowany. Proszę poprosić nadawcę o nowy link.",

    required: {
      text: "Proszę wypełnić to pole.",
      longtext: "Proszę wypełnić to pole.",
      number: "Proszę wpisać liczbę.",
      currency: "Proszę wpisać kwotę.",
      date: "Proszę wybrać datę.",
      datetime: "Proszę wybrać datę i godzinę.",
      boolean: "Proszę wybrać.",
      image: "Proszę wybrać obraz.",
      url: "Proszę wpisać adres internetowy.",
      email: "Proszę wpisać adres e-mail.",
    },
    invalid: {
      text: "Tej wartości nie można tu użyć.",
      longtext: "Tej wartości nie można tu użyć.",
      number: "Proszę wpisać liczbę, na przykład {example}.",
      currency: "Proszę wpisać liczbę, na przykład {example}.",
      date: "Proszę wybrać prawidłową datę.",
      datetime: "Proszę wybrać prawidłową datę i godzinę.",
      boolean: "Proszę wybrać.",
      image: "Proszę wybrać obraz PNG lub JPEG.",
      url: "Proszę wpisać pełny adres internetowy, na przykład https://example.com.",
      email: "Proszę wpisać pełny adres e-mail, na przykład ada@example.com.",
    },
    tooLong: "Tekst jest za długi. Proszę użyć mniej znaków.",
    tooManyRows: "Wierszy jest za dużo. Proszę usunąć niektóre.",
    failures: {
      network: "Żądanie nie powiodło się. Nic nie przepadło: proszę spróbować ponownie.",
      tooLarge: "Formularz jest zbyt duży, aby go wysłać. Proszę użyć mniejszych obrazów.",
      tooMany: "Zbyt wiele prób. Proszę spróbować ponownie za minutę.",
      session:
        "Sesja została zakończona. Proszę wrócić do poprzedniej strony i ponownie otworzyć formularz.",
      permission: "Ta czynność jest tutaj niedozwolona.",
      suspended: "Ten formularz jest chwilowo niedostępny.",
      unpublished: "Ten formularz nie jest już opublikowany. Proszę poprosić nadawcę o nowy link.",
      wrongMode:
        "Ta sesja służy do innego celu. Proszę wrócić do poprzedniej strony i ponownie otworzyć formularz.",
      queue:
        "Chwilowo nie można tworzyć dokumentów. Nic nie przepadło: proszę wkrótce spróbować ponownie.",
      unknown: "Wystąpił błąd. Nic nie przepadło: proszę spróbować ponownie za chwilę.",
    },
  },
};
