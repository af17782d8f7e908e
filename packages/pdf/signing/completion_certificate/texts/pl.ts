import { plural } from "@paraph/core/values";

import type { CertificateTexts } from "./en.ts";

/** The texts of certificates, in Polish. */
export const pl: CertificateTexts = {
  outcomes: {
    completed: {
      title: "Certyfikat ukończenia",
      lead: "Wszyscy podpisujący i zatwierdzający podpisali lub zatwierdzili poniższy dokument. Ten certyfikat rejestruje, kto podpisał lub zatwierdził, kiedy i w jaki sposób. Oba pliki mają podpis cyfrowy, który nie pozwala na zmiany; sprawdza go paraph verify.",
      ended: "Ukończono",
    },
    declined: {
      title: "Certyfikat: odmowa",
      lead: "Jeden z odbiorców odmówił podpisania poniższego dokumentu, więc nie podpisali go wszyscy. Ten certyfikat rejestruje, co wydarzyło się do tego czasu. Ma podpis cyfrowy, który nie pozwala na zmiany; sprawdza go paraph verify.",
      ended: "Odmówiono",
    },
    cancelled: {
      title: "Certyfikat: anulowano",
      lead: "Nadawca anulował prośbę, zanim wszyscy podpisali poniższy dokument. Ten certyfikat rejestruje, co wydarzyło się do tego czasu. Ma podpis cyfrowy, który nie pozwala na zmiany; sprawdza go paraph verify.",
      ended: "Anulowano",
    },
    expired: {
      title: "Certyfikat: upłynął termin",
      lead: "Termin podpisania upłynął, zanim wszyscy podpisali poniższy dokument. Ten certyfikat rejestruje, co wydarzyło się do tego czasu. Ma podpis cyfrowy, który nie pozwala na zmiany; sprawdza go paraph verify.",
      ended: "Upłynął termin",
    },
  },
  pageNumber: "Strona {currentPage} z {totalPages}",
  request: {
    id: "Prośba",
    sender: "Nadawca",
    sent: "Wysłano",
    pages: "Strony",
    signedBy: "Podpisali",
    people: plural({
      one: "{count} osoba",
      few: "{count} osoby",
      many: "{count} osób",
      other: "{count} osoby",
    }),
    reason: "Powód: {reason}",
  },
  document: {
    title: "Dokument",
    original: "SHA-256 przy wysłaniu",
    sealed: "SHA-256 przy pieczętowaniu",
  },
  seal: {
    title: "Pieczęć",
    by: "Opieczętował",
    fingerprint: "Certyfikat, SHA-256",
    level: "Poziom",
    levelText: "{level}, podpis certyfikujący: zmiany niedozwolone",
    at: "Opieczętowano",
    atText: "{time}, według zegara tej usługi",
    timestamp: "Znacznik czasu",
    timestampText: "{time}, od urzędu znakowania czasem tej usługi",
    noTimestamp: "Brak: wszystkie czasy pochodzą z zegara tej usługi",
    note: "Zwykłe podpisy elektroniczne, opieczętowane przez {subject}; nie jest to kwalifikowany podpis elektroniczny.",
    selfSigned:
      "{note} Ta usługa sama utworzyła certyfikat podpisu: żaden urząd certyfikacji nie potwierdza jego nazwy. Proszę porównać jego SHA-256 z podanym przez operatora usługi.",
  },
  recipients: {
    title: "Odbiorcy",
    roles: { Signer: "Podpisujący", Approver: "Zatwierdzający", CC: "Otrzymuje kopię" },
    order: "{role} · kolejność {order}",
    email: "E-mail",
    authentication: "Uwierzytelnienie",
    authentications: {
      link: "Posiadanie osobistego linku wysłanego na ten adres",
      embedded: "Link na stronie nadawcy, która zidentyfikowała odbiorcę",
      email_code: "Osobisty link i jednorazowy kod wysłany na ten adres",
      sms_code: "Osobisty link i jednorazowy kod wysłany SMS-em na numer {phone}",
      access_code: "Osobisty link i kod dostępu od nadawcy",
    },
    inPerson: {
      link: "Osobiście, na urządzeniu, które udostępnia {host}; adres e-mail nie był sprawdzany",
      email_code:
        "Osobiście, na urządzeniu, które udostępnia {host}, z kodem jednorazowym wysłanym na ten adres",
      sms_code:
        "Osobiście, na urządzeniu, które udostępnia {host}, z kodem jednorazowym wysłanym SMS-em na numer {phone}; adres e-mail nie był sprawdzany",
      access_code:
        "Osobiście, na urządzeniu, które udostępnia {host}, z kodem dostępu; adres e-mail nie był sprawdzany",
    },
    delegatedBy: "Przekazane przez",
    invited: "Zaproszono",
    invitations: {
      queued: "{time} (e-mail w kolejce)",
      sent: "{time} (e-mail wysłany)",
      failed: "{time} (e-mail niedostarczony)",
    },
    viewed: "Wyświetlono",
    consented: "Zgoda",
    consentedIn: "{time} ({language})",
    signed: "Podpisano",
    approved: "Zatwierdzono",
    declined: "Odmówiono",
    localTime: "Czas lokalny",
    ip: "Adres IP",
    device: "Urządzenie",
    signatures: {
      typed: "Podpis, wpisany",
      drawn: "Podpis, narysowany",
      image: "Podpis, przesłany",
    },
    initials: { typed: "Parafa, wpisana", drawn: "Parafa, narysowana", image: "Parafa, przesłana" },
  },
  devices: {
    browserOn: "{browser}, {system}",
    someBrowserOn: "Przeglądarka, {system}",
    unknown: "Nieznana przeglądarka",
    iPhone: "iPhone",
    iPad: "iPad",
    Mac: "Mac",
  },
  fields: {
    filledIn: "Wypełniono",
    page: "Strona",
    sha256: "SHA-256 wartości",
    types: {
      signature: "Podpis",
      initial: "Parafa",
      text: "Tekst",
      date: "Data",
      checkbox: "Pole wyboru",
      dropdown: "Wybór",
      radio_buttons: "Wybór",
      text_area: "Długi tekst",
    },
  },
  consent: { title: "Zgoda ({language})", sha256: "SHA-256 tego tekstu" },
  events: {
    title: "Ścieżka audytu",
    lead: "Każde zdarzenie ze swoim SHA-256, który obejmuje też poprzednie zdarzenie: zmiana, usunięcie lub przesunięcie zdarzenia zmienia wszystkie późniejsze wartości SHA-256. Czasy podano w UTC.",
    time: "Czas",
    what: "Zdarzenie",
    who: "Kto",
    about: "{event}: {email}",
    last: "Ostatni SHA-256",
    types: {
      sent: "Wysłano do podpisu",
      invited: "Zaproszenie w kolejce",
      resent: "Ponowne zaproszenie w kolejce",
      reminded: "Przypomnienie w kolejce",
      extended: "Zmieniono termin podpisania",
      recipient_changed: "Poprawiono odbiorcę",
      delegated: "Przekazano",
      email_sent: "Wysłano e-mail",
      email_failed: "E-mail niedostarczony",
      email_complained: "Wiadomość zgłoszona jako spam",
      name_confirmed: "Potwierdzono osobiście imię i nazwisko",
      viewed: "Otwarto dokument",
      code_sent: "Zażądano kodu",
      code_failed: "Nie wysłano SMS-a z kodem",
      authenticated: "Wpisano poprawny kod",
      authentication_failed: "Wpisano błędny kod",
      consented: "Wyrażono zgodę na podpis elektroniczny",
      signed: "Podpisano",
      approved: "Zatwierdzono",
      declined: "Odmówiono",
      cancelled: "Anulowano",
      expired: "Upłynął termin",
      finished: "Wszyscy odbiorcy podpisali",
      completed: "Opieczętowano i zapisano",
    },
  },
  verify: {
    title: "Jak sprawdzić",
    operator:
      "Proszę zapytać operatora usługi o SHA-256 jego certyfikatu lub o jego certyfikat główny. Każdy może utworzyć certyfikat o tej samej nazwie: nie należy polegać na SHA-256 z tego pliku.",
    sealed:
      "paraph verify SIGNED CERTIFICATE --certificate SHA256 (lub --root FILE) sprawdza, czy oba pliki nie zmieniły się od opieczętowania tym certyfikatem i czy należą do siebie. Nie wymaga sieci i nie sprawdza unieważnienia.",
    unsealed:
      "paraph verify CERTIFICATE --certificate SHA256 (lub --root FILE) sprawdza, czy ten plik nie zmienił się od opieczętowania tym certyfikatem. Nie wymaga sieci i nie sprawdza unieważnienia.",
    readers:
      "Czytniki PDF sprawdzają ważność podpisów, podobnie jak pdfsig FILE: „Signature is Valid” i „Total document signed”. Samo to nie mówi, kto podpisał.",
    sealedSha256: "sha256sum FILE opieczętowanego dokumentu daje powyższy SHA-256.",
    sentSha256: "sha256sum FILE wysłanego dokumentu daje powyższy SHA-256.",
    audit:
      "Pełna ścieżka audytu jest dołączona do tego pliku jako audit.json (pdfdetach -saveall FILE). Skrót jej ostatniego zdarzenia zaczyna się od {head}.",
  },
};
