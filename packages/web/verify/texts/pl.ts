import type { VerifyTexts } from "./en.ts";

/** Polish. Terms: prośba (request), podpisać cyfrowo (sign digitally), certyfikat (certificate). */
export const pl: VerifyTexts = {
  start: {
    title: "Sprawdź podpisany dokument",
    lead: "Proszę wybrać podpisany plik PDF lub certyfikat. Ta usługa sprawdza, czy podpisała plik cyfrowo i czy nic się od tego czasu nie zmieniło.",
  },
  form: {
    title: "Sprawdź plik",
    lead: "Proszę wybrać podpisany plik PDF lub certyfikat tej prośby.",
    file: "Plik PDF",
    check: "Sprawdź",
    privacy: "Plik jest tylko sprawdzany. Nie jest zapisywany.",
  },
  outcomes: {
    completed: { title: "Wszyscy podpisali", ended: "Zakończono" },
    declined: { title: "Odbiorca odmówił", ended: "Odmówiono" },
    cancelled: { title: "Nadawca anulował", ended: "Anulowano" },
    expired: { title: "Upłynął termin podpisania", ended: "Wygasło" },
  },
  request: {
    compare:
      "Ta usługa wystawiła certyfikat tej prośby. Proszę porównać z nim tę stronę: dokument, nazwiska, czasy i SHA-256 muszą być takie same.",
    title: "Prośba o podpis",
    sender: "Nadawca",
    sent: "Wysłano",
    id: "Numer prośby",
    original: "SHA-256 przy wysłaniu",
    sealed: "SHA-256 po podpisaniu",
    people: "Odbiorcy",
    roles: { Signer: "Podpisujący", Approver: "Zatwierdzający", CC: "Otrzymuje kopię" },
    signed: "Podpisano: {time}",
    approved: "Zatwierdzono: {time}",
    declined: "Odmówiono: {time}",
    open: "Nie podpisano",
  },
  facts: {
    signer: "Podpisane cyfrowo przez",
    fingerprint: "SHA-256 certyfikatu",
    at: "Według zegara tej usługi",
    timestamp: "Znacznik czasu",
    timestampBy: "{time}, {authority}",
    sha256: "SHA-256 pliku",
    request: "Numer prośby",
    link: "Pokaż prośbę tego certyfikatu",
  },
  matches: {
    document: "To podpisany dokument tej prośby.",
    certificate: "Zawiera certyfikat tej prośby.",
    foreign: "Nie należy do tej prośby.",
  },
  results: {
    valid: {
      title: "Plik nie został zmieniony",
      text: "Ta usługa podpisała go cyfrowo i od tego czasu nic się nie zmieniło.",
    },
    changed: {
      title: "Plik został zmieniony",
      text: "Zmieniono go po podpisaniu lub jego podpis cyfrowy jest uszkodzony. Nie należy na nim polegać: proszę poprosić o oryginalny plik.",
    },
    untrusted: {
      title: "Niepodpisany przez tę usługę",
      text: "Plik nie zmienił się od podpisania, ale nie podpisano go certyfikatem tej usługi. Proszę sprawdzić go tam, gdzie został podpisany.",
    },
    unsigned: {
      title: "Plik nie jest podpisany",
      text: "Nie ma podpisu cyfrowego. Proszę wybrać podpisany plik PDF: wydruk ani skan nie ma podpisu.",
    },
    notPdf: {
      title: "To nie jest plik PDF",
      text: "Proszę wybrać podpisany plik PDF lub jego certyfikat.",
    },
    tooComplex: {
      title: "Nie można sprawdzić pliku",
      text: "Odczyt trwa zbyt długo. Proszę poprosić o oryginalny plik.",
    },
    missing: {
      title: "Nie otrzymano pliku",
      text: "Proszę wybrać plik PDF i sprawdzić go ponownie.",
    },
    tooLarge: {
      title: "Plik jest za duży",
      text: "Ta strona sprawdza pliki do 32 MB. Większe można sprawdzić za pomocą paraph verify.",
    },
    busy: { title: "Zbyt wiele żądań", text: "Proszę spróbować ponownie za minutę." },
  },
  unknown: {
    title: "Ten certyfikat nie jest znany",
    text: "Proszę sprawdzić adres. Certyfikat może pochodzić z innej usługi lub jego prośba została usunięta.",
  },
};
